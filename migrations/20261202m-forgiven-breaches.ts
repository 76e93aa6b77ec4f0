import { type Kysely, sql } from 'kysely';

/**
 * Computes the breach of a payment agreement by its rule: the stored day of a declared breach goes, and the days of forgiven
 * breaches are stored as JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement drop column broken_on`.execute(db);
  await sql`alter table agreement add column forgiven_on text not null default '[]'`.execute(db);
}
