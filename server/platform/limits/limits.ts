import { type LimitCode, limits } from '../../../shared/limits.ts';
import { type Db, lockName } from '../db/engine.ts';
import { Problem } from '../http/problem.ts';
import { countRows, type LimitedTable } from './rows.repository.ts';

/**
 * Checks a count against a limit.
 * @param code code of the limit, and of the error
 * @param most largest allowed count
 * @throws Problem of the limit, with count and limit
 */
export function ensureWithin(code: LimitCode, count: number, most: number = limits[code].most): void {
  if (count > most) throw new Problem(code, { count, most });
}

/**
 * Checks the room of a table for more rows, for example questions of an assembly. Holds a lock until the
 * end of the transaction, so simultaneous requests never exceed the limit.
 * @param code code of the limit, and of the error
 * @param rows `where`: values of columns, to count only some rows; `added`: number of rows to add, default
 * 1
 * @throws Problem of the limit
 */
export async function ensureRoom(
  trx: Db,
  code: LimitCode,
  {
    table,
    where = {},
    added = 1,
  }: { table: LimitedTable; where?: Readonly<Record<string, number>>; added?: number },
): Promise<void> {
  await lockName(trx, `${code} ${JSON.stringify(where)}`);
  ensureWithin(code, added + (await countRows(trx, table, where)));
}
