import { setTimeout as sleep } from 'node:timers/promises';
import { type Expression, type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { groupBy } from '../lib/group-by.ts';
import type { RowsText } from './pack-rows.ts';
import { finds, readyQuery } from './queries.ts';
import type { Tables } from './tables.ts';

/** Database, or open transaction. First parameter of every repository function. */
export type Db = Kysely<Tables>;

/** True on SQLite, false on PostgreSQL. Used only in `server/platform/db`. */
export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** Type of a column in `jsonTable`, the SQL table made of JSON rows. */
export type ColumnType = 'integer' | 'bigint' | 'text';

/**
 * Passes rows of simple values to an SQL statement as a table, in a single JSON parameter. The text of the
 * statement is the same for 1 or 1,000 rows, so the database prepares the statement once.
 * @param rows rows, or the JSON text of rows: as bytes, written by a worker, or as the place of a `readyQuery`
 * @param columns name and type of each column; a missing value becomes null
 */
export function jsonTable<Row>(
  db: Db,
  rows: readonly Row[] | Uint8Array | RawBuilder<string>,
  columns: Record<keyof Row & string, ColumnType>,
): RawBuilder<Row> {
  const json = rows instanceof Uint8Array ? new TextDecoder().decode(rows) : textOf(rows);
  const names = Object.keys(columns) as (keyof Row & string)[];
  if (isSqlite(db)) {
    const picks = sql.join(names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`));
    return sql<Row>`(select ${picks} from json_each(${json}))`;
  }
  const types = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`));
  return sql<Row>`(select * from jsonb_to_recordset(${json}::jsonb) as r(${types}))`;
}

const textOf = (rows: readonly unknown[] | RawBuilder<string>) =>
  Array.isArray(rows) ? JSON.stringify(rows) : rows;

/**
 * SQL expression for the text of a field in a column with a JSON object; null if the field is missing. Fast
 * only with an index on the same expression, for example `annulment_receipt`.
 */
export const jsonField = (db: Db, column: string, field: string): RawBuilder<string | null> =>
  isSqlite(db)
    ? sql`(${sql.ref(column)} ->> ${sql.lit(field)})`
    : sql`(${sql.ref(column)}::jsonb ->> ${sql.lit(field)})`;

/** Reads the columns of the primary key of each table, in order. */
export async function readPrimaryKeys(db: Db): Promise<ReadonlyMap<string, string[]>> {
  const query = isSqlite(db)
    ? sql<{ table: string; name: string }>`select m.name as "table", p.name from sqlite_master m
        join pragma_table_info(m.name) p where m.type = 'table' and p.pk > 0 order by m.name, p.pk`
    : sql<{ table: string; name: string }>`select k.table_name as "table", k.column_name as name
        from information_schema.key_column_usage k
        join information_schema.table_constraints c using (constraint_schema, constraint_name, table_name)
        where c.constraint_type = 'PRIMARY KEY' and k.table_schema = current_schema()
        order by k.table_name, k.ordinal_position`;
  const { rows } = await query.execute(db);
  return new Map(
    [...groupBy(rows, ({ table }) => table)].map(([table, of]) => [table, of.map(({ name }) => name)]),
  );
}

/**
 * Runs a query and returns the rows as JSON text written by the database, in the query's order. The text
 * goes to a worker without building an object per row; `rowsIn` parses the text.
 * @param columns all columns of the query, with simple values only
 */
export async function readRowsText<Row>(
  db: Db,
  query: Expression<Row>,
  columns: (keyof Row & string)[],
): Promise<RowsText<Row>> {
  const values = sql.join(columns.map((name) => sql.ref(`q.${name}`)));
  const list = isSqlite(db)
    ? sql`json_group_array(json_array(${values}))`
    : sql`coalesce(json_agg(json_build_array(${values})), '[]')::text`;
  const { rows } = await sql<{ text: string }>`select ${list} as text from ${query} as q`.execute(db);
  return { columns, text: rows[0]?.text ?? '[]' };
}

/**
 * Locks a joint (co-owned property) for writing until the end of the transaction, so acts on a joint run in
 * sequence. Call first in every write. On SQLite no lock is needed, because a single transaction writes at a
 * time.
 * @returns false if the joint does not exist
 */
export async function lockJoint(trx: Db, jointId: number): Promise<boolean> {
  return (await lockedJoint(trx, { jointId })).rows.length > 0;
}

const lockedJoint = readyQuery<{ jointId: number }>((trx, { jointId }) => {
  const query = trx.selectFrom('joint_revision').select('joint_id').where('joint_id', '=', jointId);
  return isSqlite(trx) ? query : query.forUpdate();
});

/** Locks an event for writing until the end of the transaction. @returns false if the event does not exist */
export function lockEvent(trx: Db, eventId: number): Promise<boolean> {
  const query = trx.selectFrom('event').select('event_id').where('event_id', '=', eventId);
  return finds(isSqlite(trx) ? query : query.forUpdate());
}

/**
 * Locks a joint's billing until the end of the transaction. Independent of `lockJoint`, so votes never wait for
 * billing.
 */
export async function lockBilling(trx: Db, jointId: number): Promise<void> {
  await trx
    .insertInto('billing_joint')
    .values({ joint_id: jointId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = trx.selectFrom('billing_joint').select('joint_id').where('joint_id', '=', jointId);
  await (isSqlite(trx) ? query : query.forUpdate()).executeTakeFirstOrThrow();
}

/**
 * Takes a lock by name until the end of the transaction: a second transaction with the same name waits. On
 * SQLite no lock is needed, because a single transaction writes at a time.
 */
export async function lockName(trx: Db, name: string): Promise<void> {
  if (!isSqlite(trx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

/**
 * Runs several reads in a transaction on the same state of the database (snapshot), without delaying
 * writers.
 */
export function readAsOfNow<T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> {
  const transaction = db.transaction().setAccessMode('read only');
  return (isSqlite(db) ? transaction : transaction.setIsolationLevel('repeatable read')).execute(read);
}

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

/** True if a statement failed because a row with the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && uniqueCodes.has(String(error.code));
}

/**
 * Returns a text changed by each written row of the SQLite database, except for the row of the health
 * checks. Backups compare two marks to skip a copy of an unchanged store.
 */
export async function sqliteMark(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: number }>`
    select total_changes() - coalesce((select writes from store_probe), 0) as mark
  `.execute(db);
  return String(rows[0]?.mark ?? '');
}

/** Tries to empty SQLite's log, and the pause between two tries in ms: ten seconds together. */
const LOG_TRIES = 100;
const LOG_PAUSE_MS = 100;

/**
 * Removes erased content from free space of the store: SQLite writes the file anew and empties the log; PostgreSQL frees dead
 * rows. Outside of a transaction. On SQLite other calls wait meanwhile.
 * @throws Error if a reader holds SQLite's log for ten seconds
 */
export async function scrubFreeSpace(db: Db): Promise<void> {
  await sql`vacuum`.execute(db);
  if (!isSqlite(db)) return;
  // A reading worker keeps the log for a moment.
  for (let tries = 0; tries < LOG_TRIES; tries += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return;
    await sleep(LOG_PAUSE_MS);
  }
  throw new Error('The log of SQLite is in use: erased content is left in the log.');
}
