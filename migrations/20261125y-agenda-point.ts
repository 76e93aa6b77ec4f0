import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Current point of the agenda (number) and its start; null if no point is open.
  await db.schema.alterTable('assembly').addColumn('point', 'integer').execute();
  await db.schema.alterTable('assembly').addColumn('point_since', 'bigint').execute();
}
