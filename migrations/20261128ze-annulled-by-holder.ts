import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Adds indexes to find annulled records by the holder in the old record, and by unit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const record = sql.raw(db.getExecutor().adapter instanceof SqliteAdapter ? 'record' : 'record::jsonb');
  await sql`create index annulment_holder on annulment ((${record} ->> 'holder'), concept_id)`.execute(db);
  await sql`create index annulment_unit on annulment (joint_id, apartment_id, assembly_id, concept_id)`.execute(
    db,
  );
}
