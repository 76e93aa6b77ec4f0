import type { BillingNow, OwnDebt, OwnDebts } from '../../../shared/billing/now.api.ts';
import {
  type Day,
  firstDayOf,
  type Month,
  monthOfDay,
  shiftMonth,
  today,
  yearAndMonth,
} from '../../../shared/days.ts';
import { NO_MONEY, sumMoney, toPesos } from '../../../shared/money.ts';
import { billingUnitsOfUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { isStaff, type Principal } from '../../platform/http/principal.ts';
import { accountsByUnit } from '../ledger/accounts.repository.ts';
import {
  billedSince,
  collectedSince,
  type DatedSum,
  lastMonths,
  listBilledJoints,
  openSums,
} from './now.repository.ts';
import { type StatementReading, statementOn } from './read-statement.ts';
import { settlementToApi } from './unit-debts.ts';

/** Number of months in the chart of the home page: half a year fits on a phone without scrolling. */
const CHART_MONTHS = 6;

/**
 * Creates the service behind the billing part of the home page. For accountants: the joints with billing, the
 * month to issue next, and figures of debt and collection. For owners: the debts of their own units. Amounts
 * in the answers are pesos.
 */
export function billingNowService({ store: { db } }: Context) {
  return {
    /** Joints that the caller bills, with figures. For staff: all joints, without figures. */
    ofBooks: (principal: Principal): Promise<BillingNow[]> =>
      readAsOfNow(db, async (trx) => {
        const day = today();
        const joints = await listBilledJoints(trx, isStaff(principal) ? null : [...principal.joints.billing]);
        const ids = joints.map(({ jointId }) => jointId);
        if (ids.length === 0) return [];
        const months = await lastMonths(trx, ids);
        const figures = isStaff(principal) ? null : await readFigures(trx, ids, day);
        return joints.map((joint): BillingNow => {
          const { issued = null, prepared = null } = months.get(joint.jointId) ?? {};
          return {
            ...joint,
            lastIssued: issued === null ? null : yearAndMonth(issued),
            toIssue: monthToIssue({ issued, prepared }, monthOfDay(day)),
            figures: figures?.(joint.jointId) ?? null,
          };
        });
      }),

    /** Accounts of the caller's own units, in the order of the units. */
    ofOwner: (principal: Principal): Promise<OwnDebts> =>
      readAsOfNow(db, async (trx) => {
        const readings = await ownAccounts(trx, Number(principal.userId));
        const owed = readings.map(({ balance }) => (balance > 0 ? balance : NO_MONEY));
        return { owed: toPesos(sumMoney(owed)), accounts: readings.map(debtOf) };
      }),
  };
}

/** Reads the accounts of a user's units, each account once, and former accounts with a balance. */
async function ownAccounts(db: Db, userId: number): Promise<StatementReading[]> {
  const units = await billingUnitsOfUser(db, userId);
  const readings: StatementReading[] = [];
  for (const jointId of new Set(units.map((unit) => unit.jointId))) {
    const accountOf = await accountsByUnit(db, jointId);
    const own = units.filter((unit) => unit.jointId === jointId);
    for (const account of new Set(own.map(({ apartmentId }) => accountOf.get(apartmentId) ?? apartmentId))) {
      const reading = await statementOn(db, { jointId, account });
      readings.push(reading);
      // Earlier accounts with balance 0 need no row.
      for (const { apartmentId } of reading.others.filter(({ balance }) => balance !== 0)) {
        readings.push(await statementOn(db, { jointId, account: apartmentId }));
      }
    }
  }
  return readings;
}

function debtOf(reading: StatementReading): OwnDebt {
  const { jointId, jointName, apartmentId, begun, balance, overdue, overdueSince, nextDueDate } = reading;
  const { lastBill, reference } = reading;
  return {
    jointId,
    jointName,
    apartmentId,
    begun,
    overdueSince,
    nextDueDate,
    balance: toPesos(balance),
    overdue: toPesos(overdue),
    lastBill,
    reference,
    settlement: reading.settlement && settlementToApi(reading.settlement, reading.day),
    paidUp: reading.paidUp === true,
  };
}

/**
 * Next month to issue: (1) the prepared month, (2) the month after the last issued, if not in the future. Null for a
 * joint that never billed.
 */
export function monthToIssue(
  { issued, prepared }: { issued: Month | null; prepared: Month | null },
  current: Month,
): BillingNow['toIssue'] {
  if (prepared !== null) return { ...yearAndMonth(prepared), isPrepared: true };
  const next = issued === null ? null : shiftMonth(issued, 1);
  return next === null || next > current ? null : { ...yearAndMonth(next), isPrepared: false };
}

/**
 * Reads the figures of the home page.
 * @returns function from joint to figures
 */
export async function readFigures(
  db: Db,
  jointIds: readonly number[],
  day: Day,
): Promise<(jointId: number) => NonNullable<BillingNow['figures']>> {
  const current = monthOfDay(day);
  const from = shiftMonth(current, 1 - CHART_MONTHS);
  const open = await openSums(db, jointIds, day);
  const billed = await billedSince(db, jointIds, from);
  const collected = await collectedSince(db, jointIds, firstDayOf(from));
  const inMonth = (sums: readonly DatedSum[], jointId: number, month: Month): number =>
    toPesos(
      sumMoney(
        sums.flatMap((sum) => (sum.jointId === jointId && sum.when.startsWith(month) ? sum.amount : [])),
      ),
    );
  return (jointId) => {
    const accounts = open.filter((account) => account.jointId === jointId);
    return {
      receivable: toPesos(sumMoney(accounts.map((account) => account.open))),
      overdue: toPesos(sumMoney(accounts.map((account) => account.overdue))),
      debtors: accounts.filter(({ overdue }) => overdue > NO_MONEY).length,
      months: Array.from({ length: CHART_MONTHS }, (_, at) => shiftMonth(from, at)).map((month) => ({
        ...yearAndMonth(month),
        billed: inMonth(billed, jointId, month),
        collected: inMonth(collected, jointId, month),
      })),
    };
  };
}
