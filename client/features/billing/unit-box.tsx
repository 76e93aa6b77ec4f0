import type { ComponentProps } from 'react';
import { unitLabel } from '../../lib/format.ts';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { useBillingUnits } from './billing.queries.ts';

type Props = Omit<ComponentProps<typeof ComboBox<string>>, 'items' | 'label'> & {
  jointId: number;
  /** Default: 'Inmueble'. */
  label?: string;
};

/**
 * Search box for a unit of a joint, by number or owner.
 * @param rest props of the combo box: `value` and `onChange` use the id of the unit
 */
export function UnitBox({ jointId, label = 'Inmueble', ...rest }: Props) {
  const { data, error } = useBillingUnits(jointId);
  // The box reads the options only once, so a late list remounts the box.
  return (
    <ComboBox
      key={data === undefined ? 'waits' : 'ready'}
      {...rest}
      label={label}
      items={(data ?? []).map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) }))}
      placeholder="Número o propietario"
      isDisabled={data === undefined || rest.isDisabled}
      description={error && !data ? 'No se pudo leer la lista de inmuebles. Actualice la página.' : undefined}
    />
  );
}
