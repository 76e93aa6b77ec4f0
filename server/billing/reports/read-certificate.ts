import { type Day, dayInBogota, type Month } from '../../../shared/days.ts';
import { type Centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { balanceOf, openDebits } from '../ledger/account.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { accountsOfUnit, formerAccounts } from '../ledger/unit-accounts.repository.ts';
import { type BookHeading, readHeading } from './heading.ts';
import { type DebtRow, debtOf, inOrder } from './read-debt.ts';

/** What both certificates of a unit begin with. */
export interface CertificateGround {
  heading: BookHeading;
  unit: BilledUnit;
  nit: string;
  day: Day;
}

export interface DebtCertificate extends CertificateGround {
  rows: DebtRow[];
  /** The last month whose late interest is charged; null: none ever was. */
  interestThrough: Month | null;
}

export interface Clearance extends CertificateGround {
  balance: Centavos;
  /** What is open and not due yet, and when the next part is. */
  toCome: Centavos;
  nextDueDate: Day | null;
}

interface OfUnit {
  jointId: number;
  apartmentId: string;
}

/** What a unit owes and is overdue, on every account that has something of it. @throws Problem nothingOwed */
export async function readDebtCertificate(trx: Db, of: OfUnit): Promise<DebtCertificate> {
  const { debts, interestThrough, ...ground } = await readGround(trx, of);
  const rows = overdueIn(debts, ground.day);
  if (rows.length === 0) throw new Problem('nothingOwed');
  return { ...ground, rows, interestThrough };
}

/** That a unit owes nothing overdue on any of them. @throws Problem debtStands, details {balance} */
export async function readClearance(trx: Db, of: OfUnit): Promise<Clearance> {
  const { debts, interestThrough: _, ...ground } = await readGround(trx, of);
  const open = debts.flatMap(({ account, isOurs }) => openDebits(account).filter(isOurs));
  const openSum = (items: typeof open) => sumMoney(items.map((item) => item.open));
  const balance = sumMoney(
    debts.map(({ account, whole, isOurs }) =>
      whole ? balanceOf(account) : openSum(openDebits(account).filter(isOurs)),
    ),
  );
  if (overdueIn(debts, ground.day).length > 0) {
    throw new Problem('debtStands', { balance: toPesos(balance) });
  }
  const [nextDueDate = null] = open.flatMap(({ dueDate }) => dueDate ?? []).sort();
  return { ...ground, balance, toCome: openSum(open), nextDueDate };
}

/** An account that has debts of the unit: all that is owed on it, or only what is for the units that it was billed with. */
interface Debts {
  account: Account;
  whole: boolean;
  isOurs: (of: { forApartmentId: string }) => boolean;
}

const overdueIn = (debts: readonly Debts[], day: Day): DebtRow[] =>
  inOrder(
    debts.flatMap(({ account, isOurs }) =>
      debtOf(account, day).filter(({ apartmentId }) => isOurs({ forApartmentId: apartmentId })),
    ),
  );

async function readGround(
  trx: Db,
  { jointId, apartmentId }: OfUnit,
): Promise<CertificateGround & { debts: Debts[]; interestThrough: Month | null }> {
  const heading = await readHeading(trx, jointId);
  const day = dayInBogota(heading.madeAt);
  const accounts = await accountsOfUnit(trx, jointId, apartmentId);
  const unit = (await listBilledUnits(trx, jointId, day)).find((one) => one.apartmentId === accounts[0]);
  if (unit === undefined) throw new Problem('apartmentNotFound');
  const { settings, interestThrough } = await readBooks(trx, jointId);
  const debts: Debts[] = [];
  for (const id of accounts) {
    debts.push({ account: await readAccount(trx, jointId, id), whole: true, isOurs: () => true });
  }
  const ours = new Set([...unit.units, apartmentId]);
  for (const id of await formerAccounts(trx, jointId, [...ours], accounts)) {
    const isOurs: Debts['isOurs'] = ({ forApartmentId }) => ours.has(forApartmentId);
    debts.push({ account: await readAccount(trx, jointId, id), whole: false, isOurs });
  }
  return { heading, unit, nit: settings.nit, day, debts, interestThrough };
}
