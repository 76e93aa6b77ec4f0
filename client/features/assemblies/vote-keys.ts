import { newKey } from '../../lib/kept-key.ts';

/** One vote as it is asked for: who answers what to which question of which assembly. */
export interface VoteRequest {
  jointId: number;
  /** 0 where it is not known. */
  assemblyId: number;
  conceptId: number;
  apartmentId: string;
  answerId: number;
  /** Of a ballot with several names: all of them. */
  answerIds?: readonly number[];
}

/** Several units' votes as they are asked for in one act. */
export interface SplitRequest extends Pick<VoteRequest, 'jointId' | 'assemblyId' | 'conceptId'> {
  ballots: readonly Pick<VoteRequest, 'apartmentId' | 'answerId' | 'answerIds'>[];
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** For where the browser refuses storage: then keys last until the page is reloaded. */
const memory = new Map<string, string>();

/**
 * The idempotency key of a ballot. Kept until the whole act was answered, also through a reload: a vote whose
 * reply was lost is sent again with the same key, and counts once. Another answer is another vote with another
 * key, which the server refuses if the first one arrived.
 */
export function voteKey(ballot: VoteRequest | SplitRequest, storage: Storage = sessionStorage): string {
  const name = nameOf(ballot);
  const known = read(storage, name) ?? memory.get(name);
  if (known) return known;
  const key = newKey();
  memory.set(name, key);
  try {
    storage.setItem(name, key);
  } catch {
    // Kept in memory above.
  }
  return key;
}

/** The ballot was answered: whoever casts it once more does so anew, and is told that one votes once. */
export function dropVoteKey(ballot: VoteRequest | SplitRequest, storage: Storage = sessionStorage): void {
  const name = nameOf(ballot);
  memory.delete(name);
  try {
    storage.removeItem(name);
  } catch {
    // Nothing was kept there.
  }
}

/** Forgets what memory holds; the storage is emptied by the end of the session. */
export function forgetVoteKeys(): void {
  memory.clear();
}

function nameOf(request: VoteRequest | SplitRequest): string {
  const { jointId, assemblyId, conceptId } = request;
  const said =
    'ballots' in request ? [request.ballots] : [request.apartmentId, request.answerIds ?? request.answerId];
  return `scaf.vote:${JSON.stringify([jointId, assemblyId, conceptId, ...said])}`;
}

function read(storage: Storage, name: string): string | null {
  try {
    return storage.getItem(name);
  } catch {
    return null;
  }
}
