import type { Agreement } from '../../../shared/billing/agreements.api.ts';
import { addDays, type Day, dayInBogota, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { PageHead } from '../../platform/documents/report-page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { clearanceCode } from '../accounts/clearance-code.ts';
import { lastClearanceRequest, readPaperKey } from '../accounts/clearances.repository.ts';
import type { UnitDebt } from '../accounts/settlement.ts';
import { readUnitDebts, requireCeilings } from '../accounts/unit-debts.ts';
import { agreementsOf } from '../agreements/to-api.ts';
import { balanceOf, openDebits } from '../ledger/account.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { monthsWithoutCeiling } from '../ledger/late-interest.ts';
import { RunningAccount } from '../ledger/running-account.ts';
import { accountsOfUnit } from '../ledger/unit-accounts.repository.ts';
import { type BookHeading, readHeading } from './heading.ts';
import { readInterestTable, type SourcedInterestRow } from './interest-table.ts';
import { headNow } from './page-head.ts';
import { type DebtRow, debtOf, debtTotals, inOrder, withoutRounding } from './read-debt.ts';

/** Data shared by both certificates of a unit: debt certificate and 'paz y salvo' (no overdue debt). */
export interface CertificateGround {
  heading: BookHeading;
  /** Account with the owner and all units billed together. */
  unit: BilledUnit;
  /** Tax number of the joint; '' if unknown. */
  nit: string;
  /** Name of the administrator in the settings, printed below the signature; '' if unknown. */
  administrator: string;
  /** Day of the certificate: debts due before this day are overdue. */
  day: Day;
}

/**
 * Data of a debt certificate: overdue debts of a unit by due date, and the months without a known interest
 * ceiling.
 */
export interface DebtCertificate extends CertificateGround {
  rows: DebtRow[];
  /** Late interest of the rows by month, with the rate and its source. */
  interest: SourcedInterestRow[];
  /** Last month with late interest charged; null if no interest was ever charged. */
  interestThrough: Month | null;
  /** Months without a legal ceiling. The rows omit the interest of these months. */
  missing: readonly Month[];
  /** Payment agreements over the debts. */
  agreements: readonly Agreement[];
}

/** Data of a 'paz y salvo' (certificate of no overdue debt): balance in centavos, and debts not due yet. */
export interface Clearance extends CertificateGround {
  balance: Centavos;
  /** Unpaid amount not due yet, in centavos. */
  toCome: Centavos;
  /** Next due date; null without a debt to come. */
  nextDueDate: Day | null;
  /** Last day of validity. */
  until: Day;
  /** Day of the last request of the paper; null without a request. */
  requestedOn: Day | null;
  /** Code of the paper for the public check, and address of the check with the code; null without a known address. */
  code: string;
  checkUrl: string | null;
}

/** Number of days of validity of a paz y salvo. */
const VALID_DAYS = 30;

interface OfUnit {
  jointId: number;
  apartmentId: string;
}

/**
 * Reads the data of the debt certificate of a unit: overdue debts on all accounts of the unit, with late
 * interest until today. The administrator uses the certificate to claim the debt in court.
 * @throws Problem nothingOwed
 */
export async function readDebtCertificate(trx: Db, of: OfUnit): Promise<DebtCertificate> {
  const head = await headNow(trx, of.jointId);
  const { debts, interestThrough, missing, paidUp: _, ...ground } = await readGround(trx, of, head);
  const rows = overdueIn(debts, ground.day);
  const { capital, interest } = debtTotals(rows);
  // Interest not charged by any bill is no certified debt alone.
  if (capital + interest === 0) throw new Problem('nothingOwed');
  return {
    ...ground,
    rows,
    interest: await readInterestTable(trx, of.jointId, rows),
    interestThrough,
    missing,
    agreements: debts.flatMap(({ account }) => agreementsOf(account, ground.day)),
  };
}

/**
 * Reads the data of a unit's 'paz y salvo' (certificate of no debt). Requires no overdue debt, and no
 * interest beyond the unit's credit.
 * @param publicUrl web address of the server; '' if unknown
 * @throws Problem debtStands with the balance in pesos; ceilingMissing with the months without a legal
 *   interest ceiling
 */
export async function readClearance(trx: Db, of: OfUnit, publicUrl = ''): Promise<Clearance> {
  // Without debt, the rate of late interest is no information.
  const head = await headNow(trx, of.jointId, null);
  const { debts, interestThrough: _, missing, paidUp, ...ground } = await readGround(trx, of, head);
  const open = debts.flatMap(({ account, isOurs }) => openDebits(account).filter(isOurs));
  const openSum = (items: typeof open) => sumMoney(items.map((item) => item.open));
  const balance = sumMoney(
    debts.map(({ account, whole, isOurs }) =>
      whole ? balanceOf(account) : openSum(openDebits(account).filter(isOurs)),
    ),
  );
  if (paidUp) requireCeilings(missing);
  else {
    const { accrued } = debtTotals(overdueIn(debts, ground.day));
    throw new Problem('debtStands', { balance: toPesos(centavos(balance + accrued)) });
  }
  const { day, unit } = ground;
  // A paid-up unit may have an overdue amount that only rounds a bill to the peso.
  const dueDates = open.flatMap(({ dueDate }) => (dueDate !== null && dueDate >= day ? [dueDate] : []));
  const [nextDueDate = null] = dueDates.sort();
  const last = addDays(day, VALID_DAYS);
  const until = nextDueDate !== null && nextDueDate < last ? nextDueDate : last;
  const { jointId } = of;
  const claim = { jointId, unit: unit.units.join(', '), day, until };
  const code = clearanceCode(claim, await readPaperKey(trx));
  // Behind '#' the code reaches no server and no log.
  const checkUrl = publicUrl === '' ? null : `${publicUrl}/Verificar#${code}`;
  const { apartmentId } = unit;
  const requestedOn = await lastClearanceRequest(trx, { jointId, apartmentId, day });
  return { ...ground, balance, toCome: openSum(open), nextDueDate, until, requestedOn, code, checkUrl };
}

const overdueIn = (debts: readonly UnitDebt[], day: Day): DebtRow[] =>
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
  head: PageHead,
): Promise<
  CertificateGround & {
    debts: UnitDebt[];
    interestThrough: Month | null;
    /** Months with late interest of the unit but without a legal ceiling. */
    missing: Month[];
    paidUp: boolean;
  }
> {
  const heading = { ...(await readHeading(trx, jointId)), head };
  const day = dayInBogota(heading.madeAt);
  const accounts = await accountsOfUnit(trx, jointId, apartmentId);
  const unit = (await listBilledUnits(trx, jointId, day)).find((one) => one.apartmentId === accounts[0]);
  if (unit === undefined) throw new Problem('apartmentNotFound');
  const books = await readBooks(trx, jointId);
  const { settings, interestThrough } = books;
  const { debts, accrual, paidUp } = await readUnitDebts(trx, books, apartmentId, day);
  const missing = debts.flatMap(({ account }) =>
    monthsWithoutCeiling(new RunningAccount(account), accrual, day),
  );
  const { nit, administrator } = settings;
  const ground = { heading, unit, nit, administrator, day };
  return { ...ground, debts, interestThrough, missing: [...new Set(missing)].sort(), paidUp };
}
