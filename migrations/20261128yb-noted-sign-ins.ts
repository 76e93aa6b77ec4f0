import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Address of a sign-in until summarized by an entry of the trail; else null.
  await db.schema.alterTable('session').addColumn('unnoted_address', 'text').execute();
}
