import { newKey } from '../../../lib/kept-key.ts';
import type { UnitVote } from './choices.ts';

/** Vote of a unit with the question and the assembly, as the base of the idempotency key. */
export interface VoteRequest extends UnitVote {
  jointId: number;
  /** Id of the assembly, 0 if unknown. */
  assemblyId: number;
  conceptId: number;
}

/** Votes of several units, sent in a single request. */
export interface SplitRequest extends Pick<VoteRequest, 'jointId' | 'assemblyId' | 'conceptId'> {
  ballots: readonly UnitVote[];
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Idempotency keys if the browser refuses storage: lost on reload. */
const memory = new Map<string, string>();

/**
 * Idempotency key of a vote. Stored until the request is answered, also over a reload: a vote with a lost response
 * is sent again with the same key and counts once. Another answer gets another key; the server refuses the second
 * vote if the first arrived.
 */
export function voteKey(ballot: VoteRequest | SplitRequest, storage: Storage = sessionStorage): string {
  const name = requestName(ballot);
  const storedKey = read(storage, name) ?? memory.get(name);
  if (storedKey) return storedKey;
  const key = newKey();
  memory.set(name, key);
  try {
    storage.setItem(name, key);
  } catch {
    // The key is in memory.
  }
  return key;
}

/**
 * Deletes the idempotency key of an answered vote. A further attempt gets a new key, and the server answers
 * 'already voted'.
 */
export function dropVoteKey(ballot: VoteRequest | SplitRequest, storage: Storage = sessionStorage): void {
  const name = requestName(ballot);
  memory.delete(name);
  try {
    storage.removeItem(name);
  } catch {
    // The storage is blocked: no key to remove.
  }
}

/** Deletes the idempotency keys in memory. The end of the session clears the browser storage. */
export function forgetVoteKeys(): void {
  memory.clear();
}

function requestName(request: VoteRequest | SplitRequest): string {
  const { jointId, assemblyId, conceptId } = request;
  const identity =
    'ballots' in request ? [request.ballots] : [request.apartmentId, request.answerIds ?? request.answerId];
  return `scaf.vote:${JSON.stringify([jointId, assemblyId, conceptId, ...identity])}`;
}

function read(storage: Storage, name: string): string | null {
  try {
    return storage.getItem(name);
  } catch {
    return null;
  }
}
