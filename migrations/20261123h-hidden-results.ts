import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Whether nobody sees what was answered before the question closes; null: everybody does, as before this.
  await db.schema.alterTable('concept').addColumn('hide_results', 'integer').execute();
}
