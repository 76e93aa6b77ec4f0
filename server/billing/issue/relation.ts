import type { Oddity, Relation, RelationRow } from '../../../shared/billing/months.api.ts';
import { type Day, type Month, shiftMonth, yearAndMonth } from '../../../shared/days.ts';
import { type Centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { BillLine, RelationParts } from '../ledger/acts.types.ts';
import { relationOf } from '../ledger/bill-lines.ts';
import { ratesOf } from '../settings/rates.ts';
import { listBills } from './bills.repository.ts';
import { monthsToReckon } from './issue-dates.ts';
import { findMonth, lastIssuedMonth } from './months.repository.ts';

/** Amounts of a row that are added up below. */
const summed = [
  'previousPayment',
  'overdueCapital',
  'overdueInterest',
  'currentInterest',
  'fee',
  'extra',
  'fines',
  'other',
  'rounding',
  'credit',
  'total',
] as const;

/** A row of the relación in centavos; its parts less the credit add up to the total. */
export interface RelationLine extends RelationParts {
  apartmentId: string;
  /** Every unit that it is for, its own first. */
  units: string[];
  owner: string;
  /** Null before the issue. */
  bill: number | null;
  annulled: boolean;
  previousPayment: Centavos;
  overdueInstalments: number;
}

export type RelationTotals = Record<(typeof summed)[number], Centavos> & { overdueInstalments: number };

/** A month's relación in centavos. */
export interface MonthRelation {
  month: Month;
  state: 'prepared' | 'issued';
  issueDate: Day;
  dueDate: Day;
  /** Months whose interest it would have charged, marked 'sin intereses'. */
  interestFree: Month[];
  /** Of a prepared month; see `oddities.ts`. */
  oddities: Oddity[];
  rows: RelationLine[];
  /** Without what was annulled. */
  totals: RelationTotals;
}

/** A bill, issued or as it would be, as a row. */
export function relationLine(
  bill: Omit<RelationLine, keyof RelationParts> & { lines: readonly BillLine[] },
): RelationLine {
  const { lines, apartmentId, units, owner, annulled, previousPayment, overdueInstalments } = bill;
  return {
    ...{ apartmentId, units, owner, annulled, previousPayment, overdueInstalments },
    bill: bill.bill,
    ...relationOf(lines),
  };
}

/** What the rows that stand come to. */
export function relationTotals(rows: readonly RelationLine[]): RelationTotals {
  const standing = rows.filter(({ annulled }) => !annulled);
  const sums = summed.map((field) => [field, sumMoney(standing.map((row) => row[field]))]);
  return {
    ...(Object.fromEntries(sums) as Record<(typeof summed)[number], Centavos>),
    overdueInstalments: standing.reduce((sum, row) => sum + row.overdueInstalments, 0),
  };
}

/** The relación of an issued month as it was issued; undefined where the month is not. */
export async function readRelation(
  db: Db,
  jointId: number,
  month: Month,
): Promise<MonthRelation | undefined> {
  const found = await findMonth(db, jointId, month);
  if (found === undefined || found.issueDate === null || found.dueDate === null) return undefined;
  const rows = (await listBills(db, jointId, found.monthId)).map(relationLine);
  const { state, issueDate, dueDate } = found;
  const interestFree = await interestFreeIn(db, jointId, month);
  const totals = relationTotals(rows);
  return { month, state, issueDate, dueDate, interestFree, oddities: [], rows, totals };
}

/** The months without interest that an issued month reckoned: those since the one before was issued. */
async function interestFreeIn(db: Db, jointId: number, month: Month): Promise<Month[]> {
  const before = await lastIssuedMonth(db, jointId, month);
  const toReckon = monthsToReckon(month, {
    interestThrough: before === null ? null : shiftMonth(before, -1),
  });
  const { interestFree } = await ratesOf(db, jointId, { issued: month, toReckon });
  return interestFree.map((free) => free.month);
}

/** In pesos, as the wire has it. */
export function toRelation({
  month,
  rows,
  totals,
  ...rest
}: MonthRelation): Omit<Relation, 'reachable' | 'relationTo'> {
  return {
    ...yearAndMonth(month),
    ...rest,
    rows: rows.map((row) => ({
      ...row,
      ...pesosOf(row),
      units: row.units.filter((unit) => unit !== row.apartmentId),
      additional: row.additional.map(({ concept, amount }) => ({ concept, amount: toPesos(amount) })),
    })),
    totals: { ...totals, ...pesosOf(totals) },
  };
}

const pesosOf = (of: Record<(typeof summed)[number], Centavos>) =>
  Object.fromEntries(summed.map((field) => [field, toPesos(of[field])])) as Pick<
    RelationRow,
    (typeof summed)[number]
  >;
