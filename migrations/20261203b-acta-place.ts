import { type Kysely, sql } from 'kysely';

/** Adds the place of the copy to the publications of signed actas (Ley 675 de 2001, art. 47). Null in older publications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table acta_publication add column place text`.execute(db);
}
