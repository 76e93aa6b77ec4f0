import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apartmentsQuery } from '../features/properties/index.ts';
import { units as unitCount, unitLabel } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { type Option, Select } from '../ui/fields/select.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { unitsOfSameOwners } from './same-owner.ts';
import type { UnitRef } from './user-fields.ts';

interface Props {
  title: string;
  joints: readonly Option<number>[];
  value: readonly UnitRef[];
  onChange: (units: UnitRef[]) => void;
  /** Another list that can be taken over whole. */
  sameAs?: { label: string; units: readonly UnitRef[] };
}

/** An owner's units: a joint at a time, the units of all joints kept together. */
export function UnitLinks({ title, joints, value, onChange, sameAs }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const jointId = chosen ?? value[0]?.jointId ?? null;
  const elsewhere = value.filter((unit) => unit.jointId !== jointId);
  return (
    <Card title={title}>
      {sameAs && sameAs.units.length > 0 && (
        <div>
          <Button variant="secondary" onPress={() => onChange([...sameAs.units])}>
            {sameAs.label}
          </Button>
        </div>
      )}
      <Select
        label="Copropiedad Horizontal"
        placeholder="Seleccione una copropiedad"
        items={joints}
        value={jointId}
        onChange={setChosen}
      />
      {jointId !== null && (
        <UnitsOfJoint
          key={jointId}
          jointId={jointId}
          picked={value.filter((unit) => unit.jointId === jointId).map((unit) => unit.apartmentId)}
          onChange={(ids) =>
            onChange([...elsewhere, ...ids.map((apartmentId) => ({ jointId, apartmentId }))])
          }
        />
      )}
      {elsewhere.length > 0 && <p>Además, {unitCount(elsewhere.length)} en otras copropiedades.</p>}
    </Card>
  );
}

interface UnitsProps {
  jointId: number;
  picked: readonly string[];
  onChange: (apartmentIds: string[]) => void;
}

function UnitsOfJoint({ jointId, picked, onChange }: UnitsProps) {
  const query = useQuery(apartmentsQuery(jointId));
  const { data } = query;
  const choices = useMemo(
    () => (data ?? []).map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) })),
    [data],
  );
  const others = unitsOfSameOwners(data ?? [], picked);
  return (
    <QueryView query={query}>
      {() => (
        <>
          <MultiSelect label="Inmuebles" items={choices} value={picked} onChange={onChange} />
          {others.length > 0 && (
            <div>
              <Button variant="secondary" onPress={() => onChange([...picked, ...others])}>
                Añadir todos los de este propietario ({others.length})
              </Button>
            </div>
          )}
        </>
      )}
    </QueryView>
  );
}
