import { type Kysely, sql } from 'kysely';

/** Adds an index to find the audit entries of an instant, for the promises of a repeated vote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_entry_at on audit_entry (chain, at, seq)`.execute(db);
}
