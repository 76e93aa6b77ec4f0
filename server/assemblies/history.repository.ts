import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import type { QuorumHistory } from '../../shared/assemblies/history.api.ts';
import type { Db } from '../db/engine.ts';
import type { AttendanceTable, Millis } from '../db/tables.ts';

interface Where {
  assemblyId: number;
  jointId: number;
}

/** Registrations that were annulled: which unit's, since when it had stood, and until when. */
export async function readPastRegistrations(
  db: Db,
  { assemblyId, jointId }: Where,
): Promise<{ apartmentId: string; from: Millis; until: Millis }[]> {
  const rows = await db
    .selectFrom('annulment')
    .select(['apartment_id', 'annulled_at', 'record'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', ATTENDANCE)
    .execute();
  return rows.map((row) => {
    const { at }: AttendanceTable = JSON.parse(row.record);
    return { apartmentId: row.apartment_id, from: at, until: row.annulled_at };
  });
}

/** The questions of a joint that were opened, in their order. */
export async function readOpenedQuestions(
  db: Db,
  { assemblyId, jointId }: Where,
): Promise<QuorumHistory['questions']> {
  const rows = await db
    .selectFrom('concept')
    .select(['concept_id', 'description', 'active', 'opened_at', 'closed_at'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '>', ATTENDANCE)
    .where('opened_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('concept_id')
    .execute();
  return rows.map((row) => ({
    conceptId: row.concept_id,
    conceptDescription: row.description,
    openedAt: new Date(row.opened_at ?? 0).toISOString(),
    closedAt: row.active === 1 || row.closed_at === null ? null : new Date(row.closed_at).toISOString(),
  }));
}
