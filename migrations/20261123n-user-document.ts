import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Document of the user, from the table of units; null if missing.
  await db.schema.alterTable('user_account').addColumn('document', 'text').execute();
  await db.schema.createIndex('user_account_document').on('user_account').column('document').execute();
}
