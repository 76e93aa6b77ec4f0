import type { InterestWay } from '../../../shared/billing/natures.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Method to calculate late interest chosen by a joint (co-owned property), in force from a month on. */
export interface StoredInterestWay {
  /** First month of the method. 1900-01 means since the start of the books. */
  month: Month;
  /** Method: by days of delay, on the balance of the month, or for full months of delay. */
  way: InterestWay;
  /**
   * Name of the minutes of the assembly (acta) with the decision. Null for the default method of joints older
   * than the choice.
   */
  acta: string | null;
}

/** Lists the methods to calculate late interest chosen by a joint, newest first. */
export async function listInterestWays(db: Db, jointId: number): Promise<StoredInterestWay[]> {
  return db
    .selectFrom('interest_way')
    .select(['month', 'way', 'acta'])
    .where('joint_id', '=', jointId)
    .orderBy('month', 'desc')
    .execute();
}

/**
 * Stores the method to calculate late interest chosen by a joint from a month on, replacing an earlier choice
 * for the month.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function upsertInterestWay(
  trx: Db,
  jointId: number,
  { month, way, acta }: StoredInterestWay,
  { at, actor }: { at: Millis; actor: string },
): Promise<void> {
  const values = { way, acta, entered_at: at, entered_by: actor };
  await trx
    .insertInto('interest_way')
    .values({ joint_id: jointId, month, ...values })
    .onConflict((conflict) => conflict.columns(['joint_id', 'month']).doUpdateSet(values))
    .execute();
}

/**
 * Returns the last issued month of a joint; null before the first issue. The method of interest can no longer
 * change for an issued month.
 * @param at last instant of the issues; absent for all issues
 */
export async function lastBilledMonth(db: Db, jointId: number, at?: Millis): Promise<Month | null> {
  const row = await db
    .selectFrom('billing_month')
    .select((eb) => eb.fn.max<Month | null>('month').as('month'))
    .where('joint_id', '=', jointId)
    .where('state', '=', 'issued')
    .$if(at !== undefined, (query) => query.where('issued_at', '<=', at ?? 0))
    .executeTakeFirstOrThrow();
  return row.month;
}
