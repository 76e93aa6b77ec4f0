import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Root joints only. Null: the second call of the law applies.
  await db.schema.alterTable('joint').addColumn('second_call_days', 'integer').execute();
  await db.schema.alterTable('joint').addColumn('second_call_hour', 'text').execute();
  await db.schema
    .alterTable('joint')
    .addColumn('budget_year_end', 'integer', (c) => c.notNull().defaultTo(12))
    .execute();
}
