import type { ColumnType } from './engine.ts';
import type { Tables } from './tables.ts';

/** Rows on their way into one table. */
export interface RowSet {
  table: keyof Tables & string;
  columns: Readonly<Record<string, ColumnType>>;
  rows: readonly object[];
}

/**
 * Rows for several tables, in the order in which they go in, written down as the store takes them. Whoever passes
 * them on, as the main thread does with what a worker made, neither makes an object of any nor reads it.
 */
export interface SerializedRows {
  sets: {
    table: keyof Tables & string;
    columns: Readonly<Record<string, ColumnType>>;
    /** How far each slice goes: a JSON list of lists, one for each row. */
    slices: { rows: number; bytes: number }[];
  }[];
  /** All slices one after the other. */
  bytes: Uint8Array;
}

export type ReadySet = SerializedRows['sets'][number];

/** Values in one slice: SQLite takes them in within a few milliseconds. */
const SLICE_VALUES = 2000;

/** @param columns what is taken of each row; a missing value is null. */
export const rowsOf = <Row extends object>(
  table: keyof Tables & string,
  rows: readonly Row[],
  columns: Record<keyof Row & string, ColumnType>,
): RowSet => ({ table, rows, columns });

/** Writes rows down as the store takes them. */
export function packRows(given: readonly RowSet[]): SerializedRows {
  const pieces: Buffer[] = [];
  const sets = given.map(({ table, columns, rows }) => {
    const names = Object.keys(columns);
    const atOnce = Math.ceil(SLICE_VALUES / names.length);
    const slices: ReadySet['slices'] = [];
    for (let from = 0; from < rows.length; from += atOnce) {
      const some = rows.slice(from, from + atOnce) as readonly Record<string, unknown>[];
      const piece = Buffer.from(JSON.stringify(some.map((row) => names.map((name) => row[name] ?? null))));
      pieces.push(piece);
      slices.push({ rows: some.length, bytes: piece.byteLength });
    }
    return { table, columns, slices };
  });
  return { sets, bytes: Buffer.concat(pieces) };
}

/** Every slice, as the text that it is. */
export function* slicesOf({ sets, bytes }: SerializedRows): Generator<{ set: ReadySet; json: string }> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (const set of sets) {
    for (const slice of set.slices) {
      yield { set, json: all.toString('utf8', at, at + slice.bytes) };
      at += slice.bytes;
    }
  }
}
