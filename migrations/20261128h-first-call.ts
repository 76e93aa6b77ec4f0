import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Assembly in second call: epoch ms of the first call, without a quorum; else null.
  await db.schema.alterTable('assembly').addColumn('first_call_at', 'bigint').execute();
}
