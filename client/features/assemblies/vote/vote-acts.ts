import type { UnitBallot } from './vote-ballot.ts';

/** Votes that a person confirmed, until every one of them was answered. */
export interface VoteAct {
  jointId: number;
  assemblyId: number;
  conceptId: number;
  ballots: readonly UnitBallot[];
  /** They are sent in one act; else each by itself. */
  isTogether?: boolean;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (jointId: number) => `scaf.voting:${jointId}`;

/**
 * Keeps what was confirmed, so that a page that is reloaded in the middle goes on sending by itself, with the
 * keys of vote-keys.ts. Not where the assembly is unknown: in another one, the same numbers ask another thing.
 */
export function keepAct(act: VoteAct, storage: Storage = sessionStorage): void {
  if (act.assemblyId === 0) return;
  try {
    storage.setItem(nameOf(act.jointId), JSON.stringify(act));
  } catch {
    // Where the browser refuses storage, a reload forgets; the server still counts each vote once.
  }
}

/** What was confirmed in this assembly and not wholly answered yet; null where there is nothing. */
export function keptAct(
  jointId: number,
  assemblyId: number,
  storage: Storage = sessionStorage,
): VoteAct | null {
  try {
    const act: unknown = JSON.parse(storage.getItem(nameOf(jointId)) ?? 'null');
    return isAct(act) && act.jointId === jointId && act.assemblyId === assemblyId ? act : null;
  } catch {
    return null;
  }
}

export function dropAct(jointId: number, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(nameOf(jointId));
  } catch {
    // Nothing was kept there.
  }
}

function isAct(value: unknown): value is VoteAct {
  if (typeof value !== 'object' || value === null) return false;
  const { jointId, assemblyId, conceptId, ballots } = value as Record<string, unknown>;
  const isNumbered = [jointId, assemblyId, conceptId].every((id) => typeof id === 'number');
  return isNumbered && Array.isArray(ballots) && ballots.length > 0 && ballots.every(isBallot);
}

function isBallot(value: unknown): value is UnitBallot {
  if (typeof value !== 'object' || value === null) return false;
  const { apartmentId, answerId, answerIds = [answerId] } = value as Record<string, unknown>;
  const isNumbered = Array.isArray(answerIds) && answerIds.every((id) => typeof id === 'number');
  return typeof apartmentId === 'string' && typeof answerId === 'number' && isNumbered;
}
