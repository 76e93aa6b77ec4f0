import type { MonthState } from '../../../shared/billing/natures.ts';
import { type Day, firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import { type Db, readRowsText } from '../../platform/db/engine.ts';
import type { RowsText } from '../../platform/db/pack-rows.ts';
import { putRows } from '../../platform/db/put-rows.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { billsWithAnnulments, receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import { conceptKey } from './column-words.ts';
import type { MonthToStore } from './month-check.ts';
import type { PromptDiscountRow, RememberedColumn } from './month-sheet.types.ts';

/** Month with its state. */
export interface KnownMonth {
  month: Month;
  state: Exclude<MonthState, 'discarded'>;
}

export async function listStandingMonths(db: Db, jointId: number): Promise<KnownMonth[]> {
  const rows = await db
    .selectFrom('billing_month')
    .select(['month', 'state'])
    .where('joint_id', '=', jointId)
    .where('state', '<>', 'discarded')
    .orderBy('month')
    .execute();
  return rows.map(({ month, state }) => ({ month, state: state === 'issued' ? 'issued' : 'prepared' }));
}

/** Payments of an account. */
export interface ReceivedRow {
  apartment_id: string;
  amount: Centavos;
}

/** Returns the sum of valid receipts of each account by value date in a month, as text for a worker. */
export const receivedText = (db: Db, jointId: number, month: Month): Promise<RowsText<ReceivedRow>> =>
  readRowsText(
    db,
    receiptsWithAnnulments(db)
      .select('r.apartment_id')
      .select((eb) => eb.fn.sum<Centavos>('r.amount').as('amount'))
      .where('r.joint_id', '=', jointId)
      .where('r.value_date', '>=', firstDayOf(month))
      .where('r.value_date', '<=', lastDayOf(month))
      .where('a.number', 'is', null)
      .groupBy('r.apartment_id')
      .orderBy('r.apartment_id'),
    ['apartment_id', 'amount'],
  );

/** Returns the discounts of valid bills offered until a day or later, as text for a worker. */
export const promptDiscountsText = (
  db: Db,
  jointId: number,
  since: Day,
): Promise<RowsText<PromptDiscountRow>> =>
  readRowsText(
    db,
    billsWithAnnulments(db)
      .select(['b.apartment_id', 'b.bill', 'b.discount', 'b.discount_until as until', 'b.total'])
      .select(({ fn, val, selectFrom }) => {
        const standing = selectFrom('ledger_item as i')
          .whereRef('i.joint_id', '=', 'b.joint_id')
          .whereRef('i.apartment_id', '=', 'b.apartment_id')
          .where('i.reverses', 'is', null)
          .where(({ not, exists: found, selectFrom: from }) =>
            not(
              found(
                from('ledger_item as r')
                  .select('r.item')
                  .whereRef('r.joint_id', '=', 'i.joint_id')
                  .whereRef('r.reverses', '=', 'i.item'),
              ),
            ),
          );
        const paid = standing
          .where('i.nature', '=', 'receipt')
          .whereRef('i.item', '>', 'b.last_item')
          .whereRef('i.value_date', '<=', 'b.discount_until')
          .select((eb) => eb.fn.sum<Centavos>('i.amount').as('amount'));
        const discountsGiven = standing
          .where('i.nature', '=', 'discount')
          .whereRef('i.bill', '=', 'b.bill')
          .select((eb) => eb.fn.countAll<number>().as('count'));
        return [fn.coalesce(paid, val(0)).as('paid'), discountsGiven.as('given')];
      })
      .where('b.joint_id', '=', jointId)
      .where('b.discount', '>', 0 as Centavos)
      .where('b.discount_until', '>=', since)
      .where('a.number', 'is', null)
      .orderBy('b.bill'),
    ['apartment_id', 'bill', 'discount', 'until', 'total', 'paid', 'given'],
  );

/** Number of sheets with remembered columns: two years. */
const REMEMBERED_SHEETS = 24;

/** Returns the columns of the joint's sheets, each header as read in its newest sheet. */
export async function readRememberedColumns(db: Db, jointId: number): Promise<RememberedColumn[]> {
  const rows = await db
    .selectFrom('billing_month')
    .select('columns')
    .where('joint_id', '=', jointId)
    .orderBy('month_id', 'desc')
    .limit(REMEMBERED_SHEETS)
    .execute();
  const [newest = [], ...older]: RememberedColumn[][] = rows.map(({ columns }) => JSON.parse(columns));
  const seen = new Set(newest.map(({ header }) => conceptKey(header)));
  for (const column of older.flat()) {
    const key = conceptKey(column.header);
    if (!seen.has(key)) newest.push(column);
    seen.add(key);
  }
  return newest;
}

/** Month to prepare. */
interface PreparedMonth {
  jointId: number;
  month: Month;
  draftId: number;
  columns: readonly RememberedColumn[];
  /** Proposed due date for the issue; null: the joint's due day. */
  dueDate: Day | null;
  at: Millis;
  actor: string;
}

/** Stores a month with its rows, under the joint's billing lock. */
export async function insertMonth(
  trx: Db,
  { jointId, month, draftId, columns, dueDate, at, actor }: PreparedMonth,
  { concepts, rows }: MonthToStore,
): Promise<void> {
  const { month_id } = await trx
    .insertInto('billing_month')
    .values({
      joint_id: jointId,
      month,
      state: 'prepared',
      draft_id: draftId,
      columns: JSON.stringify(columns),
      due_date: dueDate,
      prepared_at: at,
      prepared_by: actor,
    })
    .returning('month_id')
    .executeTakeFirstOrThrow();
  const added = concepts.map(({ chargeConceptId, name, nature }) => ({
    joint_id: jointId,
    charge_concept_id: chargeConceptId,
    name,
    name_key: conceptKey(name),
    nature,
  }));
  if (added.length > 0) await trx.insertInto('charge_concept').values(added).execute();
  await putRows(trx, rows, { month_id });
}

/** Sum of a unit's charges of a concept in a month. */
export interface UnitCharge {
  apartmentId: string;
  chargeConceptId: number;
  amount: Centavos;
}

/** Returns the charges of the joint's last issued month, without credit notes. Null before the first issue. */
export async function readLastCharges(
  db: Db,
  jointId: number,
): Promise<{ month: Month; charges: UnitCharge[] } | null> {
  const last = await db
    .selectFrom('billing_month')
    .select(['month_id', 'month'])
    .where('joint_id', '=', jointId)
    .where('state', '=', 'issued')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return null;
  const rows = await db
    .selectFrom('month_row')
    .select(['apartment_id', 'charge_concept_id'])
    .select((eb) => eb.fn.sum<Centavos>('amount').as('amount'))
    .where('month_id', '=', last.month_id)
    .where('role', '=', 'charge')
    .where('amount', '>', 0 as Centavos)
    .where('charge_concept_id', 'is not', null)
    .groupBy(['apartment_id', 'charge_concept_id'])
    .execute();
  return {
    month: last.month,
    charges: rows.flatMap(({ apartment_id, charge_concept_id, amount }) =>
      charge_concept_id === null
        ? []
        : { apartmentId: apartment_id, chargeConceptId: charge_concept_id, amount },
    ),
  };
}
