import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Of a question that is decided by the by-laws' percentage: what has to be passed, in millionths of its base.
  await db.schema.alterTable('concept').addColumn('threshold', 'integer').execute();
  // The base: 'represented' or 'roll'.
  await db.schema.alterTable('concept').addColumn('threshold_base', 'text').execute();
}
