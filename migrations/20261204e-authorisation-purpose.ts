import { type Kysely, sql } from 'kysely';

/** Adds the purpose to authorisations of personal data; null for the policy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table data_authorisation add column purpose text`.execute(db);
}
