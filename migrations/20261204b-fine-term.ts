import { type Kysely, sql } from 'kysely';

/** Adds the time to challenge a new fine to bills; null in older bills: no release printed the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bill add column fine_term text`.execute(db);
}
