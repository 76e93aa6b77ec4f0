import type { BillingApartment } from '../../../shared/accounts/users.api.ts';
import { unitLabel } from '../../lib/format.ts';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { FixedChoice } from '../../ui/fields/fixed-choice.tsx';
import { Select } from '../../ui/fields/select.tsx';

interface Props {
  units: readonly BillingApartment[];
  value: string | null;
  /** Null: the person cleared the choice. */
  onChange: (apartmentId: string | null) => void;
  error?: string | null;
  /** Text of an item. */
  labelOf?: (unit: BillingApartment) => string;
}

/** Number of units seen at a glance. Fewer units need no keyboard, since a keyboard covers half of a phone's screen. */
const AT_A_GLANCE = 8;

/**
 * Choice of a unit as 'apartmentId - owner': a combo box for many units, a select for a few, a fixed text for a
 * single unit.
 */
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
