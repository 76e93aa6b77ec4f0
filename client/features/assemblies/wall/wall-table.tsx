import type { Weight } from '../../../../shared/assemblies/live.ts';
import { coefficient, count } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { cx } from '../../../ui/cx.ts';
import styles from './wall-table.module.css';

export interface WallRow extends Weight {
  id: string;
  label: string;
  /** Of a question decided by one vote each; the whole column is there where any row has it. */
  votes?: number | undefined;
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
  /** Beside many answers. */
  isCompact?: boolean;
}

/** Coefficients and units by row, at the size of a wall. */
export function WallTable({ label, first, rows, isUnseen = false, isCompact = false }: Props) {
  const hasVotes = rows.some((row) => row.votes !== undefined);
  const headings = [first, ...(hasVotes ? ['Votos'] : []), 'Coeficiente', 'Inmuebles'];
  const table = (
    <table className={cx(styles.table, isCompact && styles.compact)} aria-label={label}>
      <thead>
        <tr>
          {headings.map((heading) => (
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
            {hasVotes && <td data-header="Votos">{row.votes === undefined ? '' : count(row.votes)}</td>}
            <td data-header="Coeficiente">{coefficient(row.coefficient)}</td>
            <td data-header="Inmuebles">{count(row.apartments)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  // A table is never narrower than its words: what hides it, or tells how wide it may be, is around it.
  return <div className={isUnseen ? 'unseen' : styles.frame}>{table}</div>;
}
