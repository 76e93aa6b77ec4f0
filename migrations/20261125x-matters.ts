import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // What a question decides, by the matters of the law; null where nobody said.
  await db.schema.alterTable('concept').addColumn('matter', 'text').execute();
}
