import type { InterestWay } from '../../../shared/billing/natures.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** When a joint's late interest runs, from a month on. */
export interface StoredInterestWay {
  /** 1900-01: since its books began. */
  month: Month;
  way: InterestWay;
  /** Null: nobody chose it, the joint had it before ways were chosen. */
  acta: string | null;
}

/** Newest first. */
export async function listInterestWays(db: Db, jointId: number): Promise<StoredInterestWay[]> {
  return db
    .selectFrom('interest_way')
    .select(['month', 'way', 'acta'])
    .where('joint_id', '=', jointId)
    .orderBy('month', 'desc')
    .execute();
}

/** Sets it, in place of what was said of the same month before. */
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

/** The last month that was issued; null: none ever was. */
export async function lastBilledMonth(db: Db, jointId: number): Promise<Month | null> {
  const row = await db
    .selectFrom('billing_month')
    .select((eb) => eb.fn.max<Month | null>('month').as('month'))
    .where('joint_id', '=', jointId)
    .where('state', '=', 'issued')
    .executeTakeFirstOrThrow();
  return row.month;
}
