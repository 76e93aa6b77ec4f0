import type { Agreement } from '../../../shared/billing/agreements.api.ts';
import { type Day, today } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { JointDirectory } from '../../properties/index.ts';
import { agreementsOf } from '../agreements/to-api.ts';
import { asOf, balanceOf, heldUntil, openDebits } from '../ledger/account.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import { agingOf } from '../ledger/aging.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { latestPosting, readAccount } from '../ledger/ledger.repository.ts';
import type { LedgerItem } from '../ledger/ledger.types.ts';
import { overdueOf } from '../ledger/overdue.ts';
import { type StatementRow, statementOf } from '../ledger/statement.ts';
import { accountsOfUnit } from '../ledger/unit-accounts.repository.ts';
import { lastBillOf } from '../store/bills.repository.ts';
import type { Settlement } from './settlement.ts';
import { readSettlement, readUnitDebts } from './unit-debts.ts';

/**
 * Account statement of a unit ('estado de cuenta'): all movements with the running balance, and the amounts
 * owed. Source of the statement on the screen and of the printed document.
 */
export interface StatementReading {
  jointId: number;
  jointName: string;
  /** Id of the account: its main unit. */
  apartmentId: string;
  /** Ids of the units billed on the account, the main unit first. */
  units: string[];
  owner: string;
  ownerDocument: string | null;
  /** Day for judging due dates. */
  day: Day;
  /** Last day of included postings. */
  until: Day;
  /** True if the joint's ledger has any movement. */
  begun: boolean;
  rows: StatementRow[];
  /** Payment agreements of the account, newest first. */
  agreements: Agreement[];
  /** Sum of the debits in `rows`. */
  debit: Centavos;
  /** Sum of the credits in `rows`. */
  credit: Centavos;
  /** Debt of the account: debits minus credits; negative in favour of the unit. */
  balance: Centavos;
  /** Unpaid debt without interest. */
  capital: Centavos;
  /** Unpaid late interest. */
  interest: Centavos;
  /** Unused credit, from payments above the debt. */
  creditLeft: Centavos;
  /** Part of the debt with a due date before `day`. */
  overdue: Centavos;
  /** Oldest due date of the overdue debt; null without overdue debt. */
  overdueSince: Day | null;
  /** Next due date of the debt that is not overdue; null without such a debt. */
  nextDueDate: Day | null;
  /** Number of the last valid bill, for the explanation of the debt; null without a bill. */
  lastBill: number | null;
  /** Payment reference (digits) of the last bill; '' without a bill. */
  reference: string;
  /** Former accounts of the units now billed on this account, with balances. Empty for a former account. */
  others: { apartmentId: string; balance: Centavos }[];
  /** Amount to settle the account today; null for a statement of another date. */
  settlement: Settlement | null;
  /** True if the unit is 'a paz y salvo' today, on all accounts; null for a statement of another date. */
  paidUp: boolean | null;
}

/**
 * Reads an account's statement: movements posted up to `date`, and debts judged overdue on this date. Without
 * a date: all movements, with due dates judged today. All reads see one state of the database.
 * @param of.account id of the account's main unit: '101'
 * @throws Problem jointNotFound or apartmentNotFound
 */
export function readStatement(
  db: Db,
  of: { jointId: number; account: string; date?: Day | undefined },
): Promise<StatementReading> {
  return readAsOfNow(db, (trx) => statementOn(trx, of));
}

/**
 * Reads an account's statement like `readStatement`, inside the caller's transaction `trx`, so that several
 * reads see one state of the database.
 */
export async function statementOn(
  trx: Db,
  { jointId, account: apartmentId, date }: { jointId: number; account: string; date?: Day | undefined },
): Promise<StatementReading> {
  const { jointName } = await requireJoint(new JointDirectory(trx), jointId);
  const day = date ?? today();
  const unit = (await listBilledUnits(trx, jointId, day)).find((one) => one.apartmentId === apartmentId);
  if (unit === undefined) throw new Problem('apartmentNotFound');
  const account = asOf(await readAccount(trx, jointId, apartmentId), date ?? null);
  const rows = statementOf(account);
  const { balance, capital, interest, credit } = agingOf(account, day);
  const overdue = overdueOf(account, day);
  const later = openDebits(account).flatMap(({ dueDate }) =>
    dueDate !== null && dueDate >= day ? [dueDate] : [],
  );
  const last = await lastBillOf(trx, jointId, apartmentId, date ?? null);
  const [billedOn, ...formerAccounts] = await accountsOfUnit(trx, jointId, apartmentId);
  const others: StatementReading['others'] = [];
  for (const other of billedOn === apartmentId ? formerAccounts : []) {
    const then = asOf(await readAccount(trx, jointId, other), date ?? null);
    others.push({ apartmentId: other, balance: balanceOf(then) });
  }
  const books = await readBooks(trx, jointId);
  return {
    jointId,
    jointName,
    apartmentId,
    units: unit.units,
    owner: unit.owner,
    ownerDocument: unit.ownerDocument,
    day,
    until: heldUntil(account.items, day),
    begun: (await latestPosting(trx, jointId)) !== null,
    rows,
    agreements: agreementsOf(account, day),
    debit: sumMoney(rows.map((row) => row.debit)),
    credit: sumMoney(rows.map((row) => row.credit)),
    balance,
    capital,
    interest,
    creditLeft: credit,
    overdue: centavos(overdue.capital + overdue.interest),
    overdueSince: overdue.since,
    nextDueDate: later.sort()[0] ?? null,
    lastBill: last?.bill ?? null,
    reference: last?.reference ?? '',
    others,
    settlement: date === undefined ? await readSettlement(trx, books, account, day) : null,
    paidUp: date === undefined ? (await readUnitDebts(trx, books, apartmentId, day)).paidUp : null,
  };
}

/**
 * Returns the Spanish name of the document behind a ledger movement, for a row of the statement: 'Cuenta de
 * cobro 12' for a bill, 'Recibo de caja 7' for a receipt, '' without a document.
 */
export function documentOf({ bill, receipt }: LedgerItem): string {
  if (receipt !== null) return `Recibo de caja ${receipt}`;
  return bill === null ? '' : `Cuenta de cobro ${bill}`;
}
