import { CompiledQuery, sql } from 'kysely';
import { type Db, isSqlite } from './engine.ts';
import { type PackedRows, packRows, type RowSet } from './pack-rows.ts';
import { RowList } from './sqlite-dialect.ts';

/** Columns by their names, of which each table takes those that are the same in all of its rows. */
export type SameInAll = Readonly<Record<string, number | string>>;

/** Puts rows into their tables, as they were written down: on SQLite its thread reads them. */
export async function putRows(trx: Db, { sets, bytes }: PackedRows, given: SameInAll): Promise<void> {
  let at = 0;
  for (const { length, table, columns, same } of sets) {
    const rows = bytes.subarray(at, at + length);
    at += length;
    const more = same.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [{ name, value }];
    });
    const names = [...Object.keys(columns), ...more.map(({ name }) => name)];
    if (isSqlite(trx)) {
      const quoted = names.map((name) => `"${name}"`);
      const text = `insert into "${table}" (${quoted}) values (${names.map(() => '?')})`;
      const values = more.map(({ value }) => value);
      await trx.executeQuery(CompiledQuery.raw(text, [new RowList(rows, values)]));
      continue;
    }
    const json = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString();
    const picks = sql.join([
      ...Object.values(columns).map((type, i) => sql`(value ->> ${sql.lit(i)})::${sql.raw(type)}`),
      // By itself a parameter there is text.
      ...more.map(
        ({ value }) => sql`cast(${value} as ${sql.raw(typeof value === 'number' ? 'bigint' : 'text')})`,
      ),
    ]);
    const into = sql`${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})`;
    await sql`insert into ${into} select ${picks} from jsonb_array_elements(${json}::jsonb)`.execute(trx);
  }
}

/** The same of a few rows. */
export const insertRows = (trx: Db, sets: readonly RowSet[], given: SameInAll): Promise<void> =>
  putRows(trx, packRows(sets), given);
