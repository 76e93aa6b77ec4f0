import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useMedia } from '../lib/use-media.ts';
import { cx } from './cx.ts';
import { Button, ButtonLink, RowButton } from './page.tsx';
import { QueryView } from './query-view.tsx';
import styles from './table.module.css';

/** Column of a table: heading and cell content. */
export interface Column<Row> {
  /** Heading, in Spanish. */
  header: string;
  /** Returns the content of the cell. */
  cell: (row: Row) => ReactNode;
  /** Content of the cell in the last row, with the sums. Absent in a table without sums. */
  total?: ReactNode;
  /** `end` for numbers, aligned right with digits of equal width. */
  align?: 'start' | 'end';
  /**
   * True to hide the column on a phone until the person opens the details, because many figures would fill the
   * screen.
   */
  isDetail?: boolean;
}

interface Props<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Message to show if the table has no rows. Absent for a table that always has rows. */
  empty?: string;
  /** True to leave out the row of the totals, for rows found by a search. */
  hidesTotals?: boolean;
  /** Number of rows drawn at first; a button draws more. Infinity: all rows. Default: 40. */
  pageSize?: number;
  /** Maximum number of rows drawn at first on a phone. Default: 6; fewer for tall rows. */
  phoneRows?: number;
  /** True for many columns of figures: narrow spacing, and sideways scroll if still too wide. */
  isDense?: boolean;
}

/**
 * Maximum number of columns for the normal spacing of a dense table, to fit on a laptop; with more columns the
 * spacing shrinks further.
 */
const TIGHT_FROM = 8;

/** Rows drawn at first: about two screens of a laptop, and of a phone with a card for each row. */
const LAPTOP_ROWS = 40;
const PHONE_ROWS = 6;
const PHONE = '(max-width: 40rem)';

/**
 * Table of rows. The first column names the row. On a phone each row becomes a card with headings beside the
 * values, so no sideways scroll is needed; detail columns open with a button.
 * @param label accessible name of the table
 * @param rowKey returns a unique key of a row
 * @param empty message for a table without rows
 * @param hidesTotals true to leave out the row of the totals, for rows found by a search
 * @param pageSize number of rows drawn at first; a button draws more
 * @param phoneRows maximum number of rows drawn at first on a phone
 * @param isDense true for many columns of figures: narrow spacing
 */
export function Table<Row>({
  label,
  columns: declared,
  rows,
  rowKey,
  empty,
  hidesTotals,
  pageSize = LAPTOP_ROWS,
  phoneRows = PHONE_ROWS,
  isDense,
}: Props<Row>) {
  const isPhone = useMedia(PHONE);
  const [more, setMore] = useState(0);
  const isCapped = isPhone && pageSize !== Number.POSITIVE_INFINITY;
  const limit = (isCapped ? Math.min(pageSize, phoneRows) : pageSize) + more;
  const [open, setOpen] = useState<ReadonlySet<string | number>>(new Set());
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  const columns = declared.map((column, id) => ({ ...column, id }));
  const hidden = rows.length - limit;
  const isTight = isDense && columns.length > TIGHT_FROM;
  // Makes a scrolled area scroll by keyboard too.
  const frame = isDense ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div {...frame} className={cx('box', styles.frame, isDense && styles.dense, isTight && styles.tight)}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={cx(column.align === 'end' && styles.end)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              name={rowKey(row)}
              columns={columns}
              isOpen={open.has(rowKey(row))}
              onToggle={() => setOpen((openRows) => toggled(openRows, rowKey(row)))}
            />
          ))}
        </tbody>
        {!hidesTotals && columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr>
              {columns.map(({ id, header, align, total }) => (
                <td key={id} className={cx(align === 'end' && styles.end)} data-header={header}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {hidden > 0 && (
        <div className={styles.more}>
          <Button variant="secondary" size="small" onPress={() => setMore(more + 4 * (limit - more))}>
            Mostrar más (faltan {hidden})
          </Button>
        </div>
      )}
    </div>
  );
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly (Column<Row> & { id: number })[];
  /** Key of the row, for the accessible name of the button. */
  name: string | number;
  /** True if the detail columns are open on a phone. */
  isOpen: boolean;
  onToggle: () => void;
}

function TableRow<Row>({ row, name, columns, isOpen, onToggle }: TableRowProps<Row>) {
  const hasDetail = columns.some((column) => column.isDetail);
  return (
    <tr data-open={isOpen || undefined}>
      {columns.map((column, at) => {
        const common = {
          className: cx(column.align === 'end' && styles.end, column.isDetail && styles.detail),
          'data-header': column.header,
        };
        return at === 0 ? (
          <th key={column.id} scope="row" {...common}>
            {column.cell(row)}
            {hasDetail && (
              <span className={styles.fold}>
                <RowButton
                  act="Detalle"
                  of={`de ${name}`}
                  variant="quiet"
                  aria-expanded={isOpen}
                  onPress={onToggle}
                />
              </span>
            )}
          </th>
        ) : (
          <td key={column.id} {...common}>
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

function toggled(openRows: ReadonlySet<string | number>, key: string | number): ReadonlySet<string | number> {
  const next = new Set(openRows);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Table of the rows of a query, with the loading and error states. */
export function QueryTable<Row>({
  query,
  ...table
}: Omit<Props<Row>, 'rows'> & Pick<ComponentProps<typeof QueryView<Row[]>>, 'query'>) {
  return <QueryView query={query}>{(rows) => <Table {...table} rows={rows} />}</QueryView>;
}

/** Part of an infinite query, as needed by `NextPageButton`. */
type PagedList = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>;

/**
 * Button below a list loaded in pages, to fetch the next page. Renders no element after the last page.
 * @param act label of the button: 'Mostrar anteriores'
 */
export function NextPageButton({ list, act }: { list: PagedList; act: string }) {
  if (!list.hasNextPage) return null;
  return (
    <Button variant="secondary" onPress={() => void list.fetchNextPage()} isPending={list.isFetchingNextPage}>
      {act}
    </Button>
  );
}

/**
 * Link in a table row in the look of a small button. The accessible name includes the name of the row.
 * @param act label of the link: 'Abrir'
 * @param of name of the row for screen readers: '101'
 */
export function RowLink({ act, of, to }: { act: string; of: string; to: string }) {
  return (
    <ButtonLink to={to} variant="secondary" size="small" label={`${act} ${of}`}>
      {act}
    </ButtonLink>
  );
}
