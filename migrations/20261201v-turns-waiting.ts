import { type Kysely, sql } from 'kysely';

/**
 * Adds the holder (user or code of the units' registration) to a turn to speak; empty for older turns. Adds an index of the running turn and
 * the waiting requests: every change of the live state reads them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turn add column holder text not null default ''`.execute(db);
  await sql`create index turn_waiting on turn (assembly_id, turn_id) where ended_at is null`.execute(db);
}
