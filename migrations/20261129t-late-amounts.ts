import { type Kysely, sql } from 'kysely';

/**
 * Adds the amount of a bill for a payment after the due date: the day, and the amount in centavos. Both are null for
 * earlier bills. The amount alone is null if a legal ceiling was missing at the issue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bill add column late_day text`.execute(db);
  await sql`alter table bill add column late_total bigint`.execute(db);
}
