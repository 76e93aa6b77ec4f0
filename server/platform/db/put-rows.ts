import { CompiledQuery, sql } from 'kysely';
import { type Db, isSqlite } from './engine.ts';
import { type PackedRows, type PackedSet, packRows, piecesOf, type RowSet } from './pack-rows.ts';
import { RowList } from './sqlite-dialect.ts';

/**
 * Values common to all rows to insert, for example time and user. Key: name of the column ('entered_at'). A
 * table uses only the values of own columns.
 */
export type SameInAll = Readonly<Record<string, number | string>>;

/**
 * Inserts rows serialized by `packRows`, staged or not, into the tables, in order.
 * @param sharedColumns values of the columns listed as `same`, common to all rows
 * @throws Error, to undo the transaction, if the connection lost staged rows
 */
export async function putRows(trx: Db, packed: PackedRows, sharedColumns: SameInAll): Promise<void> {
  let stage = packed.firstStage ?? 0;
  for (const { table, columns, same, quantity, rows } of piecesOf(packed)) {
    const added = same.filter((name) => sharedColumns[name] !== undefined);
    const names = sql.join([...columns, ...added].map((name) => sql.ref(name)));
    const more = added.map((name) => sharedColumns[name]);
    if (packed.firstStage !== undefined) {
      const values = sql.join([...placesOf(columns).map((place) => sql.ref(place)), ...more]);
      const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${names})
        select ${values} from temp.staged_row where stage = ${stage} order by rowid`.execute(trx);
      if (Number(numAffectedRows) !== quantity) throw new Error(`Staged rows of ${table} are missing.`);
      stage += 1;
      continue;
    }
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

/** Maximum rows of a piece if all rows of a table go in a single statement, so that a failure stores no row. */
const WHOLE = Number.MAX_SAFE_INTEGER;

/** Stages of the process: number of the last stage, number of transactions with stages, and the deletion of all rows. */
const stages = { last: 0, used: 0, emptying: Promise.resolve() };

/**
 * Runs a transaction that stores many rows by `putRows`. On SQLite all writes wait for the transaction, so the rows
 * first go into a temporary table of the connection, piece by piece, with votes in between. The transaction then
 * moves the rows by a single statement per table, in a fifth of the time. PostgreSQL locks only rows, so needs no stage.
 * @param store gets the rows to pass to `putRows`; called once
 */
export async function withStagedRows<T>(
  db: Db,
  packed: PackedRows,
  store: (rows: PackedRows) => Promise<T>,
): Promise<T> {
  if (!isSqlite(db) || packed.sets.length < 2) return store(packed);
  const sets: PackedSet[] = [];
  stages.used += 1;
  await stages.emptying;
  const firstStage = stages.last + 1;
  stages.last += packed.sets.length;
  try {
    for (const { rows, ...set } of piecesOf(packed)) {
      const before = sets.at(-1);
      if (before !== undefined && insertOf(before) === insertOf(set)) before.quantity += set.quantity;
      else sets.push({ ...set, length: 0 });
      const names = [...placesOf(set.columns), 'stage'];
      const insert = `insert into temp.staged_row (${names}) values (${names.map(() => '?')})`;
      await db.executeQuery(CompiledQuery.raw(insert, [new RowList(rows, [firstStage + sets.length - 1])]));
    }
    // Else the commit may empty the log of SQLite too.
    await sql`pragma wal_checkpoint(passive)`.execute(db);
    return await store({ sets, bytes: new Uint8Array(), firstStage });
  } finally {
    stages.used -= 1;
    // The table whole, because a delete by stage holds the store as long as the move. A fault here must not hide the end of
    // the transaction: a temporary table ends with the connection.
    if (stages.used === 0)
      stages.emptying = sql`delete from temp.staged_row`.execute(db).then(nothing, nothing);
    await stages.emptying;
  }
}

const nothing = (): void => undefined;

/** Text equal for pieces of the same insert. */
const insertOf = ({ table, columns, same }: PackedSet): string => JSON.stringify([table, columns, same]);

/** Columns of the stage for the columns of a table. */
const placesOf = (columns: readonly string[]): string[] => columns.map((_, i) => `v${i}`);

/**
 * Inserts a few rows into several tables, in order. For many rows, use `packRows` in a worker and then
 * `putRows`, because serializing blocks the thread.
 * @param sharedColumns values of the columns listed as `same`, common to all rows
 */
export const insertRows = (trx: Db, sets: readonly RowSet[], sharedColumns: SameInAll): Promise<void> =>
  putRows(trx, packRows(sets, WHOLE), sharedColumns);
