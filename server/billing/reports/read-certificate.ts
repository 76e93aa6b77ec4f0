import { type Day, dayInBogota, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { balanceOf, creditOf, openDebits } from '../ledger/account.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { accountsOfUnit, formerAccounts } from '../ledger/unit-accounts.repository.ts';
import { type Accruing, accruedOn, readAccruing } from './accrued-interest.ts';
import { type BookHeading, readHeading } from './heading.ts';
import { headNow } from './page-head.ts';
import { type DebtRow, debtOf, debtTotals, inOrder, withoutRounding } from './read-debt.ts';

/** Data shared by the debt certificate and the 'paz y salvo' of a unit. */
export interface CertificateGround {
  heading: BookHeading;
  unit: BilledUnit;
  nit: string;
  day: Day;
}

export interface DebtCertificate extends CertificateGround {
  rows: DebtRow[];
  /** Last month with late interest charged; null if no interest was ever charged. */
  interestThrough: Month | null;
  /** Months without a legal ceiling. The rows omit the interest of these months. */
  missing: readonly Month[];
}

export interface Clearance extends CertificateGround {
  balance: Centavos;
  /** Open amount not due yet (`toCome`), and the next due date; null without a debt to come. */
  toCome: Centavos;
  nextDueDate: Day | null;
}

interface OfUnit {
  jointId: number;
  apartmentId: string;
}

/**
 * Reads a unit's overdue debt on all its accounts, with late interest until today, for the debt certificate.
 * @throws Problem nothingOwed
 */
export async function readDebtCertificate(trx: Db, of: OfUnit): Promise<DebtCertificate> {
  const { debts, interestThrough, accruing, ...ground } = await readGround(trx, of);
  const rows = overdueIn(debts, ground.day);
  if (owesNothing(rows, debts)) throw new Problem('nothingOwed');
  return { ...ground, rows, interestThrough, missing: accruing.missing };
}

/**
 * Reads the data of a unit's 'paz y salvo' (certificate of no debt). Requires no overdue debt, and no interest
 * beyond the unit's credit.
 * @throws Problem debtStands, details {balance}
 */
export async function readClearance(trx: Db, of: OfUnit): Promise<Clearance> {
  const { debts, interestThrough: _, accruing: __, ...ground } = await readGround(trx, of);
  const open = debts.flatMap(({ account, isOurs }) => openDebits(account).filter(isOurs));
  const openSum = (items: typeof open) => sumMoney(items.map((item) => item.open));
  const balance = sumMoney(
    debts.map(({ account, whole, isOurs }) =>
      whole ? balanceOf(account) : openSum(openDebits(account).filter(isOurs)),
    ),
  );
  const rows = overdueIn(debts, ground.day);
  if (!owesNothing(rows, debts)) {
    const { accrued } = debtTotals(rows);
    throw new Problem('debtStands', { balance: toPesos(centavos(balance + accrued)) });
  }
  const [nextDueDate = null] = open.flatMap(({ dueDate }) => dueDate ?? []).sort();
  return { ...ground, balance, toCome: openSum(open), nextDueDate };
}

/**
 * Account with debts of the unit. `whole` is true if all debts of the account count; otherwise only the debts of
 * the certified units count.
 */
interface Debts {
  account: Account;
  whole: boolean;
  /** Late interest not yet billed, by item number of the instalment. */
  accrued: ReadonlyMap<number, Centavos>;
  isOurs: (of: { forApartmentId: string }) => boolean;
}

/** True if no debt is overdue and the unit's credit covers the interest not yet billed. */
function owesNothing(rows: readonly DebtRow[], debts: readonly Debts[]): boolean {
  const { total, accrued } = debtTotals(rows);
  const credit = sumMoney(debts.flatMap(({ account, whole }) => (whole ? creditOf(account) : [])));
  return total === accrued && accrued <= credit;
}

const overdueIn = (debts: readonly Debts[], day: Day): DebtRow[] =>
  inOrder(
    debts.flatMap(({ account, accrued, isOurs }) =>
      withoutRounding(
        debtOf(account, day, accrued).filter(({ apartmentId }) => isOurs({ forApartmentId: apartmentId })),
      ),
    ),
  );

async function readGround(
  trx: Db,
  { jointId, apartmentId }: OfUnit,
): Promise<CertificateGround & { debts: Debts[]; interestThrough: Month | null; accruing: Accruing }> {
  const heading = { ...(await readHeading(trx, jointId)), head: await headNow(trx, jointId) };
  const day = dayInBogota(heading.madeAt);
  const accounts = await accountsOfUnit(trx, jointId, apartmentId);
  const unit = (await listBilledUnits(trx, jointId, day)).find((one) => one.apartmentId === accounts[0]);
  if (unit === undefined) throw new Problem('apartmentNotFound');
  const books = await readBooks(trx, jointId);
  const { settings, interestThrough } = books;
  const accruing = await readAccruing(trx, books, day);
  const debts: Debts[] = [];
  const add = async (id: string, whole: boolean, isOurs: Debts['isOurs']): Promise<void> => {
    const account = await readAccount(trx, jointId, id);
    debts.push({ account, whole, isOurs, accrued: accruedOn(account, accruing, books, day) });
  };
  for (const id of accounts) await add(id, true, () => true);
  const ours = new Set([...unit.units, apartmentId]);
  for (const id of await formerAccounts(trx, jointId, [...ours], accounts)) {
    await add(id, false, ({ forApartmentId }) => ours.has(forApartmentId));
  }
  return { heading, unit, nit: settings.nit, day, debts, interestThrough, accruing };
}
