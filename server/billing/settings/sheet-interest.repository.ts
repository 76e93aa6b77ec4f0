import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';

/**
 * Returns the issued months with late interest listed in the month's spreadsheet instead of computed by the
 * ledger. The interest of these months has no explanation by days and rate.
 */
export async function monthsBySheet(db: Db, jointId: number): Promise<ReadonlySet<Month>> {
  const rows = await db
    .selectFrom('ledger_item as i')
    .innerJoin('bill as b', (join) => join.on(sameIn('b', 'i', ['joint_id', 'bill'])))
    .leftJoin('interest_line as l', (join) => join.on(sameIn('l', 'i', ['joint_id', 'item'])))
    .select('b.month')
    .distinct()
    .where('i.joint_id', '=', jointId)
    .where('i.nature', '=', 'interest')
    .where('i.reverses', 'is', null)
    .where('l.item', 'is', null)
    .execute();
  return new Set(rows.map(({ month }) => month));
}

/**
 * True if the spreadsheet of the last issued month listed the late interest itself. Payments then charge no
 * interest, because the next spreadsheet lists the interest of the following days.
 */
export async function isInterestBySheet(db: Db, jointId: number): Promise<boolean> {
  const { month } = await db
    .selectFrom('bill')
    .select((eb) => eb.fn.max<Month | null>('month').as('month'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return month !== null && (await monthsBySheet(db, jointId)).has(month);
}
