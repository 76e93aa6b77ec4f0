import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Time and place of an assembly according to the notice; null if unknown.
  await db.schema.alterTable('assembly').addColumn('scheduled_at', 'bigint').execute();
  await db.schema.alterTable('assembly').addColumn('place', 'text').execute();
}
