import type { Kysely } from 'kysely';

/** Column type for epoch milliseconds, on both database engines. */
const MILLIS = 'bigint';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Convener; units of convening owners as JSON.
  await db.schema.alterTable('assembly').addColumn('convener', 'text').execute();
  await db.schema.alterTable('assembly').addColumn('convening_units', 'text').execute();
  // Incremented with each change of a fact.
  await db.schema
    .alterTable('assembly')
    .addColumn('facts_version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  // Last change of day, hour, place or agenda, and the SEQUENCE of the calendar entry.
  await db.schema.alterTable('assembly').addColumn('call_changed_at', MILLIS).execute();
  await db.schema
    .alterTable('assembly')
    .addColumn('call_sequence', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Earlier entries used the second of the e-mail as SEQUENCE: the next must be greater.
  await db
    .updateTable('assembly')
    .set({ call_sequence: Math.floor(Date.now() / 1000) })
    .where('archived_at', 'is', null)
    .where('scheduled_at', 'is not', null)
    .execute();
}
