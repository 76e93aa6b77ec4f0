import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../platform/db/connect.ts';
import type { ReceiptVote } from '../store/tally/ballot-trees.repository.ts';
import { type AskedReceipt, receiptTransaction } from './receipt-transaction.ts';

/** Receipts in a message to the database, so that votes come in between. */
const RECEIPTS_A_MESSAGE = 32;

interface FoundReceipt {
  /** Size of the newest signed head; 0 without a head. */
  head: number;
  vote: ReceiptVote | null;
}

interface WaitingReceipt {
  receipt: AskedReceipt;
  resolve: (found: FoundReceipt) => void;
  reject: (reason: unknown) => void;
}

/**
 * Finds votes by the receipts of voters, for the public page to check a receipt. Receipts of a joint that arrive together, or
 * during a database read, share the next read: a message to the database costs more than a receipt.
 */
export class ReceiptReader {
  readonly #transact: Store['transact'];
  readonly #waiting = new Map<number, WaitingReceipt[]>();

  constructor({ transact }: Pick<Store, 'transact'>) {
    this.#transact = transact;
  }

  read(rootId: number, receipt: AskedReceipt): Promise<FoundReceipt> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(rootId) ?? [];
      this.#waiting.set(rootId, waiting);
      if (waiting.push({ receipt, resolve, reject }) === 1) void this.#readAll(rootId, waiting);
    });
  }

  /** Reads until no receipt waits. Receipts under way stay in the list, so only one reading of a joint runs. */
  async #readAll(rootId: number, waiting: WaitingReceipt[]): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
      const some = waiting.slice(0, RECEIPTS_A_MESSAGE);
      const receipts = some.map(({ receipt }) => receipt);
      try {
        const { head, votes } = await this.#transact(receiptTransaction, () => ({ rootId, receipts }));
        for (const [i, { resolve }] of some.entries()) resolve({ head, vote: votes[i] ?? null });
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
      waiting.splice(0, some.length);
    }
    this.#waiting.delete(rootId);
  }
}
