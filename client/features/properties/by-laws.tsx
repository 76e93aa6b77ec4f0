import { useState } from 'react';
import { monthName } from '../../../shared/days.ts';
import { type ByLaws, LAWS_SECOND_CALL } from '../../../shared/properties/by-laws.ts';
import type { Joint } from '../../../shared/properties/joints.api.ts';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Card, Stack } from '../../ui/page.tsx';
import { Save, useChangeJoint } from './joint-change.tsx';

const MONTH_OPTIONS = Array.from({ length: 12 }, (_, i) => ({ id: i + 1, label: monthName(i + 1) }));

/**
 * Settings card: dates set by the by-laws in place of the law's dates: the second call and the end of the budget
 * year.
 */
export function ByLawsCard({ joint }: { joint: Joint }) {
  const { byLaws } = joint;
  const [whose, setWhose] = useState<'law' | 'own'>(byLaws.secondCall === null ? 'law' : 'own');
  const [second, setSecond] = useState<NonNullable<ByLaws['secondCall']>>(
    byLaws.secondCall ?? LAWS_SECOND_CALL,
  );
  const [budgetYearEnd, setBudgetYearEnd] = useState(byLaws.budgetYearEnd);
  const saving = useChangeJoint(joint);
  const newByLaws: ByLaws = { secondCall: whose === 'law' ? null : second, budgetYearEnd };
  const hasHour = whose === 'law' || second.hour !== '';
  return (
    <Card title="Fechas que fija el reglamento">
      <RadioGroup
        label="Segunda convocatoria"
        items={[
          {
            id: 'law',
            label: 'La de la ley',
            detail:
              'El tercer día hábil siguiente al de la primera, a las 8:00\u00a0p.\u00a0m. (Ley 675 de 2001, art. 41).',
          },
          {
            id: 'own',
            label: 'La del reglamento',
            detail: 'El artículo 41 rige si el reglamento no dispone otra cosa.',
          },
        ]}
        value={whose}
        onChange={setWhose}
      />
      {whose === 'own' && (
        <Stack row>
          <NumberField
            label="Días hábiles después de la primera"
            value={second.days}
            onChange={(days) => setSecond({ ...second, days })}
            minValue={1}
            maxValue={30}
          />
          <TextField
            label="Hora"
            type="time"
            value={second.hour}
            onChange={(hour) => setSecond({ ...second, hour })}
            error={hasHour ? null : 'Escriba la hora.'}
          />
        </Stack>
      )}
      <Select
        label="Mes en que termina el período presupuestal"
        items={MONTH_OPTIONS}
        value={budgetYearEnd}
        onChange={setBudgetYearEnd}
        placeholder="Elija el mes"
        description="De él dependen la asamblea ordinaria, en los tres meses siguientes (art. 39), y la reunión por derecho propio (art. 40)."
      />
      <Stack row>
        <Save
          saving={saving}
          change={{ byLaws: newByLaws }}
          isDisabled={!hasHour || JSON.stringify(newByLaws) === JSON.stringify(byLaws)}
        />
      </Stack>
    </Card>
  );
}
