import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Whose user it is where the table of units told their document; null where nobody did.
  await db.schema.alterTable('user_account').addColumn('document', 'text').execute();
  await db.schema.createIndex('user_account_document').on('user_account').column('document').execute();
}
