import type { RateMode } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/**
 * Legal ceiling of the late interest rate in a month, as stored: 1.5 times the current bank interest,
 * certified by a resolution.
 */
export interface StoredLegalRate {
  month: Month;
  /** Effective annual rate, in millionths (25.62 % is 256200). */
  annualRate: number;
  /** Text that names the official publication of the ceiling; '' if the number of the resolution is enough. */
  source: string;
  /**
   * Number and day of the resolution that certified the ceiling. Null for ceilings stored before both were
   * required.
   */
  resolution: string | null;
  resolvedOn: Day | null;
}

/** Rate of late interest chosen by the joint, in force from `month` on. */
export interface StoredJointRate {
  /** First month of the rate: '2026-03'. */
  month: Month;
  /** Rate of the joint: the legal ceiling, a fixed rate, or no interest. */
  mode: RateMode;
  /** Fixed rate as effective annual rate, in millionths (25 % is 250000); else null. */
  annualRate: number | null;
  /** Fixed rate per month, in 10⁻⁸ (2 % is 2000000); else null. */
  monthlyRate: number | null;
  /** Name of the minutes of the assembly (acta) with the decision; null if not given. */
  acta: string | null;
}

interface Entered {
  at: Millis;
  actor: string;
}

/** Lists the legal ceilings of the late interest rate by month, newest first. Equal for all joints. */
export function listLegalRates(db: Db): Promise<StoredLegalRate[]> {
  return db
    .selectFrom('legal_rate')
    .select(['month', 'annual_rate as annualRate', 'source', 'resolution', 'resolved_on as resolvedOn'])
    .orderBy('month', 'desc')
    .execute();
}

/** Stores the legal ceiling of the late interest rate for a month, replacing an earlier value. */
export async function upsertLegalRate(trx: Db, rate: StoredLegalRate, { at, actor }: Entered): Promise<void> {
  const { month, annualRate, source, resolution, resolvedOn } = rate;
  const values = {
    annual_rate: annualRate,
    source,
    resolution,
    resolved_on: resolvedOn,
    entered_at: at,
    entered_by: actor,
  };
  await trx
    .insertInto('legal_rate')
    .values({ month, ...values })
    .onConflict((conflict) => conflict.column('month').doUpdateSet(values))
    .execute();
}

/**
 * True if the legal ceiling of the late interest rate is stored for a month. Without the ceiling no interest
 * can be charged.
 */
export function hasLegalRate(db: Db, month: Month): Promise<boolean> {
  return finds(db.selectFrom('legal_rate').select('month').where('month', '=', month));
}

/** Lists the months of a joint marked 'sin intereses' (no late interest is charged), oldest first. */
export async function listInterestFree(db: Db, jointId: number): Promise<Month[]> {
  const rows = await db
    .selectFrom('interest_free_month')
    .select('month')
    .where('joint_id', '=', jointId)
    .orderBy('month')
    .execute();
  return rows.map(({ month }) => month);
}

/** Adds or removes the mark 'sin intereses' of a month (no late interest). Returns false if unchanged. */
export async function setInterestFree(
  trx: Db,
  { jointId, month, interestFree }: { jointId: number; month: Month; interestFree: boolean },
  { at, actor }: Entered,
): Promise<boolean> {
  if (!interestFree) {
    const { numDeletedRows } = await trx
      .deleteFrom('interest_free_month')
      .where('joint_id', '=', jointId)
      .where('month', '=', month)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('interest_free_month')
    .values({ joint_id: jointId, month, entered_at: at, entered_by: actor })
    .onConflict((conflict) => conflict.columns(['joint_id', 'month']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Lists the rates of late interest chosen by a joint, newest first. A rate is in force from its month until
 * the next rate.
 */
export function listJointRates(db: Db, jointId: number): Promise<StoredJointRate[]> {
  return db
    .selectFrom('joint_rate')
    .select(['month', 'mode', 'annual_rate as annualRate', 'monthly_rate as monthlyRate', 'acta'])
    .where('joint_id', '=', jointId)
    .orderBy('month', 'desc')
    .execute();
}

/**
 * Stores the rate of late interest chosen by a joint from a month on, replacing an earlier value for the
 * month.
 */
export async function upsertJointRate(
  trx: Db,
  jointId: number,
  rate: StoredJointRate,
  { at, actor }: Entered,
): Promise<void> {
  const { month, mode, annualRate, monthlyRate, acta } = rate;
  const values = {
    mode,
    annual_rate: annualRate,
    monthly_rate: monthlyRate,
    acta,
    entered_at: at,
    entered_by: actor,
  };
  await trx
    .insertInto('joint_rate')
    .values({ joint_id: jointId, month, ...values })
    .onConflict((conflict) => conflict.columns(['joint_id', 'month']).doUpdateSet(values))
    .execute();
}
