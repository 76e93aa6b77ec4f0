import type { Db } from '../../platform/db/engine.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import type { ReportUnit } from './rows.ts';

interface ReportKey {
  assemblyId: number;
  jointId: number;
}

/** Unit of the roll for a report, with the key of the owner to count different owners. */
export interface ReportRollUnit extends ReportUnit {
  /** Equal for units of the same owner. */
  ownerKey: string;
  /** Position of the unit in the joint's table of units, ascending. */
  position: number;
}

/** Reads the present roll of a joint for a report, in the order of the joint's table of units. */
export function readRollUnits(db: Db, { assemblyId, jointId }: ReportKey): Promise<ReportRollUnit[]> {
  return db
    .selectFrom('roll_unit')
    .select([
      'apartment_id as apartmentId',
      'owner_name as owner',
      'owner_document as ownerDocument',
      'person_key as ownerKey',
      'coefficient',
      'position',
    ])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .orderBy('position')
    .execute();
}

/** Reads the current votes of a question with all columns, for the report of the question. */
export function readWholeVotes(
  db: Db,
  { assemblyId, jointId, conceptId }: ReportKey & { conceptId: number },
): Promise<VoteTable[]> {
  return db
    .selectFrom('vote')
    .selectAll()
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .execute();
}
