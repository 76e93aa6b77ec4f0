import { type Kysely, sql } from 'kysely';

/** Adds an index to find votes by receipt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index vote_receipt on vote (receipt)`.execute(db);
}
