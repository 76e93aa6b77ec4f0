import { type Day, dayInBogota } from '../../../shared/days.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Books, lockBooks, saveBooks } from './books.repository.ts';

/** Tools for a change of a joint's billing, valid inside the transaction `trx` only. */
export interface BooksUseCase {
  trx: Db;
  /** State of the billing; changes are stored at the end of the transaction. */
  books: Books;
  /** Time of the change, epoch ms. */
  at: Millis;
  /** Current day in Bogotá: '2026-03-31'. */
  today: Day;
  /** Author for the audit trail: 'user:12'. */
  actor: string;
  /**
   * Adds an entry to the audit trail of the joint's billing: name of the change ('billAnnulled'), and facts.
   */
  audit: (act: string, data: object) => Promise<void>;
}

/**
 * Runs `work` in a transaction with the lock of the joint's billing. If `work` wrote an audit entry, also
 * saves the state of the billing with a new revision number; an issue being computed from the older state
 * then starts again. Returns the result of `work`.
 * @param by `actor`: author as in the audit trail, 'user:12'
 */
export function inBooks<T>(
  db: Db,
  { jointId, actor }: { jointId: number; actor: string },
  work: (act: BooksUseCase) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const books = await lockBooks(trx, jointId);
    // Read after taking the lock: times of the trail's entries never go back.
    const at = Date.now();
    let changed = false;
    const audit: BooksUseCase['audit'] = (act, data) => {
      changed = true;
      return appendAudit(trx, { chain: billingChain(jointId), actor, at }, act, { jointId, ...data });
    };
    const result = await work({ trx, books, at, today: dayInBogota(at), actor, audit });
    if (changed) await saveBooks(trx, books);
    return result;
  });
}
