import { addDays } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { putRows, withStagedRows } from '../../platform/db/put-rows.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockBooks, saveBooks } from '../ledger/books.repository.ts';
import { enteredBy } from '../ledger/ledger.repository.ts';
import { lockReferences } from '../ledger/references.repository.ts';
import { markIssued } from '../store/months.repository.ts';
import { mailedBy, queueRelation } from './queue-mail.ts';
import type { ReadyMonth } from './ready-month.ts';

/** Author of a request to issue a month, with conditions to check when the month is stored. */
export interface IssueBy {
  /** Author for the audit trail: 'user:12'. */
  actor: string;
  /** Fingerprint of the previewed figures (`billFigures`). */
  figures: string;
  /** Extra check inside the storing transaction; throws to cancel the issue. */
  assertOwn?: (trx: Db) => Promise<void>;
}

/**
 * Stores the issue of a month: bills, ledger postings, receipts and mails, in a short transaction. A worker
 * computed the month before without a lock.
 * @returns false, without storing, if the books or the month changed since the computation
 * @throws Problem figuresMoved, without storing, if the bills differ from the previewed bills
 */
export function storeIssuedMonth(db: Db, jointId: number, ready: ReadyMonth, by: IssueBy): Promise<boolean> {
  return withStagedRows(db, ready, (rows) =>
    db.transaction().execute(async (trx) => {
      const stored = await commitMonth(trx, jointId, { ...ready, ...rows }, by.actor);
      // Checked for the stored computation alone: an outdated computation is made again.
      if (stored && by.figures !== ready.figures) throw new Problem('figuresMoved');
      await by.assertOwn?.(trx);
      return stored;
    }),
  );
}

/**
 * Stores a computed month inside the caller's transaction: ledger postings, payments with receipts, bills,
 * and mails. Returns false, without storing, if the books or the month changed since the computation.
 * @param actor author as in the audit trail: 'user:12'
 */
export async function commitMonth(
  trx: Db,
  jointId: number,
  ready: ReadyMonth,
  actor: string,
): Promise<boolean> {
  const at = Date.now();
  const books = await lockBooks(trx, jointId);
  if (books.revision !== ready.revision) return false;
  if ((await lockReferences(trx, jointId)) !== ready.references) return false;
  const { monthId, month, issueDate, dueDate, interestFree, letterhead } = ready;
  if (!(await markIssued(trx, monthId, { issueDate, dueDate, letterhead, at, actor }))) return false;
  const mail = { jointId, monthId, actor, at };
  const mailed = { relation: await queueRelation(trx, mail, 'once'), bills: ready.mails };
  await putRows(trx, ready, {
    ...enteredBy(jointId, { at, actor }),
    ...mailedBy(mail),
    month,
    issue_date: issueDate,
    due_date: dueDate,
  });
  const { quantity, first, last, total } = ready.bills;
  await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'monthIssued', {
    jointId,
    month,
    issueDate,
    dueDate,
    bills: quantity,
    first,
    last,
    centavos: { total },
    receipts: ready.receipts,
    mailed,
    ...defined({ interestFree: interestFree.length > 0 ? interestFree : undefined }),
    posted: ready.posted,
  });
  await saveBooks(trx, {
    ...books,
    next: ready.next,
    openFrom: addDays(issueDate, 1),
    interestThrough: ready.interestThrough,
  });
  return true;
}
