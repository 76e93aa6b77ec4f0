import { sql } from 'kysely';
import type { Db } from '../db/engine.ts';
import { countOf } from '../db/queries.ts';

/** Database tables with a limited number of rows. */
export type LimitedTable = 'concept' | 'event' | 'joint' | 'participant' | 'proposal' | 'user_account';

/**
 * Counts the rows of a table with the given values in columns. Empty rows of deleted rehearsals do not count.
 * @param where key: name of the column. Value: required value
 */
export function countRows(
  db: Db,
  table: LimitedTable,
  where: Readonly<Record<string, number>>,
): Promise<number> {
  const conditions = Object.entries(where).map(
    ([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`,
  );
  if (table === 'joint') conditions.push(sql<boolean>`(rehearsal_of is null or uses_assemblies = 1)`);
  return countOf(db.selectFrom(table).where((eb) => eb.and(conditions)));
}
