import type { BillingApartment } from '../../../shared/accounts/users.api.ts';
import { unitLabel } from '../../lib/format.ts';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { FixedChoice } from '../../ui/fields/fixed-choice.tsx';
import { Select } from '../../ui/fields/select.tsx';

interface Props {
  units: readonly BillingApartment[];
  value: string | null;
  /** Null: what was chosen was wiped out. */
  onChange: (apartmentId: string | null) => void;
  error?: string | null;
  /** What an item of the list says. */
  labelOf?: (unit: BillingApartment) => string;
}

/** As many as are seen at a glance: an owner's few need no keyboard, which on a phone covers half of the screen. */
const AT_A_GLANCE = 8;

/** One of several units, as 'apartmentId - owner', searched by typing where they are many; a fixed text of one. */
export function UnitChoice({ units, labelOf = unitLabel, ...rest }: Props) {
  const [only] = units;
  if (units.length === 1 && only) return <FixedChoice label="Inmueble" value={unitLabel(only)} />;
  const Choice = units.length > AT_A_GLANCE ? ComboBox : Select;
  return (
    <Choice
      {...rest}
      label="Inmueble"
      items={units.map((unit) => ({ id: unit.apartmentId, label: labelOf(unit) }))}
      placeholder="Seleccione un inmueble"
      isRequired
    />
  );
}
