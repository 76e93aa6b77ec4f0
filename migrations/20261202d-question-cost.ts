import { type Kysely, sql } from 'kysely';

/** Adds the cost of a decision to a question: centavos of the whole joint, and months; null without a cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table concept add column cost_amount bigint`.execute(db);
  await sql`alter table concept add column cost_months integer`.execute(db);
}
