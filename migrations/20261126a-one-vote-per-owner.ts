import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Who has one vote where nothing economic is decided: each unit, or each owner. A question keeps its joint's at its creation.
  for (const table of ['joint', 'concept']) {
    await db.schema
      .alterTable(table)
      .addColumn('vote_per', 'text', (c) => c.notNull().defaultTo('unit'))
      .execute();
  }
}
