import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Last clearing of the attendance, by a reset or the second call. Earlier scans are refused as late.
  await db.schema.alterTable('assembly').addColumn('attendance_since', 'bigint').execute();
  await db
    .updateTable('assembly')
    .set((eb) => ({
      attendance_since: eb
        .selectFrom('annulment')
        .select((s) => s.fn.max('annulment.annulled_at').as('at'))
        .whereRef('annulment.assembly_id', '=', 'assembly.assembly_id')
        .where('annulment.concept_id', '=', 1)
        .where('annulment.act', 'in', ['reset', 'secondCall']),
    }))
    .execute();
}
