import type { Weight } from '../../shared/live.ts';
import { coefficient, count } from '../lib/format.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import styles from './wall-table.module.css';

export interface WallRow extends Weight {
  id: string;
  label: string;
}

/** What the whole joint amounts to, and who is here while that is not everybody. */
export function jointRows({ registered, total }: Pick<LiveJoint, 'registered' | 'total'>): WallRow[] {
  return [
    ...(registered.apartments === total.apartments
      ? []
      : [{ id: 'quorum', label: 'Quorum Actual', ...registered }]),
    { id: 'total', label: 'Total', ...total },
  ];
}

interface Props {
  label: string;
  /** What the first column holds. */
  first: string;
  rows: readonly WallRow[];
  /** For who hears the wall: what bars show to who sees it. */
  isUnseen?: boolean;
}

/** Coefficients and units by row, at the size of a wall. */
export function WallTable({ label, first, rows, isUnseen = false }: Props) {
  const table = (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {[first, 'Coeficiente', 'Inmuebles'].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" data-header={first}>
              {row.label}
            </th>
            <td data-header="Coeficiente">{coefficient(row.coefficient)}</td>
            <td data-header="Inmuebles">{count(row.apartments)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  // A table is never narrower than its words: what hides it is around it.
  return isUnseen ? <div className={styles.unseen}>{table}</div> : table;
}
