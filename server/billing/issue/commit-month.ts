import { addDays, shiftMonth } from '../../../shared/days.ts';
import { sumMoney, toPesos } from '../../../shared/money.ts';
import { appendAudit, billingChain } from '../../audit/trail.ts';
import type { Db } from '../../db/engine.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import { lockBooks, saveBooks } from '../ledger/books.repository.ts';
import { insertPostings } from '../ledger/ledger.repository.ts';
import { referencesOf } from '../ledger/references.ts';
import { insertPayments, insertReceipts } from '../payments/payments.repository.ts';
import { insertBills } from './bills.repository.ts';
import type { MadeMonth } from './compute-month.ts';
import { markIssued } from './months.repository.ts';
import { queueBills, queueRelation } from './queue-mail.ts';

/** Who issues, and whether each bill is mailed to its unit's owners. */
export interface IssueBy {
  actor: string;
  mailOwners: boolean;
}

/**
 * Stores what an issue made, within one transaction: postings, payments with their receipts, bills, and the word to
 * mail them.
 * @returns false, with nothing stored, where the books or the month moved since it was reckoned
 */
export async function commitMonth(
  trx: Db,
  jointId: number,
  made: MadeMonth,
  { actor, mailOwners }: IssueBy,
): Promise<boolean> {
  const at = Date.now();
  const books = await lockBooks(trx, jointId);
  if (books.revision !== made.revision) return false;
  const { monthId, month, issueDate, dueDate, bills } = made;
  if (!(await markIssued(trx, monthId, { issueDate, dueDate, at, actor }))) return false;
  await insertPostings(trx, jointId, made.postings, { at, actor });
  await storePayments(trx, jointId, made, { at, actor });
  const accounts = bills.map(({ unit }) => unit.apartmentId);
  const references = await referencesOf(trx, jointId, accounts);
  await insertBills(trx, { jointId, monthId, month, issueDate, dueDate, references }, bills);
  const mail = { jointId, monthId, actor, at };
  const mailed = {
    relation: await queueRelation(trx, mail, 'once'),
    bills: mailOwners ? await queueBills(trx, mail, 'once') : 0,
  };
  const numbers = bills.map(({ bill }) => bill);
  await appendAudit(trx, {
    ...{ chain: billingChain(jointId), actor, act: 'monthIssued', at },
    data: {
      ...{ jointId, month, issueDate, dueDate },
      ...{ bills: bills.length, first: numbers[0] ?? null, last: numbers.at(-1) ?? null },
      total: toPesos(sumMoney(bills.map(({ issued }) => issued.total))),
      ...{ receipts: made.payments.length, mailed },
    },
  });
  const reckoned = shiftMonth(month, -1);
  const { interestThrough } = books;
  await saveBooks(trx, {
    ...books,
    next: made.next,
    openFrom: addDays(issueDate, 1),
    interestThrough: interestThrough !== null && interestThrough > reckoned ? interestThrough : reckoned,
  });
  return true;
}

/** The sheet's payments, each with the owner of its day on the receipt. */
async function storePayments(
  trx: Db,
  jointId: number,
  { monthId, payments }: MadeMonth,
  { at, actor }: { at: number; actor: string },
): Promise<void> {
  const entered = { entered_at: at, entered_by: actor };
  const owners = new Map<string, Map<string, string>>();
  for (const day of new Set(payments.map(({ postingDate }) => postingDate))) {
    const units = await listBilledUnits(trx, jointId, day);
    owners.set(day, new Map(units.map(({ apartmentId, owner }) => [apartmentId, owner])));
  }
  await insertPayments(
    trx,
    payments.map(({ payment, valueDate, postingDate, amount }) => ({
      ...{ joint_id: jointId, payment, channel: 'month', amount, month_id: monthId },
      ...{ value_date: valueDate, posting_date: postingDate },
      ...{ reference: null, once_key: null, file_id: null, ...entered },
    })),
  );
  await insertReceipts(
    trx,
    payments.map(({ payment, receipt, apartmentId, item, valueDate, postingDate, ...money }) => ({
      ...{ joint_id: jointId, receipt, payment, apartment_id: apartmentId, item },
      owner_name: owners.get(postingDate)?.get(apartmentId) ?? '',
      ...{ value_date: valueDate, posting_date: postingDate, amount: money.amount },
      ...{ interest: money.interest, capital: money.capital, credit: money.credit, ...entered },
    })),
  );
}
