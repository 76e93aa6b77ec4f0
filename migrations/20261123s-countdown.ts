import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Announced closing time of an open question; null: no countdown.
  await db.schema.alterTable('concept').addColumn('countdown_to', 'bigint').execute();
}
