import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Of root joints: by matter what their by-laws ask for, as JSON. Without any the law's majorities hold.
  await db.schema
    .alterTable('joint')
    .addColumn('by_law_majorities', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  // Of a question that is decided by the majority of the by-laws: where they say so.
  await db.schema.alterTable('concept').addColumn('clause', 'text').execute();
}
