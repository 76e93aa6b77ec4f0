import type { UnitVote } from './choices.ts';

/** Votes that a person confirmed, stored until the server answered every vote. */
export interface PendingVote {
  jointId: number;
  assemblyId: number;
  conceptId: number;
  ballots: readonly UnitVote[];
  /** True: sent in one request. Else a request per unit. */
  isTogether?: boolean;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (jointId: number) => `scaf.voting:${jointId}`;

/**
 * Stores confirmed votes, so that a reloaded page resumes sending with the keys of keys.ts. Skipped if the
 * assembly is unknown: the same numbers mean another question in another assembly.
 */
export function storePendingVote(act: PendingVote, storage: Storage = sessionStorage): void {
  if (act.assemblyId === 0) return;
  try {
    storage.setItem(nameOf(act.jointId), JSON.stringify(act));
  } catch {
    // Without browser storage a reload forgets the votes; the server still counts each vote once.
  }
}

/** Returns the stored votes of this assembly. Null if all were answered. */
export function readPendingVote(
  jointId: number,
  assemblyId: number,
  storage: Storage = sessionStorage,
): PendingVote | null {
  try {
    const act: unknown = JSON.parse(storage.getItem(nameOf(jointId)) ?? 'null');
    return isAct(act) && act.jointId === jointId && act.assemblyId === assemblyId ? act : null;
  } catch {
    return null;
  }
}

export function dropPendingVote(jointId: number, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(nameOf(jointId));
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
