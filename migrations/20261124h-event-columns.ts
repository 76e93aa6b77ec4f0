import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Column roles of an event's lists chosen by hand, by header, as JSON. Null: no choice yet.
  await db.schema.alterTable('event').addColumn('known_columns', 'text').execute();
}
