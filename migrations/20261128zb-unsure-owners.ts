import { type Kysely, sql } from 'kysely';

/** Adds to each reopening the units with a counting vote and a doubtful change of owner; null in old rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table question_interval add column unsure_owners text`.execute(db);
}
