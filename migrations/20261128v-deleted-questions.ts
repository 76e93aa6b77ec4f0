import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Deleted question: author in the trail, and reason; null for other questions, and without a reason.
  await db.schema.alterTable('concept').addColumn('deleted_by', 'text').execute();
  await db.schema.alterTable('concept').addColumn('deleted_reason', 'text').execute();

  const deletions = await db
    .selectFrom('audit_entry')
    .select(['actor', 'data'])
    .where('act', '=', 'conceptDeleted')
    .execute();
  for (const { actor, data } of deletions) {
    const { assemblyId, jointId, conceptId, reason } = JSON.parse(data);
    await db
      .updateTable('concept')
      .set({ deleted_by: actor, deleted_reason: reason ?? null })
      .where('assembly_id', '=', assemblyId ?? 0)
      .where('joint_id', '=', jointId)
      .where('concept_id', '=', conceptId)
      .where('deleted_at', 'is not', null)
      .execute();
  }

  // New format of the expediente: orders the papers anew, with the programs among the papers.
  await sql`update paper_order set state = 'queued', attempts = 0, next_at = ordered_at, leased_until = null
    where state <> 'queued'`.execute(db);
}
