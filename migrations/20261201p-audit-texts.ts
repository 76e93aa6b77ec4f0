import { type Kysely, sql } from 'kysely';

/**
 * Adds the erasable texts of audit entries: the hashed body of an entry has the salted hash of a contact, the text and the salt
 * stand beside. Entries before have whole texts in the hashed body, and stay unchanged.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table audit_text (
    chain text not null, seq integer not null, hash text not null, salt text, body text, erasure_key text,
    constraint audit_text_pk primary key (chain, seq, hash)
  )`.execute(db);
}
