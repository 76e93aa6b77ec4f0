import { type Kysely, sql } from 'kysely';

/** Adds the substitute of the representative to powers of attorney. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table power add column substitute_name text`.execute(db);
  await sql`alter table power add column substitute_document text`.execute(db);
}
