import type { UnitVote } from './choices.ts';

/** Confirmed votes of a person, stored until the server has answered for every unit. */
export interface PendingVote {
  jointId: number;
  assemblyId: number;
  conceptId: number;
  ballots: readonly UnitVote[];
  /** True if all votes go in a single request. Absent: a request per unit. */
  isTogether?: boolean;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageKey = (jointId: number) => `scaf.voting:${jointId}`;

/**
 * Stores confirmed votes, so a reloaded page continues to send with the same idempotency keys. Skipped if the
 * assembly is unknown: in another assembly the same ids mean another question.
 */
export function storePendingVote(act: PendingVote, storage: Storage = sessionStorage): void {
  if (act.assemblyId === 0) return;
  try {
    storage.setItem(storageKey(act.jointId), JSON.stringify(act));
  } catch {
    // Without browser storage a reload forgets the votes; the server still counts each vote once.
  }
}

/** Returns the stored unanswered votes of the assembly. Null without any. */
export function readPendingVote(
  jointId: number,
  assemblyId: number,
  storage: Storage = sessionStorage,
): PendingVote | null {
  try {
    const act: unknown = JSON.parse(storage.getItem(storageKey(jointId)) ?? 'null');
    return isAct(act) && act.jointId === jointId && act.assemblyId === assemblyId ? act : null;
  } catch {
    return null;
  }
}

export function dropPendingVote(jointId: number, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(storageKey(jointId));
  } catch {
    // The storage is blocked: no entry to remove.
  }
}

function isAct(value: unknown): value is PendingVote {
  if (typeof value !== 'object' || value === null) return false;
  const { jointId, assemblyId, conceptId, ballots } = value as Record<string, unknown>;
  const isNumbered = [jointId, assemblyId, conceptId].every((id) => typeof id === 'number');
  return isNumbered && Array.isArray(ballots) && ballots.length > 0 && ballots.every(isBallot);
}

function isBallot(value: unknown): value is UnitVote {
  if (typeof value !== 'object' || value === null) return false;
  const { apartmentId, answerId, answerIds = [answerId] } = value as Record<string, unknown>;
  const isNumbered = Array.isArray(answerIds) && answerIds.every((id) => typeof id === 'number');
  return typeof apartmentId === 'string' && typeof answerId === 'number' && isNumbered;
}
