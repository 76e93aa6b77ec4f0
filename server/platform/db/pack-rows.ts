import type { Insertable } from 'kysely';
import type { Tables } from './tables.ts';

/** Rows on their way into one table. */
export interface RowSet {
  table: keyof Tables;
  rows: readonly object[];
  /** Columns that are the same in all of its rows, and known only when they are stored. */
  same: readonly string[];
}

/**
 * Rows for several tables, in the order in which they go in, written down as the store takes them. Whoever passes
 * them on, as the main thread does with what a worker made, neither makes an object of any nor reads it.
 */
export interface PackedRows {
  /** With how many bytes are each one's: a JSON list of lists, one for each row. */
  sets: (Pick<RowSet, 'table' | 'same'> & { columns: string[]; length: number })[];
  /** All sets one after the other. */
  bytes: Uint8Array;
}

/** @param rows each with the same columns. */
export const rowsOf = <T extends keyof Tables>(
  table: T,
  rows: readonly Partial<Insertable<Tables[T]>>[],
  same: readonly (keyof Tables[T] & string)[],
): RowSet => ({ table, rows, same });

/** Writes rows down as the store takes them. @throws TypeError where rows of one table have different columns */
export function packRows(given: readonly RowSet[]): PackedRows {
  const pieces: Buffer[] = [];
  const sets = given.flatMap(({ table, rows, same }) => {
    const [first] = rows;
    if (first === undefined) return [];
    const columns = Object.keys(first);
    const lists = (rows as readonly Record<string, unknown>[]).map((row) => {
      // A column that the first row does not have would be lost without a word.
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
 * What a query finds, written down by the store: a JSON list of lists (`readRowsText`). Whoever only passes it on, as the
 * main thread does to a worker, makes no object of any row; and that nothing changed is a comparison of two texts. Plain
 * data.
 */
export interface RowsText<Row> {
  columns: (keyof Row & string)[];
  text: string;
}

/** The rows, in the order of the query. Takes the thread for long where they are many: for workers. */
export function rowsIn<Row>({ columns, text }: RowsText<Row>): Row[] {
  const lists: unknown[][] = JSON.parse(text);
  return lists.map((list) => Object.fromEntries(columns.map((name, i) => [name, list[i]])) as Row);
}
