import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Kinds of units with one vote each where a question is decided per unit, as a JSON list. A question keeps
  // those of its joint at its creation.
  for (const table of ['joint', 'concept']) {
    await db.schema
      .alterTable(table)
      .addColumn('per_unit_kinds', 'text', (c) => c.notNull().defaultTo('["vivienda"]'))
      .execute();
  }
}
