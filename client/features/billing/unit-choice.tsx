import type { BillingApartment } from '../../../shared/accounts/users.api.ts';
import { unitLabel } from '../../lib/format.ts';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { FixedChoice } from '../../ui/fields/fixed-choice.tsx';
import { Select } from '../../ui/fields/select.tsx';

interface Props {
  units: readonly BillingApartment[];
  value: string | null;
  /** Called with the chosen unit, or with null if the person cleared the choice. */
  onChange: (apartmentId: string | null) => void;
  error?: string | null;
  labelOf?: (unit: BillingApartment) => string;
}

/**
 * Maximum number of units shown in a plain select. More units use a search box, although the keyboard covers half
 * of a phone's screen.
 */
const AT_A_GLANCE = 8;

/**
 * Field to choose a unit, shown as 'apartmentId - owner': a search box for many units, a select for a few, a fixed
 * text for a single unit.
 * @param labelOf returns the text of a unit; default: id and owner
 * @param rest `value` and `onChange` use the id of the unit
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
