import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // How somebody read the columns of an event's lists, by their headers, as JSON. Null: nobody did.
  await db.schema.alterTable('event').addColumn('known_columns', 'text').execute();
}
