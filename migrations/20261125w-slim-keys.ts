import { type Kysely, sql } from 'kysely';

/**
 * Stores the receipt of a vote as the answer of the idempotency key, without a reference to the record. Saves two
 * indexes, each as expensive per vote as the row itself.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Old keys are dropped once an hour; the job may scan a day's rows.
  await db.schema.dropIndex('idempotency_key_at').execute();
  await db.schema.dropIndex('idempotency_key_record').execute();
  await db.schema
    .createIndex('idempotency_key_record')
    .on('idempotency_key')
    .columns(['assembly_id', 'joint_id', 'concept_id', 'apartment_id'])
    .where(sql.ref('assembly_id'), 'is not', null)
    .execute();
}
