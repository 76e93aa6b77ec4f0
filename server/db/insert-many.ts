import type { ColumnType, Db } from './engine.ts';
import { packRows, rowsOf } from './pack-rows.ts';
import { putRows } from './ready-rows.ts';
import type { Tables } from './tables.ts';

/**
 * Inserts rows of plain values, however many, with few statements.
 * @param columns each column's name and type; a missing value is null.
 */
export function insertMany<Row extends object>(
  trx: Db,
  table: keyof Tables & string,
  rows: readonly Row[],
  columns: Record<keyof Row & string, ColumnType>,
): Promise<void> {
  return putRows(trx, packRows([rowsOf(table, rows, columns)]));
}
