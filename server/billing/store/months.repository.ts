import { type Selectable, sql } from 'kysely';
import type { ColumnRole } from '../../../shared/billing/drafts.api.ts';
import type { BillingMonth, Oddity } from '../../../shared/billing/months.api.ts';
import type { ChargeNature, MonthState, RowRole } from '../../../shared/billing/natures.ts';
import type { ChargeConcept } from '../../../shared/billing/settings.api.ts';
import { type Day, firstDayOf, lastDayOf, type Month, yearAndMonth } from '../../../shared/days.ts';
import { type Centavos, toPesos } from '../../../shared/money.ts';
import { type Db, readRowsText } from '../../platform/db/engine.ts';
import { type PackedRows, piecesOf, type RowsText, rowsIn } from '../../platform/db/pack-rows.ts';
import { putRows } from '../../platform/db/put-rows.ts';
import { instantOf, updates } from '../../platform/db/queries.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';
import { billsWithAnnulments, receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import type { KeptLetterhead } from '../settings/letterhead.ts';

/**
 * Month of a joint (co-owned property) that was prepared from a spreadsheet or already issued, with its
 * dates. Discarded months do not count.
 */
export interface StandingMonth {
  /** Number of the stored month. */
  monthId: number;
  /** Billed month: '2026-03'. */
  month: Month;
  state: Exclude<MonthState, 'discarded'>;
  /** Day of the issue; null before the issue. */
  issueDate: Day | null;
  /** Due date of the bills; null if not chosen yet. */
  dueDate: Day | null;
}

/**
 * Amount of a prepared month for a unit: a charge, payment, late interest or opening balance. Input of the
 * issue.
 */
export interface MonthRow {
  apartmentId: string;
  /** Meaning of the amount: charge, late interest, opening balance or payment. */
  role: RowRole;
  /** Number of the charge concept; null for other rows. */
  chargeConceptId: number | null;
  /** Centavos. */
  amount: Centavos;
  /** Due date of an opening balance; null for other rows. */
  dueDate: Day | null;
  /** Day of a payment or of an opening balance; null for other rows. */
  valueDate: Day | null;
  description: string | null;
}

/**
 * Returns the prepared or issued month of a joint; undefined if the month has neither been prepared nor
 * issued, or was discarded.
 */
export async function findMonth(db: Db, jointId: number, month: Month): Promise<StandingMonth | undefined> {
  const row = await db
    .selectFrom('billing_month')
    .select(['month_id', 'month', 'state', 'issue_date', 'due_date'])
    .where('joint_id', '=', jointId)
    .where('month', '=', month)
    .where('state', '<>', 'discarded')
    .executeTakeFirst();
  if (row === undefined || row.state === 'discarded') return undefined;
  const { month_id, state, issue_date, due_date } = row;
  return { monthId: month_id, month: row.month, state, issueDate: issue_date, dueDate: due_date };
}

/**
 * Returns the last issued month of a joint, or with `before` the last issued month earlier than `before`.
 * Null if no month was issued.
 */
export async function lastIssuedMonth(db: Db, jointId: number, before?: Month): Promise<Month | null> {
  const row = await db
    .selectFrom('billing_month')
    .select((eb) => eb.fn.max<Month | null>('month').as('month'))
    .where('joint_id', '=', jointId)
    .where('state', '=', 'issued')
    .$if(before !== undefined, (query) => query.where('month', '<', before ?? ''))
    .executeTakeFirstOrThrow();
  return row.month;
}

/**
 * Returns the file name of the spreadsheet that a prepared month comes from; null for a month without a
 * spreadsheet. Shown in warnings before the issue.
 */
export async function sheetNameOf(db: Db, monthId: number): Promise<string | null> {
  const row = await db
    .selectFrom('billing_month as m')
    .innerJoin('billing_draft as d', 'd.draft_id', 'm.draft_id')
    .select('d.file_name')
    .where('m.month_id', '=', monthId)
    .executeTakeFirst();
  return row?.file_name ?? null;
}

/**
 * Returns the amounts of a prepared month (charges, payments …), in the order of the spreadsheet, as input of
 * the issue.
 */
export function listRows(db: Db, monthId: number): Promise<MonthRow[]> {
  return db
    .selectFrom('month_row')
    .select(['apartment_id as apartmentId', 'role', 'charge_concept_id as chargeConceptId', 'amount'])
    .select(['due_date as dueDate', 'value_date as valueDate', 'description'])
    .where('month_id', '=', monthId)
    .orderBy('position')
    .execute();
}

/** Returns the rows of a month read from a spreadsheet and not stored, equal to `listRows` after storing. */
export function sheetRows({ rows: packed }: MonthToStore): MonthRow[] {
  const all = [...piecesOf(packed)].flatMap(({ columns, rows }) =>
    rowsIn<Selectable<Tables['month_row']>>({
      columns: columns as (keyof Tables['month_row'])[],
      text: Buffer.from(rows).toString(),
    }),
  );
  return all.map((row) => ({
    apartmentId: row.apartment_id,
    role: row.role,
    chargeConceptId: row.charge_concept_id,
    amount: row.amount,
    dueDate: row.due_date,
    valueDate: row.value_date,
    description: null,
  }));
}

/**
 * Marks a prepared month as issued, with dates and letterhead. The caller holds the joint's billing lock.
 * Returns false if the month is no longer prepared, for example discarded meanwhile.
 * @param issue `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function markIssued(
  trx: Db,
  monthId: number,
  issue: { issueDate: Day; dueDate: Day; letterhead: KeptLetterhead; at: Millis; actor: string },
): Promise<boolean> {
  return updates(
    trx
      .updateTable('billing_month')
      .set({
        state: 'issued',
        issue_date: issue.issueDate,
        due_date: issue.dueDate,
        letterhead: JSON.stringify(issue.letterhead),
        issued_at: issue.at,
        issued_by: issue.actor,
      })
      .where('month_id', '=', monthId)
      .where('state', '=', 'prepared'),
  );
}

/**
 * Lists the prepared and issued months of a joint, newest first, with the total of each month's bills in
 * pesos, for the page of months.
 */
export async function listMonths(db: Db, jointId: number): Promise<BillingMonth[]> {
  const months = await db
    .selectFrom('billing_month')
    .select(['month_id', 'month', 'state', 'draft_id', 'issue_date', 'due_date', 'issued_at'])
    .where('joint_id', '=', jointId)
    .where('state', '<>', 'discarded')
    .orderBy('month', 'desc')
    .execute();
  const sums = await billSums(db, jointId);
  return months.flatMap(({ month_id, month, state, draft_id, issue_date, due_date, issued_at }) => {
    if (state === 'discarded') return [];
    return {
      ...yearAndMonth(month),
      state,
      draftId: draft_id,
      issueDate: issue_date,
      dueDate: due_date,
      issuedAt: instantOf(issued_at),
      bills: sums.get(month_id) ?? null,
    };
  });
}

/**
 * Returns by month id: number of bills, first and last bill number, number of annulled bills, and total of the
 * valid bills.
 */
async function billSums(db: Db, jointId: number): Promise<Map<number, NonNullable<BillingMonth['bills']>>> {
  const rows = await billsWithAnnulments(db)
    .select('b.month_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('quantity'),
      eb.fn.min<number>('b.bill').as('first'),
      eb.fn.max<number>('b.bill').as('last'),
      eb.fn.count<number>('a.number').as('annulled'),
      sql<Centavos>`coalesce(sum(case when a.number is null then b.total end), 0)`.as('total'),
    ])
    .where('b.joint_id', '=', jointId)
    .groupBy('b.month_id')
    .execute();
  return new Map(
    rows.map(({ month_id, total, ...numbers }) => [month_id, { ...numbers, total: toPesos(total) }]),
  );
}

/** Reads the letterhead stored with an issued month. @throws Error for a month that is not issued */
export function storedLetterhead(stored: string | null): KeptLetterhead {
  if (stored === null) throw new Error('The month has no letterhead: the month is not issued.');
  return JSON.parse(stored);
}

/** Returns the letterhead (administrator, legal text, rate, logo) printed on the bills of an issued month. */
export async function letterheadOfMonth(db: Db, monthId: number): Promise<KeptLetterhead> {
  const { letterhead } = await db
    .selectFrom('billing_month')
    .select('letterhead')
    .where('month_id', '=', monthId)
    .executeTakeFirstOrThrow();
  return storedLetterhead(letterhead);
}

/** Lists the issued months of a joint, oldest first, to offer years and months with bills. */
export async function listIssuedMonths(db: Db, jointId: number): Promise<Month[]> {
  const rows = await db
    .selectFrom('billing_month')
    .select('month')
    .where('joint_id', '=', jointId)
    .where('state', '=', 'issued')
    .orderBy('month')
    .execute();
  return rows.map((row) => row.month);
}

/** Month of a joint (co-owned property) in the books: prepared (charges stored, not issued) or issued. */
export interface KnownMonth {
  month: Month;
  state: Exclude<MonthState, 'discarded'>;
}

/**
 * Lists the prepared and issued months of a joint (co-owned property), oldest first, to check the month of a
 * new spreadsheet. Leaves out discarded months.
 */
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

/** Row of the database with an account (`apartment_id`) and the sum of its payments in centavos. */
export interface ReceivedRow {
  apartment_id: string;
  amount: Centavos;
}

/**
 * Reads for each account the sum (centavos) of valid receipts with a value date in a month, packed as text
 * for a worker. Compared with the payments in a new spreadsheet, because a payment may be entered twice.
 */
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

/**
 * Prompt-payment discount of a valid bill, with the money paid so far. Needed to predict the discounts for
 * payments in a month's spreadsheet.
 */
export interface PromptDiscountRow {
  /** Id of the billed unit. */
  apartment_id: string;
  bill: number;
  /** Amount of the discount, in centavos. */
  discount: Centavos;
  /** Last day to pay and earn the discount. */
  until: Day;
  /** Total of the bill, in centavos. */
  total: Centavos;
  /**
   * Sum of the valid receipts since the bill with value dates up to the last day of the discount, in
   * centavos.
   */
  paid: Centavos;
  /** 1 if the ledger already granted the discount, else 0. */
  granted: number;
}

/**
 * Reads the prompt-payment discounts of valid bills with a last day at `since` or later, packed as text for
 * the worker that reads a month's spreadsheet.
 */
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
        return [fn.coalesce(paid, val(0)).as('paid'), discountsGiven.as('granted')];
      })
      .where('b.joint_id', '=', jointId)
      .where('b.discount', '>', 0 as Centavos)
      .where('b.discount_until', '>=', since)
      .where('a.number', 'is', null)
      .orderBy('b.bill'),
    ['apartment_id', 'bill', 'discount', 'until', 'total', 'paid', 'granted'],
  );

/**
 * Column of an earlier month's spreadsheet with the role. A later spreadsheet with an equal header gets the
 * role without asking again.
 */
export interface RememberedColumn {
  /** Title of the column. */
  header: string;
  /** Role of the column: unit, charge, payment …. */
  role: ColumnRole;
  /** Name of the charge in the column. */
  concept?: string;
  nature?: ChargeNature;
  /** True if the user chose the role. */
  byHand: boolean;
  /** Keys of the other charges, for the only fee of a month in the sheet of that month: 'Mayo' in May. */
  ofMonth?: string[];
}

/** Number of earlier months with columns to remember: two years. */
const REMEMBERED_SHEETS = 24;

/**
 * Returns the columns and roles of the joint's last month's spreadsheets, the newest spreadsheet first, to
 * read the next spreadsheet alike.
 */
export async function listSheetColumns(db: Db, jointId: number): Promise<RememberedColumn[][]> {
  const rows = await db
    .selectFrom('billing_month')
    .select('columns')
    .where('joint_id', '=', jointId)
    .orderBy('month_id', 'desc')
    .limit(REMEMBERED_SHEETS)
    .execute();
  return rows.map(({ columns }) => JSON.parse(columns));
}

/** Totals and warnings of a month's spreadsheet, stored with the month to compare the bills with the sheet. */
export interface SheetCheck {
  /** Number of the joint's last ledger item when the month was prepared; 0 for empty books. */
  lastItem: number;
  /**
   * Units of the sheet with the total in the sheet and the late interest of the sheet left unread, in centavos, and the
   * number of rows.
   */
  units: readonly (readonly [apartmentId: string, total: Centavos, leftOut: Centavos, rows: number])[];
  /** True if the sheet has its own column of totals. False: the totals are sums of the columns read. */
  hasTotals: boolean;
  /** Warnings about money, shown again before the issue. */
  warnings: readonly Oddity[];
}

/**
 * Returns the totals of a month's spreadsheet stored when the month was prepared, to compare with the bills;
 * null for a month without stored totals.
 */
export async function readSheetCheck(db: Db, monthId: number): Promise<SheetCheck | null> {
  const row = await db
    .selectFrom('billing_month')
    .select('sheet_check')
    .where('month_id', '=', monthId)
    .executeTakeFirst();
  return row?.sheet_check == null ? null : JSON.parse(row.sheet_check);
}

interface PreparedMonth {
  jointId: number;
  month: Month;
  draftId: number;
  columns: readonly RememberedColumn[];
  /** Due date proposed for the issue; null for the joint's usual due day. */
  dueDate: Day | null;
  /** Totals of the sheet; absent for a month without a spreadsheet. */
  sheetCheck?: SheetCheck;
  at: Millis;
  actor: string;
}

/**
 * Charge concept named by a month's spreadsheet for the first time, added to the joint when the month is
 * stored.
 */
export interface AddedConcept extends ChargeConcept {
  /** Name without accents, case and spacing, to compare. */
  nameKey: string;
}

/** Amounts and new charge concepts to store with a prepared month. Only plain data, sent from a worker. */
export interface MonthToStore {
  /** New charge concepts, numbered after the existing concepts. */
  concepts: AddedConcept[];
  rows: PackedRows;
}

/**
 * Stores a month prepared from a spreadsheet: amounts, new charge concepts, due date and column roles. The
 * caller holds the joint's billing lock.
 */
export async function insertMonth(
  trx: Db,
  { jointId, month, draftId, columns, dueDate, sheetCheck, at, actor }: PreparedMonth,
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
      sheet_check: sheetCheck === undefined ? null : JSON.stringify(sheetCheck),
      prepared_at: at,
      prepared_by: actor,
    })
    .returning('month_id')
    .executeTakeFirstOrThrow();
  const added = concepts.map(({ chargeConceptId, name, nameKey, nature }) => ({
    joint_id: jointId,
    charge_concept_id: chargeConceptId,
    name,
    name_key: nameKey,
    nature,
  }));
  if (added.length > 0) await trx.insertInto('charge_concept').values(added).execute();
  await putRows(trx, rows, { month_id });
}

/** Sum of a unit's charges of a concept in a month, to repeat the charges in the next month. */
export interface UnitCharge {
  apartmentId: string;
  chargeConceptId: number;
  /** Centavos. */
  amount: Centavos;
}

/**
 * Returns the charges of the last issued month of a joint by unit and concept, in centavos, to repeat the
 * charges in the next month. Leaves out credit notes. Null before the first issue.
 */
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
