import { type Kysely, sql } from 'kysely';

/**
 * Adds the layout and the bank of an imported file of payments, to recognize the same movements in a file of another
 * layout, and the id of a payment at a gateway. Null for earlier files and payments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_file add column layout_key text`.execute(db);
  await sql`alter table payment_file add column bank text`.execute(db);
  await sql`alter table payment add column transaction_id text`.execute(db);
}
