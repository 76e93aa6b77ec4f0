import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Root joints only: majorities of the by-laws by matter, as JSON. Null: the majorities of the law apply.
  await db.schema
    .alterTable('joint')
    .addColumn('by_law_majorities', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  // Question with a majority of the by-laws: the clause.
  await db.schema.alterTable('concept').addColumn('clause', 'text').execute();
}
