import { type Day, dayInBogota } from '../../../shared/days.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Books, lockBooks, saveBooks } from './books.repository.ts';

/** What an act on a joint's books is given. */
export interface BooksAct {
  trx: Db;
  books: Books;
  at: Millis;
  today: Day;
  actor: string;
  /** Leaves the act's entry in the joint's billing trail. */
  audit: (act: string, data: object) => Promise<void>;
}

/**
 * An act in the joint's turn to post, in a transaction of its own. Where it left an entry in the trail, its books have
 * changed and are saved: an issue that was computed with what they were before begins again.
 */
export function inBooks<T>(
  db: Db,
  { jointId, actor }: { jointId: number; actor: string },
  work: (act: BooksAct) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const books = await lockBooks(trx, jointId);
    // Read after the turn was taken: clocks of the chain's entries go the way its entries do.
    const at = Date.now();
    let changed = false;
    const audit: BooksAct['audit'] = (act, data) => {
      changed = true;
      return appendAudit(trx, { chain: billingChain(jointId), actor, at }, act, { jointId, ...data });
    };
    const result = await work({ trx, books, at, today: dayInBogota(at), actor, audit });
    if (changed) await saveBooks(trx, books);
    return result;
  });
}
