import { type Kysely, sql } from 'kysely';

/** Adds the means of a payment (cash, transfer, …) and the name of the payer. Null for earlier payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment add column means text`.execute(db);
  await sql`alter table payment add column payer text`.execute(db);
}
