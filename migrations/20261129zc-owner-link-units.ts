import { type Kysely, sql } from 'kysely';

/**
 * Adds the units of the owner to a personal link of a mail, as a JSON list of unit ids. Null for earlier links: the
 * page of the link then shows no own votes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table owner_link add column apartment_ids text`.execute(db);
}
