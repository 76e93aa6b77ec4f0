import { CompiledQuery, sql } from 'kysely';
import { type Db, isSqlite } from './engine.ts';
import { type PackedRows, packRows, type RowSet } from './pack-rows.ts';
import { RowList } from './sqlite-dialect.ts';

/**
 * Values common to all rows to insert, for example time and user. Key: name of the column ('entered_at'). A
 * table uses only the values of own columns.
 */
export type SameInAll = Readonly<Record<string, number | string>>;

/**
 * Inserts rows serialized by `packRows` into the tables, in order.
 * @param sharedColumns values of the columns listed as `same`, common to all rows
 */
export async function putRows(trx: Db, { sets, bytes }: PackedRows, sharedColumns: SameInAll): Promise<void> {
  let at = 0;
  for (const { length, table, columns, same } of sets) {
    const rows = bytes.subarray(at, at + length);
    at += length;
    const added = same.filter((name) => sharedColumns[name] !== undefined);
    const names = sql.join([...columns, ...added].map((name) => sql.ref(name)));
    const more = added.map((name) => sharedColumns[name]);
    if (isSqlite(trx)) {
      const places = sql.raw([...columns, ...added].map(() => '?').join());
      const insert = sql`insert into ${sql.table(table)} (${names}) values (${places})`.compile(trx);
      await trx.executeQuery(CompiledQuery.raw(insert.sql, [new RowList(rows, more)]));
      continue;
    }
    const lists = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString();
    const pairs = sql.join([
      ...columns.map((name, i) => sql`${sql.lit(name)}, list -> ${sql.lit(i)}`),
      ...added.map((name, i) => sql`${sql.lit(name)}, to_jsonb(${more[i]}::text)`),
    ]);
    // Converts each value to the type of its column.
    await sql`insert into ${sql.table(table)} (${names})
      select ${sql.join([...columns, ...added].map((name) => sql.ref(`r.${name}`)))}
      from jsonb_array_elements(${lists}::jsonb) as list,
        lateral jsonb_populate_record(null::${sql.table(table)}, jsonb_build_object(${pairs})) as r`.execute(
      trx,
    );
  }
}

/**
 * Inserts a few rows into several tables, in order. For many rows, use `packRows` in a worker and then
 * `putRows`, because serializing blocks the thread.
 * @param sharedColumns values of the columns listed as `same`, common to all rows
 */
export const insertRows = (trx: Db, sets: readonly RowSet[], sharedColumns: SameInAll): Promise<void> =>
  putRows(trx, packRows(sets), sharedColumns);
