import { type Kysely, sql } from 'kysely';

/**
 * Orders the papers of every ended assembly again: the new format of the expediente tells attendance from home, and the
 * verifiers among the older papers do not read the format.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update paper_order set state = 'queued', attempts = 0, next_at = ordered_at, leased_until = null
    where state <> 'queued'`.execute(db);
}
