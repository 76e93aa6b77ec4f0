import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Where a session was opened from, until an entry of the trail adds its sign-in up; null where that is done.
  await db.schema.alterTable('session').addColumn('unnoted_address', 'text').execute();
}
