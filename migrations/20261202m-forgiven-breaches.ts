import { type Kysely, sql } from 'kysely';

/**
 * Removes the day of a declared breach of a payment agreement, since the breach is computed, and adds the days of forgiven
 * breaches as JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement drop column broken_on`.execute(db);
  await sql`alter table agreement add column forgiven_on text not null default '[]'`.execute(db);
}
