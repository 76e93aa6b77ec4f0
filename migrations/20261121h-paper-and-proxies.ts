import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // A withdrawn code opens no session until the desk registers a unit with it again.
  await db.schema.alterTable('code').addColumn('withdrawn_at', 'bigint').execute();
  // When a scan that waited for the network arrived; `at` is when it was made. Null: at once.
  await db.schema.alterTable('attendance').addColumn('received_at', 'bigint').execute();
  // Most owners that one person may represent by proxy; null: no limit.
  await db.schema.alterTable('joint').addColumn('proxy_limit', 'integer').execute();
}
