import { type Kysely, sql } from 'kysely';

/** Adds the bounce of a mail, and the mail of a delivery of a notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_message add column bounced_at bigint`.execute(db);
  await sql`alter table mail_message add column bounce text`.execute(db);
  await sql`alter table delivery add column message_id integer`.execute(db);
}
