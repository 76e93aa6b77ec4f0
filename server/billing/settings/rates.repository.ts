import type { RateMode } from '../../../shared/billing/natures.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** The legal ceiling of a month, and of no other. */
export interface StoredLegalRate {
  month: Month;
  /** Effective annual, in millionths. */
  annualRate: number;
  source: string;
}

/** A joint's own rate from a month on. */
export interface StoredJointRate {
  month: Month;
  mode: RateMode;
  /** Of `fixed`. */
  annualRate: number | null;
  acta: string | null;
}

interface Entered {
  at: Millis;
  actor: string;
}

/** Newest first. */
export async function listLegalRates(db: Db): Promise<StoredLegalRate[]> {
  const rows = await db
    .selectFrom('legal_rate')
    .select(['month', 'annual_rate', 'source'])
    .orderBy('month', 'desc')
    .execute();
  return rows.map(({ month, annual_rate, source }) => ({ month, annualRate: annual_rate, source }));
}

/** Sets it, in place of what was said of the same month before. */
export async function upsertLegalRate(trx: Db, rate: StoredLegalRate, { at, actor }: Entered): Promise<void> {
  const { month, annualRate, source } = rate;
  const values = { annual_rate: annualRate, source, entered_at: at, entered_by: actor };
  await trx
    .insertInto('legal_rate')
    .values({ month, ...values })
    .onConflict((conflict) => conflict.column('month').doUpdateSet(values))
    .execute();
}

export function hasLegalRate(db: Db, month: Month): Promise<boolean> {
  return finds(db.selectFrom('legal_rate').select('month').where('month', '=', month));
}

/** A joint's months that were marked 'sin intereses', the first one first. */
export async function listInterestFree(db: Db, jointId: number): Promise<Month[]> {
  const rows = await db
    .selectFrom('interest_free_month')
    .select('month')
    .where('joint_id', '=', jointId)
    .orderBy('month')
    .execute();
  return rows.map(({ month }) => month);
}

/** Marks a month, or takes its mark away; false where it stood so already. */
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

/** Newest first. */
export async function listJointRates(db: Db, jointId: number): Promise<StoredJointRate[]> {
  const rows = await db
    .selectFrom('joint_rate')
    .select(['month', 'mode', 'annual_rate', 'acta'])
    .where('joint_id', '=', jointId)
    .orderBy('month', 'desc')
    .execute();
  return rows.map(({ month, mode, annual_rate, acta }) => ({ month, mode, annualRate: annual_rate, acta }));
}

/** Sets it, in place of what was said of the same month before. */
export async function upsertJointRate(
  trx: Db,
  jointId: number,
  rate: StoredJointRate,
  { at, actor }: Entered,
): Promise<void> {
  const { month, mode, annualRate, acta } = rate;
  const values = { mode, annual_rate: annualRate, acta, entered_at: at, entered_by: actor };
  await trx
    .insertInto('joint_rate')
    .values({ joint_id: jointId, month, ...values })
    .onConflict((conflict) => conflict.columns(['joint_id', 'month']).doUpdateSet(values))
    .execute();
}
