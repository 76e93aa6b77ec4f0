import { type Kysely, sql } from 'kysely';

/** Adds the confirming person of a point outside the sent notice to questions; null in older rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table concept add column outside_confirmed_by text`.execute(db);
}
