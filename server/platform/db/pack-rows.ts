import type { Insertable } from 'kysely';
import type { Tables } from './tables.ts';

/** Rows to insert into a table, with equal columns. */
export interface RowSet {
  /** Name of the table. */
  table: keyof Tables;
  /** Objects with a value for each column. */
  rows: readonly object[];
  /** Columns with equal values in all rows; the values are given when the rows are stored. */
  same: readonly string[];
}

/**
 * Rows for several tables, serialized to bytes in order of insertion. The main thread passes the bytes from a
 * worker to the database without parsing.
 */
export interface PackedRows {
  /** Row sets with their length in bytes. In `bytes`, a row set is a JSON list with a list of values per row. */
  sets: (Pick<RowSet, 'table' | 'same'> & { columns: string[]; length: number })[];
  /** Bytes of all row sets, one after another. */
  bytes: Uint8Array;
}

/** Makes a row set for a table. @param rows all with the same columns */
export const rowsOf = <T extends keyof Tables>(
  table: T,
  rows: readonly Partial<Insertable<Tables[T]>>[],
  same: readonly (keyof Tables[T] & string)[],
): RowSet => ({ table, rows, same });

/** Serializes rows for storing. @throws TypeError if rows of a table have different columns */
export function packRows(rowSets: readonly RowSet[]): PackedRows {
  const pieces: Buffer[] = [];
  const sets = rowSets.flatMap(({ table, rows, same }) => {
    const [first] = rows;
    if (first === undefined) return [];
    const columns = Object.keys(first);
    const lists = (rows as readonly Record<string, unknown>[]).map((row) => {
      // A column missing in the first row would be lost silently.
      const isAlike = Object.keys(row).length === columns.length && columns.every((name) => name in row);
      if (!isAlike) throw new TypeError(`Rows of ${table} have different columns.`);
      return columns.map((name) => row[name]);
    });
    const piece = Buffer.from(JSON.stringify(lists));
    pieces.push(piece);
    return { table, same, columns, length: piece.byteLength };
  });
  return { sets, bytes: Buffer.concat(pieces) };
}

/**
 * Rows of a query, serialized by the database as JSON text: a list of lists. Passed to a worker without
 * building objects; equal texts mean unchanged rows.
 */
export interface RowsText<Row> {
  columns: (keyof Row & string)[];
  text: string;
}

/** Parses rows serialized by `readRowsText`, in the order of the query. Slow for many rows: use in workers. */
export function rowsIn<Row>({ columns, text }: RowsText<Row>): Row[] {
  const lists: unknown[][] = JSON.parse(text);
  return lists.map((list) => Object.fromEntries(columns.map((name, i) => [name, list[i]])) as Row);
}
