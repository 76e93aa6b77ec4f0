import type { ErrorCode } from '../../../shared/errors.ts';
import type { VotePromise } from '../../../shared/evidence/promise.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import type { VoteToStore } from './ballot-box.repository.ts';

/**
 * Votes of a voter's request, with the idempotency key of the request: a repeated request is answered alike and not
 * counted again.
 */
export interface KeyedVotes {
  /** Votes to store. */
  rows: readonly VoteToStore[];
  /** Idempotency key of the request, to answer a repeated request alike; null without a key. */
  key: RequestKey | null;
  /** True for a split vote: all votes count, or no vote, with a separate audit entry. False for a single vote. */
  isSplit: boolean;
}

/** Votes of several requests, stored in a single transaction (group commit). */
export interface Batch {
  rootId: number;
  requests: readonly KeyedVotes[];
  /** Time of the votes, epoch ms. */
  at: Millis;
  /** Signs promises to include the votes in the audit trail; null or undefined: no promises. */
  signer?: PlainSigner | null;
}

/** Answer to a request with stored votes: receipts, time and promises for the voter. */
export interface AnsweredVotes {
  /** Answer stored with the key: the receipt of a single vote, or the list of receipts as JSON (`receiptsOf`). */
  reply: string;
  at: Millis;
  /** Signed promises, in the order of the votes. */
  promises?: readonly (VotePromise | undefined)[];
}

/**
 * Answer to a request of a batch: the receipts of the stored votes, or the error code of the refusal. `units`:
 * refused units of a split vote.
 */
export type Outcome =
  | AnsweredVotes
  | { refused: ErrorCode; units?: readonly { apartmentId: string; code: ErrorCode }[] };

/** Outcomes of a batch in the order of the requests, and the numbers of the changed joints. */
export interface StoredBatch {
  outcomes: Outcome[];
  touched: number[];
}
