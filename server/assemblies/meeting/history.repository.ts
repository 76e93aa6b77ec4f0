import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';

interface Where {
  assemblyId: number;
  jointId: number;
}

/** How a record ceased to stand. */
export interface Annulled {
  at: Millis;
  /** Which act it was, as the annulments name it. */
  how: string;
  reason: string | null;
  /** Who did it, as the trail calls them. */
  actor: string;
}

/** A registration that stands or stood. */
export interface Stay {
  record: AttendanceTable;
  /** Null while it stands. */
  end: Annulled | null;
}

/** Records of a concept that were annulled, in the order in which they were. */
export async function readAnnulled<T>(
  db: Db,
  { assemblyId, jointId, conceptId }: Where & { conceptId: number },
): Promise<{ record: T; end: Annulled }[]> {
  const rows = await db
    .selectFrom('annulment')
    .select(['annulled_at as at', 'act as how', 'reason', 'annulled_by as actor', 'record'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .orderBy('annulment_id')
    .execute();
  return rows.map(({ record, ...end }) => ({ record: JSON.parse(record), end }));
}

/** Every registration of a joint in an assembly: first what ended, in that order, then what stands. */
export async function readStays(db: Db, where: Where): Promise<Stay[]> {
  const ended = await readAnnulled<AttendanceTable>(db, { ...where, conceptId: ATTENDANCE });
  const standing = await db
    .selectFrom('attendance')
    .selectAll()
    .where('assembly_id', '=', where.assemblyId)
    .where('joint_id', '=', where.jointId)
    .execute();
  return [...ended, ...standing.map((record) => ({ record, end: null }))];
}
