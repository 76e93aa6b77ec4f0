import { type Kysely, sql } from 'kysely';

/** Adds the former names of a charge concept as a JSON list: sheets with a former name find the concept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charge_concept add column former_names text`.execute(db);
}
