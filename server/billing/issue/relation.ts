import {
  differenceReasons,
  type Oddity,
  type Relation,
  type RelationRow,
  type SheetDifferences,
} from '../../../shared/billing/months.api.ts';
import { type Day, type Month, shiftMonth, yearAndMonth } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { BilledConcept, RelationParts } from '../ledger/acts.types.ts';
import { relationOf } from '../ledger/bill-lines.ts';
import { ratesOf } from '../settings/rates.ts';
import { listBills, type StoredBill } from '../store/bills.repository.ts';
import { findMonth, lastIssuedMonth } from '../store/months.repository.ts';
import { monthsToReckon } from './dates.ts';
import type { MonthDifferences } from './differences.ts';
import { countAddressees, countReachable } from './queue-mail.ts';

/** Columns of the relación (table of balances) that have a total. */
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

/**
 * Row of the relación (the month's table of bills): the amounts of an account's bill by kind, in centavos.
 * The total is the sum of the parts minus the credit.
 */
export interface MonthRelationRow extends RelationParts, Omit<StoredBill, 'bill' | 'total' | 'lines'> {
  /** Bill number; null before the issue. */
  bill: number | null;
}

/**
 * Totals of the relación (the month's table of bills): the sum of each column of amounts in centavos, and the
 * number of unpaid instalments.
 */
export type RelationTotals = Record<(typeof summed)[number], Centavos> & { overdueInstalments: number };

/**
 * Relación of a month: the table with the bill of each account and the totals, in centavos. Of an issued
 * month as billed; of a prepared month as a forecast, with warnings.
 */
export interface MonthRelation {
  month: Month;
  state: 'prepared' | 'issued';
  issueDate: Day;
  dueDate: Day;
  /** Months marked 'sin intereses' that would otherwise have charged interest. */
  interestFree: Month[];
  /** Warnings about unusual figures of a prepared month (`oddities.ts`). */
  oddities: Oddity[];
  /** Comparison with the sheet's totals, and fingerprint of the bills. Null for an issued month. */
  differences: MonthDifferences | null;
  figures: string | null;
  rows: MonthRelationRow[];
  /** Sums of the rows, without annulled bills. */
  totals: RelationTotals;
}

/**
 * Builds the row of the relación (the month's table of bills) for a bill, issued or forecast: the bill's
 * lines summed by kind.
 */
export function relationLine(
  bill: Omit<MonthRelationRow, keyof RelationParts> & { lines: readonly BilledConcept[] },
): MonthRelationRow {
  const { lines, apartmentId, units, owner, annulled, previousPayment, overdueInstalments } = bill;
  return {
    apartmentId,
    units,
    owner,
    annulled,
    previousPayment,
    overdueInstalments,
    bill: bill.bill,
    ...relationOf(lines),
  };
}

/**
 * Sums the columns of the relación (the month's table of bills), in centavos, and the numbers of overdue
 * instalments. Rows of annulled bills are left out.
 */
export function relationTotals(rows: readonly MonthRelationRow[]): RelationTotals {
  const counted = standing(rows);
  const sums = summed.map((field) => [field, sumMoney(counted.map((row) => row[field]))]);
  return {
    ...(Object.fromEntries(sums) as Record<(typeof summed)[number], Centavos>),
    overdueInstalments: counted.reduce((sum, row) => sum + row.overdueInstalments, 0),
  };
}

const standing = (rows: readonly MonthRelationRow[]) => rows.filter(({ annulled }) => !annulled);

/**
 * Reads the relación (the month's table of bills) of an issued month, for the screen and the report.
 * Undefined if the month is not issued.
 */
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
  const preview = { oddities: [], differences: null, figures: null };
  return { month, state, issueDate, dueDate, interestFree, ...preview, rows, totals };
}

/**
 * Returns the months without interest ('sin intereses') settled by an issued month: the months since the previous
 * issue.
 */
async function interestFreeIn(db: Db, jointId: number, month: Month): Promise<Month[]> {
  const before = await lastIssuedMonth(db, jointId, month);
  const toReckon = monthsToReckon(month, {
    interestThrough: before === null ? null : shiftMonth(before, -1),
  });
  const { interestFree } = await ratesOf(db, jointId, { issued: month, toReckon });
  return interestFree.map((free) => free.month);
}

/** Returns the relación as the API's answer: in pesos, with the numbers of mails. */
export async function relationAnswer(db: Db, jointId: number, relation: MonthRelation): Promise<Relation> {
  const standingRows = standing(relation.rows);
  const monthId = (await findMonth(db, jointId, relation.month))?.monthId ?? 0;
  return {
    ...toRelation(relation),
    reachable: await countReachable(db, jointId, standingRows),
    relationTo: await countAddressees(db, { jointId, monthId }, 'relation'),
  };
}

/** Converts the relación (the month's table of bills) from centavos to pesos, for the API. */
function toRelation({
  month,
  rows,
  totals,
  differences,
  ...rest
}: MonthRelation): Omit<Relation, 'reachable' | 'relationTo'> {
  return {
    ...yearAndMonth(month),
    ...rest,
    differences: differences === null ? null : toDifferences(differences),
    rows: rows.map((row) => ({
      ...row,
      ...pesosOf(row),
      units: row.units.filter((unit) => unit !== row.apartmentId),
      additional: row.additional.map(({ concept, amount }) => ({ concept, amount: toPesos(amount) })),
    })),
    totals: { ...totals, ...pesosOf(totals) },
  };
}

/** Most units with a difference sent to the client. */
const MOST_LISTED = 200;

/** Converts the comparison with the sheet from centavos to pesos, and sums the reasons of all units. */
export function toDifferences({ hasTotals, sheet, bills, units }: MonthDifferences): SheetDifferences {
  const parts = units.flatMap((unit) => unit.parts ?? []);
  const reasons = differenceReasons.flatMap((reason) => {
    const of = parts.filter((part) => part.reason === reason);
    const amount = toPesos(sumMoney(of.map((part) => part.amount)));
    return of.length === 0 ? [] : [{ reason, amount, units: of.length }];
  });
  return {
    hasTotals,
    sheet: toPesos(sheet),
    bills: toPesos(bills),
    units: units.length,
    unexplained: units.filter((unit) => unit.parts === null).length,
    reasons,
    listed: units.slice(0, MOST_LISTED).map(({ apartmentId, parts: of, ...unit }) => ({
      apartmentId,
      sheet: toPesos(unit.sheet),
      bill: toPesos(unit.bill),
      difference: toPesos(centavos(unit.bill - unit.sheet)),
      reasons: of?.map(({ reason, amount }) => ({ reason, amount: toPesos(amount) })) ?? null,
    })),
  };
}

const pesosOf = (of: Record<(typeof summed)[number], Centavos>) =>
  Object.fromEntries(summed.map((field) => [field, toPesos(of[field])])) as Pick<
    RelationRow,
    (typeof summed)[number]
  >;
