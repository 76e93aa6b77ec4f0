import { keepInTab, readFromTab } from '../../../lib/tab-storage.ts';
import type { UnitVote } from './choices.ts';

/**
 * Votes confirmed by a person and not yet answered by the server for every unit. Stored in the tab, so a reload of
 * the page goes on sending.
 */
export interface PendingVote {
  jointId: number;
  assemblyId: number;
  conceptId: number;
  /** Votes, a vote per unit. */
  ballots: readonly UnitVote[];
  /** True if all votes go in a single request. Absent: a request per unit. */
  isTogether?: boolean;
  /** Idempotency key of the request; with a request per unit, the common start of the keys. A reload keeps the key. */
  key: string;
}

const nameOf = (jointId: number) => `scaf.voting:${jointId}`;

/**
 * Stores confirmed votes, so a reloaded page continues to send with the same idempotency keys. Skipped if the
 * assembly is unknown: in another assembly the same ids mean another question.
 * @param act votes to store, in place of earlier stored votes of the joint
 */
export function storePendingVote(act: PendingVote): void {
  if (act.assemblyId !== 0) keepInTab(nameOf(act.jointId), act);
}

/**
 * Returns the votes of the assembly stored before a reload and not answered yet. Null without stored votes, or without an
 * idempotency key: text in the browser's store may be damaged.
 */
export function readPendingVote(jointId: number, assemblyId: number): PendingVote | null {
  const act = readFromTab<PendingVote>(nameOf(jointId));
  return act?.jointId === jointId && act.assemblyId === assemblyId && act.key ? act : null;
}

/** Deletes the confirmed votes of a joint stored in the tab, once the server has answered for all units. */
export const dropPendingVote = (jointId: number): void => keepInTab(nameOf(jointId), null);
