import { sql } from 'kysely';
import { type Db, jsonLists } from './engine.ts';
import { type ReadySet, type SerializedRows, slicesOf } from './pack-rows.ts';
import type { Tables } from './tables.ts';

/** By table: columns that are the same in all of its rows, and known only when they are stored. */
export type Fixed = Partial<Record<keyof Tables, Readonly<Record<string, number | string>>>>;

/** Puts rows into their tables. */
export async function putRows(trx: Db, ready: SerializedRows, fixed: Fixed = {}): Promise<void> {
  for (const { set, json } of slicesOf(ready)) {
    await insertFrom(trx, set, jsonLists(trx, json, set.columns), fixed);
  }
}

/** Puts rows into their table, of something to select them from that has its columns. */
export async function insertFrom(
  trx: Db,
  { table, columns }: Pick<ReadySet, 'table' | 'columns'>,
  given: ReturnType<typeof jsonLists>,
  fixed: Fixed,
): Promise<void> {
  const same = Object.entries(fixed[table] ?? {});
  const names = sql.join(
    [...Object.keys(columns), ...same.map(([name]) => name)].map((name) => sql.ref(name)),
  );
  const values = sql.join([
    ...Object.keys(columns).map((name) => sql.ref(name)),
    // PostgreSQL takes a parameter there for text.
    ...same.map(
      ([, value]) => sql`cast(${value} as ${sql.raw(typeof value === 'number' ? 'bigint' : 'text')})`,
    ),
  ]);
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from ${given} as given`.execute(trx);
}
