import type { BallotLeaf } from '../../../shared/evidence/leaves.ts';
import { newestHead } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { together } from '../../platform/db/engine.ts';
import type { StoreTransaction } from '../../platform/db/store-transactions.ts';
import {
  findCountedVote,
  findUncountedVote,
  type ReceiptVote,
} from '../store/tally/ballot-trees.repository.ts';

interface ReceiptWish {
  rootId: number;
  receipt: string;
  /** Ballot of the receipt in the newest known closing; null if no known closing counted the receipt. */
  ballot: BallotLeaf | null;
}

interface ReceiptNews {
  /** Size of the newest signed head; 0 without a head. */
  head: number;
  vote: ReceiptVote | null;
}

/**
 * Reads the vote of a receipt and the newest signed head in a single database snapshot. Uses a single message to the
 * database thread: with separate statements a public call would hold the database for several turns of a busy main
 * thread, and votes would wait.
 */
export const receiptTransaction: StoreTransaction<ReceiptWish, ReceiptNews> = {
  name: 'receipt',
  lane: 'checks',
  onlyReads: true,
  run: async (trx, { rootId, receipt, ballot }) => {
    const [head, vote] = await together(
      trx,
      () => newestHead(trx, jointChain(rootId)),
      async () =>
        ballot === null ? findUncountedVote(trx, rootId, receipt) : findCountedVote(trx, ballot, ballot),
    );
    return { head: head?.size ?? 0, vote: vote ?? null };
  },
};
