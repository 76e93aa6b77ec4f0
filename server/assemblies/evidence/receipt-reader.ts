import { LRUCache } from 'lru-cache';
import type { Store } from '../../platform/db/connect.ts';
import { OneUnderWay } from '../../platform/lib/one-under-way.ts';
import type { ReceiptVote } from '../store/tally/ballot-trees.repository.ts';
import { type AskedReceipt, receiptTransaction } from './receipt-transaction.ts';

/** Root joints with receipts under way at once. */
const MOST_JOINTS = 1000;
/** Receipts in a message to the database, so that votes come in between. */
const RECEIPTS_A_MESSAGE = 32;

interface FoundReceipt {
  /** Size of the newest signed head; 0 without a head. */
  head: number;
  vote: ReceiptVote | null;
}

interface JointReceipts {
  pending: AskedReceipt[];
  read: OneUnderWay<ReadonlyMap<AskedReceipt, FoundReceipt>>;
}

/**
 * Finds votes by the receipts of voters, for the public page to check a receipt. Receipts of a joint arriving
 * during a database read share the next read.
 */
export class ReceiptReader {
  readonly #transact: Store['transact'];
  readonly #joints = new LRUCache<number, JointReceipts>({ max: MOST_JOINTS });

  constructor({ transact }: Pick<Store, 'transact'>) {
    this.#transact = transact;
  }

  async read(rootId: number, receipt: AskedReceipt): Promise<FoundReceipt> {
    const { pending, read } = this.#receiptsOf(rootId);
    pending.push(receipt);
    const found = (await read.ask()).get(receipt);
    if (found === undefined) throw new Error('A receipt has no answer.');
    return found;
  }

  #receiptsOf(rootId: number): JointReceipts {
    const held = this.#joints.get(rootId);
    if (held !== undefined) return held;
    const pending: AskedReceipt[] = [];
    const made = { pending, read: new OneUnderWay(() => this.#readAll(rootId, pending.splice(0))) };
    this.#joints.set(rootId, made);
    return made;
  }

  async #readAll(rootId: number, all: readonly AskedReceipt[]): Promise<Map<AskedReceipt, FoundReceipt>> {
    const found = new Map<AskedReceipt, FoundReceipt>();
    for (let from = 0; from < all.length; from += RECEIPTS_A_MESSAGE) {
      const receipts = all.slice(from, from + RECEIPTS_A_MESSAGE);
      const { head, votes } = await this.#transact(receiptTransaction, () => ({ rootId, receipts }));
      for (const [i, one] of receipts.entries()) found.set(one, { head, vote: votes[i] ?? null });
    }
    return found;
  }
}
