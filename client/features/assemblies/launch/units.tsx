import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { coefficient, units as countUnits, formatCoefficientExact } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/query-view.tsx';
import { registrationWords, totalCoefficient } from '../properties/own-units.ts';
import styles from './units.module.css';

interface Props {
  units: readonly OwnApartment[];
  /** Units that the person may vote for. Only their coefficients count in the total. */
  held: readonly OwnApartment[];
  /** Name of the sector of the shown coefficients. Absent for the joint. */
  place?: string;
}

/**
 * Table of the person's units with owner, registration and total coefficient. On a phone a unit takes two lines.
 * @param units all units of the person
 * @param held units with the right to vote: only these count in the total
 * @param place name of the sector; absent for the joint
 */
export function LaunchUnits({ units, held, place }: Props) {
  const total = totalCoefficient(held);
  const exact = formatCoefficientExact(total);
  if (units.length === 0) return <EmptyState message="Todavía no tiene inmuebles registrados." />;
  return (
    <div>
      <table
        className={`full ${styles.table}`}
        aria-label={`Inmuebles registrados${place === undefined ? '' : ` en ${place}`}`}
      >
        <thead>
          <tr>
            <th scope="col">Inmueble</th>
            <th scope="col">Propietario</th>
            <th scope="col">Estado</th>
            <th scope="col" className={styles.end}>
              Coeficiente
            </th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.apartmentId} data-held={held.includes(unit) || undefined}>
              <th scope="row" data-header="Inmueble" className={styles.unit}>
                {unit.apartmentId}
              </th>
              <td data-header="Propietario" className={styles.owner}>
                {unit.owner}
              </td>
              <td data-header="Estado" className={styles.state}>
                {registrationWords(unit)}
              </td>
              <td data-header="Coeficiente" className={styles.end}>
                {coefficient(unit.coefficient)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3} className={styles.unit}>
              Total registrado ({countUnits(held.length)})
            </th>
            <td className={styles.end}>{coefficient(total)}</td>
          </tr>
        </tfoot>
      </table>
      {/* Each coefficient above is rounded, so the rows need not add up to the exact sum. */}
      {held.length > 1 && exact.length > coefficient(total).length && (
        <p className={`soft ${styles.exact}`}>Suma exacta: {exact}</p>
      )}
    </div>
  );
}
