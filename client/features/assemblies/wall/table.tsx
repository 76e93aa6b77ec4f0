import type { Weight } from '../../../../shared/assemblies/live.ts';
import { coefficient, count } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { cx } from '../../../ui/cx.ts';
import styles from './table.module.css';

/** Row of the table on the wall screen, for example an answer with the sum of votes. */
export interface WallRow extends Weight {
  /** Unique key of the row. */
  id: string;
  /** Name of the row, for example the text of an answer. */
  label: string;
  /** Number of votes, in a question with a vote per unit. The column appears if any row has a number. */
  votes?: number | undefined;
}

/**
 * Returns the rows of the wall's table about the attendance: the whole joint and, if not all units are present, the
 * registered units.
 */
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
  /** Heading of the first column of the table. */
  first: string;
  rows: readonly WallRow[];
  /** True if the table is hidden on screen and gives screen readers the text of the chart's bars. */
  isUnseen?: boolean;
  /** True for smaller letters, for a table beside many answers. */
  isCompact?: boolean;
}

/**
 * Table of coefficients and units on the wall, in large letters.
 * @param first heading of the first column
 * @param isUnseen true to hide the table on screen, for screen readers only
 * @param isCompact true for smaller letters
 */
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
  // A table is never narrower than the words in the cells, so the wrapper hides or limits the table.
  return <div className={isUnseen ? 'unseen' : styles.frame}>{table}</div>;
}
