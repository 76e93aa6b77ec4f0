import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Holder of the single vote in non-economic questions: each unit or each owner. A question stores the joint's value
  // at creation.
  for (const table of ['joint', 'concept']) {
    await db.schema
      .alterTable(table)
      .addColumn('vote_per', 'text', (c) => c.notNull().defaultTo('unit'))
      .execute();
  }
}
