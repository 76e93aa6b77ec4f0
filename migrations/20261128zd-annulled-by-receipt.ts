import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Adds an index to find annulled votes by the receipt in the old record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const record = sql.raw(db.getExecutor().adapter instanceof SqliteAdapter ? 'record' : 'record::jsonb');
  await sql`create index annulment_receipt on annulment ((${record} ->> 'receipt'))`.execute(db);
}
