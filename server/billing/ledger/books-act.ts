import { type Day, dayInBogota } from '../../../shared/days.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Books, lockBooks, saveBooks } from './books.repository.ts';

/**
 * Tools passed to a change of a joint's billing (for example: annul a bill) while the transaction of
 * `inBooks` is open.
 */
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
 * Runs a change of a joint's billing: opens a transaction, takes the joint's billing lock, and calls `work`.
 * If `work` wrote an audit entry, also saves the settings and next numbers (`Books`) with a new revision
 * number; an issue computed from the older state then starts again. Returns the result of `work`.
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
