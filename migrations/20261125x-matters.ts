import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Legal matter of a question; null if not entered.
  await db.schema.alterTable('concept').addColumn('matter', 'text').execute();
}
