import { type Kysely, sql } from 'kysely';

/** Adds the phone for questions of owners to joints. No joint has a phone at the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table joint add column help_phone text`.execute(db);
}
