import type { ColumnType } from './engine.ts';
import type { Tables } from './tables.ts';

interface RowsOfTable {
  table: keyof Tables & string;
  columns: Readonly<Record<string, ColumnType>>;
  /** Columns that are the same in all of its rows, and known only when they are stored. */
  same: readonly string[];
}

/** Rows on their way into one table. */
export interface RowSet extends RowsOfTable {
  rows: readonly object[];
}

/**
 * Rows for several tables, in the order in which they go in, written down as the store takes them. Whoever passes
 * them on, as the main thread does with what a worker made, neither makes an object of any nor reads it.
 */
export interface PackedRows {
  /** With how many bytes are each one's: a JSON list of lists, one for each row. */
  sets: (RowsOfTable & { length: number })[];
  /** All sets one after the other. */
  bytes: Uint8Array;
}

/**
 * @param columns what is taken of each row; a missing value is null.
 * @param same columns that are the same in all rows, and known only when they are stored
 */
export const rowsOf = <Row extends object>(
  table: keyof Tables & string,
  rows: readonly Row[],
  columns: Record<keyof Row & string, ColumnType>,
  same: readonly string[],
): RowSet => ({ table, rows, columns, same });

/** Writes rows down as the store takes them. */
export function packRows(given: readonly RowSet[]): PackedRows {
  const filled = given.filter(({ rows }) => rows.length > 0);
  const pieces = filled.map(({ columns, rows }) => {
    const names = Object.keys(columns);
    const lists = (rows as readonly Record<string, unknown>[]).map((row) =>
      names.map((name) => row[name] ?? null),
    );
    return Buffer.from(JSON.stringify(lists));
  });
  const sets = filled.map(({ table, columns, same }, index) => ({
    ...{ table, columns, same },
    length: pieces[index]?.byteLength ?? 0,
  }));
  return { sets, bytes: Buffer.concat(pieces) };
}
