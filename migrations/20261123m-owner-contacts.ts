import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // E-mail addresses and phones of an owner, as JSON lists; null if unknown.
  await db.schema.alterTable('ownership').addColumn('owner_emails', 'text').execute();
  await db.schema.alterTable('ownership').addColumn('owner_phones', 'text').execute();
}
