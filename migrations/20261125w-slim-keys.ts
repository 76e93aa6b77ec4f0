import { type Kysely, sql } from 'kysely';

/**
 * A vote's key has the vote's receipt for its answer, and names no record: it is in none of the indexes, of which each costs
 * a vote as much as its own row.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Old keys are dropped once an hour, which may read all that a day has left.
  await db.schema.dropIndex('idempotency_key_at').execute();
  await db.schema.dropIndex('idempotency_key_record').execute();
  await db.schema
    .createIndex('idempotency_key_record')
    .on('idempotency_key')
    .columns(['assembly_id', 'joint_id', 'concept_id', 'apartment_id'])
    .where(sql.ref('assembly_id'), 'is not', null)
    .execute();
}
