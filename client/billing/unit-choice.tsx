import type { BillingApartment } from '../../shared/accounts/users.api.ts';
import { unitLabel } from '../lib/format.ts';
import { FixedChoice } from '../ui/fixed-choice.tsx';
import { Select } from '../ui/select.tsx';

interface Props {
  units: readonly BillingApartment[];
  value: string | null;
  onChange: (apartmentId: string) => void;
  error?: string | null;
}

/** One of several units, as 'apartmentId - owner'; a fixed text where there is one. */
export function UnitChoice({ units, value, onChange, error }: Props) {
  const [only] = units;
  if (units.length === 1 && only) return <FixedChoice label="Inmueble" value={unitLabel(only)} />;
  return (
    <Select
      label="Inmueble"
      items={units.map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) }))}
      value={value}
      onChange={onChange}
      placeholder="Seleccione un inmueble"
      error={error}
      isRequired
    />
  );
}
