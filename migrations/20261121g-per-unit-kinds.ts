import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Kinds of units with one vote each in questions decided per unit, as a JSON list. A question stores the joint's
  // value at creation.
  for (const table of ['joint', 'concept']) {
    await db.schema
      .alterTable(table)
      .addColumn('per_unit_kinds', 'text', (c) => c.notNull().defaultTo('["vivienda"]'))
      .execute();
  }
}
