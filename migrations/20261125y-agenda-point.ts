import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // The point of the agenda that is being dealt with, by its number, and since when; null where none is.
  await db.schema.alterTable('assembly').addColumn('point', 'integer').execute();
  await db.schema.alterTable('assembly').addColumn('point_since', 'bigint').execute();
}
