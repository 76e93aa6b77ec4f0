import { type LimitCode, limits } from '../../../shared/limits.ts';
import type { Db } from '../db/engine.ts';
import { Problem } from '../http/problem.ts';
import { type Counted, countRows } from './rows.repository.ts';

/** Checks a count against a limit. @throws Problem with count and limit */
export function ensureWithin(code: LimitCode, count: number, most: number = limits[code].most): void {
  if (count > most) throw new Problem(code, { count, most });
}

/** Counts the rows before some are added. @throws Problem of the limit */
export async function ensureRoom(
  db: Db,
  code: LimitCode,
  {
    table,
    where = {},
    added = 1,
  }: { table: Counted; where?: Readonly<Record<string, number>>; added?: number },
): Promise<void> {
  ensureWithin(code, added + (await countRows(db, table, where)));
}
