import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // 1 to hide the results until the closing; null: visible, as before the migration.
  await db.schema.alterTable('concept').addColumn('hide_results', 'integer').execute();
}
