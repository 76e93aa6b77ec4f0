import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Of root joints. Without a second call of their own, the law's holds.
  await db.schema.alterTable('joint').addColumn('second_call_days', 'integer').execute();
  await db.schema.alterTable('joint').addColumn('second_call_hour', 'text').execute();
  await db.schema
    .alterTable('joint')
    .addColumn('budget_year_end', 'integer', (c) => c.notNull().defaultTo(12))
    .execute();
}
