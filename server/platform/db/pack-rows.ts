import type { Insertable } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Rows to insert into a table, all with the same columns. A worker makes and serializes the rows, the main
 * thread stores the rows with `putRows`.
 */
export interface RowSet {
  /** Name of the table. */
  table: keyof Tables;
  /** Objects with a value for each column. */
  rows: readonly object[];
  /**
   * Names of columns with the same value in all rows, for example the user. `putRows` gets the values
   * later.
   */
  same: readonly string[];
}

/**
 * Rows for several tables, serialized to bytes in order of insertion. A worker makes the bytes; the main
 * thread passes the bytes to the database without parsing.
 */
export interface PackedRows {
  /** Pieces of row sets, in order of insertion. In `bytes`, a piece is a JSON list with a list of values per row. */
  sets: PackedSet[];
  /** Bytes of all pieces, one after another. */
  bytes: Uint8Array;
  /** Number of the stage with the rows of the first set; each following set has the next number (`withStagedRows`). */
  firstStage?: number;
}

/** Rows of a table in `PackedRows`: their number, and their length in bytes. */
export interface PackedSet extends Pick<RowSet, 'table' | 'same'> {
  columns: string[];
  quantity: number;
  length: number;
}

/** Maximum rows of a piece: the store's thread takes about a millisecond, and votes wait no longer. */
const PIECE_ROWS = 250;

/** Lists the pieces of packed rows with their bytes, in order of insertion. */
export function* piecesOf({ sets, bytes }: PackedRows): Generator<PackedSet & { rows: Uint8Array }> {
  let at = 0;
  for (const set of sets) {
    yield { ...set, rows: bytes.subarray(at, at + set.length) };
    at += set.length;
  }
}

/**
 * Makes a `RowSet`: rows to insert into a table.
 * @param rows all with the same columns
 * @param same names of further columns with the same value in all rows; the values are passed to `putRows`
 */
export const rowsOf = <T extends keyof Tables>(
  table: T,
  rows: readonly Partial<Insertable<Tables[T]>>[],
  same: readonly (keyof Tables[T] & string)[],
): RowSet => ({ table, rows, same });

/**
 * Serializes rows to bytes for `putRows`. Runs in a worker, because many rows take long.
 * @param mostInPiece maximum rows of a piece
 * @throws TypeError if rows of a table have different columns
 */
export function packRows(rowSets: readonly RowSet[], mostInPiece = PIECE_ROWS): PackedRows {
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
    return Array.from({ length: Math.ceil(lists.length / mostInPiece) }, (_, i) => {
      const some = lists.slice(i * mostInPiece, (i + 1) * mostInPiece);
      const piece = Buffer.from(JSON.stringify(some));
      pieces.push(piece);
      return { table, same, columns, quantity: some.length, length: piece.byteLength };
    });
  });
  return { sets, bytes: Buffer.concat(pieces) };
}

/**
 * Rows of a query as JSON text, written by the database: a list with a list of values for each row. Workers
 * get the text instead of objects; equal texts mean unchanged rows.
 */
export interface RowsText<Row> {
  /** Names of the columns, in the order of the values. */
  columns: (keyof Row & string)[];
  text: string;
}

/** Parses rows serialized by `readRowsText`, in the order of the query. Slow for many rows: use in workers. */
export function rowsIn<Row>({ columns, text }: RowsText<Row>): Row[] {
  const lists: unknown[][] = JSON.parse(text);
  return lists.map((list) => Object.fromEntries(columns.map((name, i) => [name, list[i]])) as Row);
}
