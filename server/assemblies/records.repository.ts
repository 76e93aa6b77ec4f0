import type { Nano } from '../../shared/coefficient.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';

interface VoteFilter {
  assemblyId: number;
  jointId: number;
  conceptId?: number;
  apartmentId?: string;
}

interface StoredVote {
  conceptId: number;
  apartmentId: string;
  answerId: number;
  coefficient: Nano;
  at: Millis;
  receipt: string;
}

/** Standing votes of a joint, of one question or one unit. */
export async function readVotes(db: Db, filter: VoteFilter): Promise<StoredVote[]> {
  let query = db
    .selectFrom('vote')
    .select(['concept_id', 'apartment_id', 'answer_id', 'coefficient', 'at', 'receipt'])
    .where('assembly_id', '=', filter.assemblyId)
    .where('joint_id', '=', filter.jointId);
  if (filter.conceptId !== undefined) query = query.where('concept_id', '=', filter.conceptId);
  if (filter.apartmentId !== undefined) query = query.where('apartment_id', '=', filter.apartmentId);
  const rows = await query.execute();
  return rows.map((row) => ({
    conceptId: row.concept_id,
    apartmentId: row.apartment_id,
    answerId: row.answer_id,
    coefficient: row.coefficient,
    at: row.at,
    receipt: row.receipt,
  }));
}
