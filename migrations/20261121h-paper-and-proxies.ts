import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // A withdrawn code opens no session until the desk registers a unit with the code again.
  await db.schema.alterTable('code').addColumn('withdrawn_at', 'bigint').execute();
  // Arrival time of a delayed offline scan; `at` is the time of the scan. Null: no delay.
  await db.schema.alterTable('attendance').addColumn('received_at', 'bigint').execute();
  // Maximum number of owners represented by one person; null: no limit.
  await db.schema.alterTable('joint').addColumn('proxy_limit', 'integer').execute();
}
