import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';

interface AssemblyPart {
  assemblyId: number;
  jointId: number;
}

/**
 * End of a vote or registration before the assembly's end: time, act (for example a reset), reason and author.
 * Shown in reports.
 */
export interface Annulled {
  /** Time of the end, epoch ms. */
  at: Millis;
  /** Name of the act that ended the record, as stored. */
  how: string;
  /** Reason typed by the person; null without a reason. */
  reason: string | null;
  /** Actor as written in the audit trail: 'user:12' or 'code:…'. */
  actor: string;
}

/** Registration of a unit in an assembly, from the entry to the departure: current, or ended with time and reason. */
export interface Stay {
  /** Registration as stored. */
  record: AttendanceTable;
  /** End of the registration; null while current. */
  end: Annulled | null;
}

/**
 * Reads annulled votes and ended registrations, of a question or a unit, each with time, act and reason of the end,
 * in order of the end. For reports and the history of a unit.
 */
export async function readAnnulled<T>(
  db: Db,
  {
    assemblyId,
    jointId,
    conceptId,
    apartmentId,
  }: AssemblyPart & { conceptId?: number; apartmentId?: string },
): Promise<{ record: T; end: Annulled }[]> {
  let query = db
    .selectFrom('annulment')
    .select(['annulled_at as at', 'act as how', 'reason', 'annulled_by as actor', 'record'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .orderBy('annulment_id');
  if (conceptId !== undefined) query = query.where('concept_id', '=', conceptId);
  if (apartmentId !== undefined) query = query.where('apartment_id', '=', apartmentId);
  const rows = await query.execute();
  return rows.map(({ record, ...end }) => ({ record: JSON.parse(record), end }));
}

/**
 * Reads every registration of a joint (co-owned property) in an assembly: ended registrations in order of
 * their end, then current registrations.
 */
export async function readStays(db: Db, where: AssemblyPart): Promise<Stay[]> {
  const ended = await readAnnulled<AttendanceTable>(db, { ...where, conceptId: ATTENDANCE });
  const standing = await db
    .selectFrom('attendance')
    .selectAll()
    .where('assembly_id', '=', where.assemblyId)
    .where('joint_id', '=', where.jointId)
    .execute();
  return [...ended, ...standing.map((record) => ({ record, end: null }))];
}
