import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // When and where an assembly is to be held, as its notice says; null where that is not known.
  await db.schema.alterTable('assembly').addColumn('scheduled_at', 'bigint').execute();
  await db.schema.alterTable('assembly').addColumn('place', 'text').execute();
}
