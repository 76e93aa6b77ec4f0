import { type Kysely, sql } from 'kysely';

/**
 * Adds the delivery of a published acta to the personal links of owners (Ley 675 de 2001, art. 47): the mail or the publication
 * of a printed letter, the first use, and the signature on the letter. Null for older links.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = [
    'message_id integer',
    'publication_id integer',
    'first_used_at bigint',
    'signed_at bigint',
  ];
  for (const column of columns) await sql`alter table owner_link add column ${sql.raw(column)}`.execute(db);
}
