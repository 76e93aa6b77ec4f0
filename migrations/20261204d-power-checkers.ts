import { type Kysely, sql } from 'kysely';

/** Adds the persons that check powers to joints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table joint add column power_checkers text`.execute(db);
}
