import { type Kysely, sql } from 'kysely';

/**
 * Adds the versions of a notice as sent, a record for each delivery of a notice to an owner, and the first use of an
 * access link. Earlier mails and letters become deliveries without an answer of the mail server.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table notice_version (
    assembly_id integer not null references assembly (assembly_id), sha256 text not null, content text not null,
    made_at bigint not null, constraint notice_version_pk primary key (assembly_id, sha256)
  )`.execute(db);
  await sql`create table delivery (
    delivery_key text primary key, assembly_id integer not null references assembly (assembly_id),
    user_id integer not null references user_account (user_id), channel text not null, address text,
    sent_at bigint not null, answer text, notice_sha256 text, token_hash text, signed_at bigint, signed_by text
  )`.execute(db);
  await sql`create index delivery_assembly on delivery (assembly_id, user_id)`.execute(db);
  await sql`alter table access_link add column first_used_at bigint`.execute(db);
  await sql`update access_link set first_used_at = used_at`.execute(db);
  await sql`insert into delivery (delivery_key, assembly_id, user_id, channel, address, sent_at)
    select 'mail-' || message_id, assembly_id, user_id, 'mail', to_address, sent_at from mail_message
    where kind = 'invitation' and sent_at is not null and user_id is not null and assembly_id is not null`.execute(
    db,
  );
  await sql`insert into delivery (delivery_key, assembly_id, user_id, channel, sent_at, token_hash)
    select 'letter-' || token_hash, assembly_id, user_id, 'letter', created_at, token_hash from access_link
    where purpose = 'letter' and assembly_id is not null`.execute(db);
}
