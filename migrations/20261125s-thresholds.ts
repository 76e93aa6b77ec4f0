import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Question with a percentage from the by-laws: share to exceed, in millionths of the base.
  await db.schema.alterTable('concept').addColumn('threshold', 'integer').execute();
  // Base: 'represented' or 'roll'.
  await db.schema.alterTable('concept').addColumn('threshold_base', 'text').execute();
}
