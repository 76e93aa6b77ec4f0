import { type Day, today } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { placeOf } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { JointDirectory } from '../../properties/index.ts';
import { asOf, balanceOf, heldUntil, openDebits } from '../ledger/account.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import { agingOf } from '../ledger/aging.ts';
import { latestPosting, readAccount } from '../ledger/ledger.repository.ts';
import type { LedgerItem } from '../ledger/ledger.types.ts';
import { overdueOf } from '../ledger/overdue.ts';
import { type StatementRow, statementOf } from '../ledger/statement.ts';
import { accountsOfUnit } from '../ledger/unit-accounts.repository.ts';
import { lastBillOf } from './bills.repository.ts';

/** A unit's account with everything that its statement says, on screen and on paper alike. */
export interface StatementReading {
  jointId: number;
  jointName: string;
  apartmentId: string;
  units: string[];
  owner: string;
  ownerDocument: string | null;
  /** The day on which due dates are seen, and the posting day that it holds everything until. */
  day: Day;
  until: Day;
  /** Anything was posted in the joint. */
  begun: boolean;
  rows: StatementRow[];
  debit: Centavos;
  credit: Centavos;
  balance: Centavos;
  /** What is open of capital and of interest, and what is left in favour of the unit. */
  capital: Centavos;
  interest: Centavos;
  creditLeft: Centavos;
  overdue: Centavos;
  overdueSince: Day | null;
  nextDueDate: Day | null;
  /** The last bill that stands, where something that it asks for is open: it explains what is owed. */
  lastBill: number | null;
  /** The payment reference of the last bill; '' where there is none. */
  reference: string;
  /** Accounts that units which are billed on this one have from before; none of such an account itself. */
  others: { apartmentId: string; balance: Centavos }[];
}

/**
 * An account as of a posting date; without one everything that was posted, as seen today.
 * @throws Problem jointNotFound or apartmentNotFound
 */
export function readStatement(
  db: Db,
  of: { jointId: number; account: string; date?: Day | undefined },
): Promise<StatementReading> {
  return readAsOfNow(db, (trx) => statementOn(trx, of));
}

/** The same within the instant of who reads more than this. */
export async function statementOn(
  trx: Db,
  { jointId, account: apartmentId, date }: { jointId: number; account: string; date?: Day | undefined },
): Promise<StatementReading> {
  const { jointName } = await placeOf(new JointDirectory(trx), jointId);
  const day = date ?? today();
  const unit = (await listBilledUnits(trx, jointId, day)).find((one) => one.apartmentId === apartmentId);
  if (unit === undefined) throw new Problem('apartmentNotFound');
  const account = asOf(await readAccount(trx, jointId, apartmentId), date ?? null);
  const rows = statementOf(account);
  const { balance, capital, interest, credit } = agingOf(account, day);
  const overdue = overdueOf(account, day);
  const open = openDebits(account);
  const later = open.flatMap(({ dueDate }) => (dueDate !== null && dueDate >= day ? [dueDate] : []));
  const last = await lastBillOf(trx, jointId, apartmentId, date ?? null);
  const isAsked = last !== undefined && open.some(({ item }) => item <= last.lastItem);
  const [billedOn, ...kept] = await accountsOfUnit(trx, jointId, apartmentId);
  const others: StatementReading['others'] = [];
  for (const other of billedOn === apartmentId ? kept : []) {
    const then = asOf(await readAccount(trx, jointId, other), date ?? null);
    others.push({ apartmentId: other, balance: balanceOf(then) });
  }
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
    debit: sumMoney(rows.map((row) => row.debit)),
    credit: sumMoney(rows.map((row) => row.credit)),
    balance,
    capital,
    interest,
    creditLeft: credit,
    overdue: centavos(overdue.capital + overdue.interest),
    overdueSince: overdue.since,
    nextDueDate: later.sort()[0] ?? null,
    lastBill: isAsked ? last.bill : null,
    reference: last?.reference ?? '',
    others,
  };
}

/** 'Cuenta de cobro 12', 'Recibo de caja 7'; '' where a movement has no document. */
export function documentOf({ bill, receipt }: LedgerItem): string {
  if (receipt !== null) return `Recibo de caja ${receipt}`;
  return bill === null ? '' : `Cuenta de cobro ${bill}`;
}
