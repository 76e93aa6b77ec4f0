import { randomBytes } from 'node:crypto';
import { receiptFromBytes } from '../../../shared/assemblies/code.ts';
import type { AssemblyRecord, NewRecord } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { VotePromise } from '../../../shared/evidence/promise.ts';
import type { OwnerDevice } from '../../accounts/index.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { answersOf } from '../store/questions/votes.repository.ts';
import type { CastVote, VoteToStore } from './ballot-box.repository.ts';

const RECEIPT_BYTES = 8;

let random = Buffer.alloc(0);
/**
 * Creates the receipt of a vote. Reads random bytes for many receipts at once, because the system call costs more
 * than the rest.
 */
function newReceipt(): string {
  if (random.length < RECEIPT_BYTES) random = randomBytes(RECEIPT_BYTES * 512);
  const receipt = receiptFromBytes(random.subarray(0, RECEIPT_BYTES));
  random = random.subarray(RECEIPT_BYTES);
  return receipt;
}

/**
 * Reads the answer numbers of a vote in a request. `answerId` is the answer, or the last of several names in an
 * election; `answerIds` has all names, unique and ascending, and is missing for a single answer.
 */
export function answerNumbers({ voteId, voteIds = [] }: Pick<NewRecord, 'voteId' | 'voteIds'>): {
  answerId: number;
  answerIds?: readonly number[];
} {
  const answerIds = [...new Set([voteId, ...voteIds])].sort((a, b) => a - b);
  const last = answerIds.at(-1) ?? voteId;
  return answerIds.length === 1 ? { answerId: voteId } : { answerId: last, answerIds };
}

/**
 * Makes a vote to store from the parts of a request, with a new random receipt.
 * @param vote `answerIds`: all answers of a vote with several names, ascending. `actor`: for the audit trail
 *   (`user:12`, `code:…`). `device`: this device, or another device of the same owner, must have registered the
 *   unit; null if the registration desk votes for the person
 */
export function voteToStore(vote: {
  jointId: number;
  conceptId: number;
  apartmentId: string;
  answerId: number;
  answerIds?: readonly number[];
  actor: string;
  device: OwnerDevice | null;
}): VoteToStore {
  return {
    joint_id: vote.jointId,
    concept_id: vote.conceptId,
    apartment_id: vote.apartmentId,
    answer_id: vote.answerId,
    holder: vote.device?.holder ?? null,
    user_id: vote.device?.userId ?? null,
    actor: vote.actor,
    receipt: newReceipt(),
    ...defined({ choices: vote.answerIds?.join(',') }),
  };
}

/**
 * Converts a stored vote to the answer of the API for the voter, with the receipt.
 * @param promise signed promise to include the vote in the audit trail, if any
 */
export function recordOf(
  vote: Pick<CastVote, 'joint_id' | 'apartment_id' | 'concept_id' | 'answer_id' | 'choices' | 'receipt'>,
  at: Millis,
  promise?: VotePromise,
): AssemblyRecord {
  return {
    jointId: vote.joint_id,
    apartmentId: vote.apartment_id,
    conceptId: vote.concept_id,
    voteId: vote.answer_id,
    ...defined({ voteIds: vote.choices === null ? undefined : answersOf(vote.choices) }),
    at: new Date(at).toISOString(),
    receipt: vote.receipt,
    ...defined({ promise }),
  };
}

/**
 * Returns a vote as an array for the audit trail: joint, concept, unit, answer, coefficient in 10⁻⁹, receipt,
 * holder, actor, kind, 1 if from home; and all answers of a vote with several names.
 */
export function voteInTrail(vote: CastVote): unknown[] {
  return [
    vote.joint_id,
    vote.concept_id,
    vote.apartment_id,
    vote.answer_id,
    vote.coefficient,
    vote.receipt,
    vote.holder,
    vote.cast_by,
    vote.kind,
    vote.remote,
    ...(vote.choices === null ? [] : [vote.choices]),
  ];
}
