import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // When the closing of an open question is announced for; null: it has no countdown.
  await db.schema.alterTable('concept').addColumn('countdown_to', 'bigint').execute();
}
