import { addDays } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Store } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/engine.ts';
import { putRows, withStagedRows } from '../../platform/db/put-rows.ts';
import type { StoreTransaction } from '../../platform/db/store-transactions.ts';
import { jobRows } from '../../platform/queue/jobs.repository.ts';
import type { Renewal } from '../../platform/queue/leases.repository.ts';
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
  /** Makes the renewal of the job's lease. */
  renewal?: () => Renewal;
}

/**
 * Result of storing a month. `booksMoved`: not stored, because the books or the month changed since the computation;
 * `figuresMoved`: not stored, because the bills differ from the previewed bills; `leaseLost`: not stored, because another
 * process has the job.
 */
type IssueOutcome = 'stored' | 'booksMoved' | 'figuresMoved' | 'leaseLost';

interface CommitInput {
  jointId: number;
  ready: ReadyMonth;
  by: { actor: string; at: number; figures?: string; renewal?: Renewal };
}

/** Stores the issue of a month. On SQLite the thread of the store runs the whole, so votes wait for no message between. */
export const issueTransaction: StoreTransaction<CommitInput, IssueOutcome> = {
  name: 'issueMonth',
  lane: 'lists',
  run: commitMonth,
};

/**
 * Stores the issue of a month: bills, ledger postings, receipts and mails, in a short transaction. A worker
 * computed the month before without a lock.
 */
export function storeIssuedMonth(
  { db, transact }: Store,
  jointId: number,
  ready: ReadyMonth,
  { renewal, ...by }: IssueBy,
): Promise<IssueOutcome> {
  return withStagedRows(db, ready, (rows) =>
    transact(issueTransaction, () => ({
      jointId,
      ready: { ...ready, ...rows },
      by: { ...by, at: Date.now(), ...defined({ renewal: renewal?.() }) },
    })),
  );
}

/**
 * Stores a computed month inside the caller's transaction: ledger postings, payments with receipts, bills,
 * and mails.
 * @param by.actor author as in the audit trail: 'user:12'
 * @param by.at epoch ms
 */
export async function commitMonth(trx: Db, { jointId, ready, by }: CommitInput): Promise<IssueOutcome> {
  const { actor, at, figures, renewal } = by;
  const books = await lockBooks(trx, jointId);
  if (books.revision !== ready.revision) return 'booksMoved';
  if ((await lockReferences(trx, jointId)) !== ready.references) return 'booksMoved';
  // Checked for the stored computation alone: an outdated computation is made again.
  if (figures !== undefined && figures !== ready.figures) return 'figuresMoved';
  if (renewal !== undefined && !(await jobRows.change(trx, ...renewal))) return 'leaseLost';
  const { monthId, month, issueDate, dueDate, interestFree, letterhead } = ready;
  if (!(await markIssued(trx, monthId, { issueDate, dueDate, letterhead, at, actor }))) return 'booksMoved';
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
  return 'stored';
}
