import type { Insertable } from 'kysely';
import type { Tables } from './tables.ts';

/** Rows for one table. */
export interface RowSet {
  table: keyof Tables;
  rows: readonly object[];
  /** Columns with equal values in all rows, set when stored. */
  same: readonly string[];
}

/** Serialised rows for several tables, in order of insertion. The main thread passes the bytes on without parsing. */
export interface PackedRows {
  /** Sets with their byte lengths. Each set is a JSON list of lists, one per row. */
  sets: (Pick<RowSet, 'table' | 'same'> & { columns: string[]; length: number })[];
  /** Bytes of all sets in sequence. */
  bytes: Uint8Array;
}

/** Makes a row set. @param rows each with the same columns. */
export const rowsOf = <T extends keyof Tables>(
  table: T,
  rows: readonly Partial<Insertable<Tables[T]>>[],
  same: readonly (keyof Tables[T] & string)[],
): RowSet => ({ table, rows, same });

/** Serialises rows for the store. @throws TypeError if rows of one table have different columns */
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
 * Result of a query, serialised by the store: a JSON list of lists (`readRowsText`). The main thread passes the text
 * to a worker without making objects, and compares two texts to detect changes. Plain data.
 */
export interface RowsText<Row> {
  columns: (keyof Row & string)[];
  text: string;
}

/** Parses the rows, in the order of the query. Slow for many rows: use in workers. */
export function rowsIn<Row>({ columns, text }: RowsText<Row>): Row[] {
  const lists: unknown[][] = JSON.parse(text);
  return lists.map((list) => Object.fromEntries(columns.map((name, i) => [name, list[i]])) as Row);
}
