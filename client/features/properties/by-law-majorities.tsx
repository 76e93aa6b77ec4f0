import { useState } from 'react';
import { type ByLawMajorities, byLawMatters } from '../../../shared/assemblies/law/by-law-majorities.ts';
import { byLawsSource } from '../../../shared/assemblies/law/majority.ts';
import { matterLaw, needOf } from '../../../shared/assemblies/law/matters.ts';
import { majorityWords } from '../../../shared/assemblies/rule-words.ts';
import type { Joint } from '../../../shared/properties/joints.api.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Button, Card, RowButton, Stack } from '../../ui/page.tsx';
import { Save, useChangeJoint } from './joint-change.tsx';
import { ThresholdFields, type TypedThreshold, thresholdOf } from './threshold-fields.tsx';

type ByLawMatter = (typeof byLawMatters)[number];

const NO_THRESHOLD: TypedThreshold = { percent: '', base: 'represented' };

/**
 * Settings card: the majority that the by-laws require for each matter. The law requires more than half and lets
 * by-laws require more (Ley 675, art. 45).
 */
export function ByLawMajoritiesCard({ joint }: { joint: Joint }) {
  const [majorities, setMajorities] = useState(joint.majorities);
  const saving = useChangeJoint(joint);
  return (
    <Card title="Mayorías que fija el reglamento">
      <p>
        La ley deja que el reglamento pida más que la mitad, y hasta el 70 % (Ley 675 de 2001, art. 45). Las
        diez decisiones del artículo 46 son siempre por el 70 % de la copropiedad y la extinción por
        unanimidad (art. 9): el reglamento no las cambia. Lo que fije aquí se propone en las preguntas que se
        creen desde ahora.
      </p>
      <ul className="stack-2 plain" aria-label="Mayoría de cada materia">
        {byLawMatters.map((matter) => (
          <li key={matter} className="between">
            <span>
              <strong>{matterLaw[matter].name}:</strong> {needWords(matter, majorities)}
            </span>
            {majorities[matter] !== undefined && (
              <RowButton
                act="Quitar"
                of={matterLaw[matter].name}
                onPress={() => setMajorities(without(majorities, matter))}
              />
            )}
          </li>
        ))}
      </ul>
      <NewMajority onAdd={(matter, majority) => setMajorities({ ...majorities, [matter]: majority })} />
      <Stack row>
        <Save
          saving={saving}
          change={{ majorities }}
          isDisabled={JSON.stringify(majorities) === JSON.stringify(joint.majorities)}
        />
      </Stack>
    </Card>
  );
}

/**
 * Majority of a matter in words, with the source: 'más del 60 % de lo representado (Ley 675 de 2001, art. 45;
 * artículo 45 del reglamento)'.
 */
function needWords(matter: ByLawMatter, majorities: ByLawMajorities): string {
  const { clause, ...need } = needOf(matter, majorities);
  const source = clause === undefined ? matterLaw[matter].source : byLawsSource(clause);
  return `${need.rule === 'election' ? 'la respuesta más votada' : majorityWords(need)} (${source})`;
}

function without({ ...majorities }: ByLawMajorities, matter: ByLawMatter): ByLawMajorities {
  delete majorities[matter];
  return majorities;
}

/** Fields to add the majority of a matter to the card. Stored only with the card's button 'Guardar'. */
function NewMajority({
  onAdd,
}: {
  onAdd: (matter: ByLawMatter, majority: NonNullable<ByLawMajorities[ByLawMatter]>) => void;
}) {
  const [matter, setMatter] = useState<ByLawMatter>('budget');
  const [asks, setAsks] = useState<'half' | 'more'>('more');
  const [typed, setTyped] = useState(NO_THRESHOLD);
  const [clause, setClause] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isHalf = matter === 'election' && asks === 'half';
  const threshold = isHalf ? null : thresholdOf(typed);
  const add = () => {
    setChecked(true);
    if (clause.trim() === '' || (threshold === null && !isHalf)) return;
    onAdd(matter, { threshold, clause: clause.trim() });
    setTyped(NO_THRESHOLD);
    setClause('');
    setChecked(false);
  };
  return (
    <Stack>
      <Select
        label="Materia"
        items={byLawMatters.map((id) => ({ id, label: matterLaw[id].name }))}
        value={matter}
        onChange={setMatter}
      />
      {matter === 'election' && (
        <RadioGroup
          label="Para elegir a una persona se necesita"
          items={[
            { id: 'half', label: 'Más de la mitad de lo representado' },
            { id: 'more', label: 'Un porcentaje mayor' },
          ]}
          value={asks}
          onChange={setAsks}
          description="La elección de varios puestos se decide por cuociente o por votación nominal, sin esta mayoría."
        />
      )}
      {!isHalf && (
        <ThresholdFields
          threshold={typed}
          onThreshold={setTyped}
          isChecked={isChecked}
          hint="Más de 50 y hasta 70: si el reglamento pide más, la ley lo deja en 70 (art. 45)."
        />
      )}
      <TextField
        label="Dónde lo dice el reglamento"
        value={clause}
        onChange={setClause}
        maxLength={100}
        placeholder="artículo 45 del reglamento"
        description="Así lo citan las pantallas, los informes y el acta."
        error={isChecked && clause.trim() === '' ? 'Escriba el artículo o la cláusula.' : null}
        isRequired
      />
      <Stack row>
        <Button variant="secondary" size="small" onPress={add}>
          Fijar la mayoría
        </Button>
      </Stack>
    </Stack>
  );
}
