import type { BallotLeaf } from '../../../shared/evidence/leaves.ts';
import { newestHeadSize } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { StoreTransaction } from '../../platform/db/store-transactions.ts';
import {
  findCountedVote,
  findUncountedVotes,
  type ReceiptVote,
} from '../store/tally/ballot-trees.repository.ts';

/** Receipt of a vote to look up in the database. */
export interface AskedReceipt {
  receipt: string;
  /** Ballot of the receipt in the newest known closing; null if no known closing counted the receipt. */
  ballot: BallotLeaf | null;
}

interface FoundReceipts {
  /** Size of the newest signed head; 0 without a head. */
  head: number;
  /** Votes in the order of the receipts; null without a vote. */
  votes: (ReceiptVote | null)[];
}

/**
 * Reads the votes of some receipts and the newest signed head from the same state of the database. Runs as a single
 * message to the database thread, so a public request never holds the database for long.
 */
export const receiptTransaction: StoreTransaction<
  { rootId: number; receipts: readonly AskedReceipt[] },
  FoundReceipts
> = {
  name: 'receipt',
  lane: 'checks',
  onlyReads: true,
  run: async (trx, { rootId, receipts }) => {
    const others = receipts.flatMap(({ receipt, ballot }) => (ballot === null ? [receipt] : []));
    const head = await newestHeadSize(trx, jointChain(rootId));
    const uncounted = others.length === 0 ? null : await findUncountedVotes(trx, rootId, others);
    const votes: (ReceiptVote | null)[] = [];
    for (const { receipt, ballot } of receipts) {
      const vote = ballot === null ? uncounted?.get(receipt) : await findCountedVote(trx, ballot, ballot);
      votes.push(vote ?? null);
    }
    return { head, votes };
  },
};
