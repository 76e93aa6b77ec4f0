import { type Day, dayInBogota, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos, toPesos } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../db/engine.ts';
import { Problem } from '../../http/problem.ts';
import { balanceOf, openDebits } from '../ledger/account.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import { overdueOf } from '../ledger/aging.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { type BookHeading, readHeading } from './heading.ts';
import { type DebtRow, debtOf } from './read-debt.ts';

/** What both certificates of a unit begin with. */
interface CertificateGround {
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
  account: string;
}

/** What a unit owes and is overdue. @throws Problem nothingOwed */
export function readDebtCertificate(db: Db, of: OfUnit): Promise<DebtCertificate> {
  return readAsOfNow(db, async (trx) => {
    const { account, interestThrough, ...ground } = await readGround(trx, of);
    const rows = debtOf(account, ground.day);
    if (rows.length === 0) throw new Problem('nothingOwed');
    return { ...ground, rows, interestThrough };
  });
}

/** That a unit owes nothing overdue. @throws Problem debtStands, details {balance} */
export function readClearance(db: Db, of: OfUnit): Promise<Clearance> {
  return readAsOfNow(db, async (trx) => {
    const { account, interestThrough: _, ...ground } = await readGround(trx, of);
    const balance = balanceOf(account);
    const { capital, interest } = overdueOf(account, ground.day);
    if (capital + interest !== 0) throw new Problem('debtStands', { balance: toPesos(balance) });
    const open = openDebits(account);
    const due = open.flatMap(({ dueDate }) => dueDate ?? []).sort();
    return {
      ...ground,
      balance,
      toCome: centavos(open.reduce((sum, item) => sum + item.open, 0)),
      nextDueDate: due[0] ?? null,
    };
  });
}

async function readGround(
  trx: Db,
  { jointId, account: apartmentId }: OfUnit,
): Promise<CertificateGround & { account: Account; interestThrough: Month | null }> {
  const heading = await readHeading(trx, jointId);
  const day = dayInBogota(heading.madeAt);
  const unit = (await listBilledUnits(trx, jointId, day)).find((one) => one.apartmentId === apartmentId);
  if (unit === undefined) throw new Problem('apartmentNotFound');
  const { settings, interestThrough } = await readBooks(trx, jointId);
  const account = await readAccount(trx, jointId, apartmentId);
  return { heading, unit, nit: settings.nit, day, account, interestThrough };
}
