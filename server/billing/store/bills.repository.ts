import type { BillMovement } from '../../../shared/billing/bills.api.ts';
import { type Day, yearAndMonth } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { BilledConcept, IssuedBill } from '../ledger/acts.types.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';

/** Issued bill with lines and annulment state, as returned by `findBill`. Amounts in centavos. */
export type FoundBill = NonNullable<Awaited<ReturnType<typeof findBill>>>;
/**
 * Ledger item included in a line of a bill, with the amount (centavos) open at the issue, as returned by
 * `listBillItems`. Explains the line to the owner.
 */
export type FoundBillItem = Awaited<ReturnType<typeof listBillItems>>[number];

/**
 * Lists the bills of some accounts, newest first by issue date, annulled bills included, for the owner's list
 * of bills. The payment state is added later (`readStandings`).
 * @param accounts ids of the billed units
 */
export async function listBillsOf(
  db: Db,
  jointId: number,
  accounts: readonly string[],
): Promise<Omit<BillMovement, 'standing'>[]> {
  const bills = await billsWithAnnulments(db)
    .select(['b.bill', 'b.month', 'b.issue_date', 'b.apartment_id', 'a.number as annulled'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', 'in', [...accounts])
    .orderBy('b.issue_date', 'desc')
    .orderBy('b.bill', 'desc')
    .execute();
  const lines = await db
    .selectFrom('bill_line as l')
    .innerJoin('bill as b', (join) => join.on(sameIn('b', 'l', ['joint_id', 'bill'])))
    .selectAll('l')
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', 'in', [...accounts])
    .orderBy('l.bill')
    .orderBy('l.position')
    .execute();
  const linesOf = new Map<number, typeof lines>(bills.map(({ bill }) => [bill, []]));
  for (const line of lines) linesOf.get(line.bill)?.push(line);
  return bills.map((bill) => ({
    date: bill.issue_date,
    bill: bill.bill,
    movementsDetail: (linesOf.get(bill.bill) ?? []).map((line) => ({
      concept: line.concept,
      periodFee: toPesos(line.period_fee),
      overdueFee: toPesos(line.overdue_fee),
    })),
    ...yearAndMonth(bill.month),
    apartmentId: bill.apartment_id,
    annulled: bill.annulled !== null,
  }));
}

/**
 * Returns the last valid bill of an account, quoted on the account statement: number, payment reference and
 * last ledger item included. Undefined if no bill is valid.
 * @param day state as of the day, without later bills and annulments; null: current state
 */
export function lastBillOf(
  db: Db,
  jointId: number,
  apartmentId: string,
  day: Day | null,
): Promise<{ bill: number; reference: string; lastItem: number } | undefined> {
  return billsWithAnnulments(db)
    .select(['b.bill', 'b.reference', 'b.last_item as lastItem'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', '=', apartmentId)
    .$if(day !== null, (query) => query.where('b.issue_date', '<=', day))
    .where((eb) =>
      eb.or([eb('a.number', 'is', null), ...(day === null ? [] : [eb('a.posting_date', '>', day)])]),
    )
    .orderBy('b.bill', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Reads an issued bill with lines, dates and totals, in centavos, also if annulled; undefined for an unknown
 * number.
 */
export async function findBill(db: Db, jointId: number, bill: number) {
  const found = await db
    .selectFrom('bill')
    .select(['joint_id as jointId', 'bill', 'month', 'month_id as monthId', 'apartment_id as apartmentId'])
    .select(['units', 'owner_name as owner', 'owner_document as ownerDocument', 'reference'])
    .select(['issue_date as issueDate', 'due_date as dueDate', 'previous_payment as previousPayment'])
    .select(['overdue_instalments as overdueInstalments', 'total', 'discount'])
    .select(['discount_until as discountUntil', 'last_item as lastItem'])
    .where('joint_id', '=', jointId)
    .where('bill', '=', bill)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const lines = await db
    .selectFrom('bill_line')
    .select(['position', 'concept', 'nature', 'period_fee as periodFee', 'overdue_fee as overdueFee'])
    .where('joint_id', '=', jointId)
    .where('bill', '=', bill)
    .orderBy('position')
    .execute();
  const units: string[] = JSON.parse(found.units);
  return { ...found, units, lines };
}

/**
 * Returns the ledger items included in the lines of a bill, in posting order, with the amounts open at the
 * issue (centavos). Explains each line.
 */
export function listBillItems(db: Db, jointId: number, bill: number) {
  return db
    .selectFrom('bill_item')
    .select(['item', 'position', 'amount', 'overdue'])
    .where('joint_id', '=', jointId)
    .where('bill', '=', bill)
    .orderBy('item')
    .execute();
}

/**
 * Returns reason, day and user of the annulment of a bill or receipt, shown on the document; undefined if the
 * document is valid.
 */
export async function findAnnulment(
  db: Db,
  jointId: number,
  kind: 'bill' | 'receipt',
  number: number,
): Promise<{ reason: string; date: Day; by: string } | undefined> {
  const row = await db
    .selectFrom('document_annulment')
    .select(['reason', 'posting_date', 'entered_by'])
    .where('joint_id', '=', jointId)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && { reason: row.reason, date: row.posting_date, by: row.entered_by };
}

/**
 * Returns for each account the last ledger item included in the latest valid bill. The next bill shows
 * payments after this item. Key: id of the billed unit ('101'). Value: number of the ledger item.
 */
export async function lastItems(db: Db, jointId: number): Promise<Map<string, number>> {
  const rows = await standing(db, jointId)
    .select('b.apartment_id')
    .select((eb) => eb.fn.max<number>('b.last_item').as('last_item'))
    .groupBy('b.apartment_id')
    .execute();
  return new Map(rows.map((row) => [row.apartment_id, row.last_item]));
}

function standing(db: Db, jointId: number) {
  return billsWithAnnulments(db).where('b.joint_id', '=', jointId).where('a.number', 'is', null);
}

/**
 * Bill of an issued month with its lines, as a source for the relación (the month's table of bills). In
 * centavos.
 */
export interface StoredBill {
  /** Number of the bill. */
  bill: number;
  /** Id of the unit that receives the bill. */
  apartmentId: string;
  /** Ids of all units charged on the bill. */
  units: string[];
  owner: string;
  annulled: boolean;
  previousPayment: IssuedBill['previousPayment'];
  overdueInstalments: number;
  total: IssuedBill['total'];
  lines: BilledConcept[];
}

/** Reads the bills of an issued month in the order of the table of units, including annulled bills. */
export async function listBills(db: Db, jointId: number, monthId: number): Promise<StoredBill[]> {
  const bills = await billsWithAnnulments(db)
    .select(['b.bill', 'b.apartment_id as apartmentId', 'b.units', 'b.owner_name as owner', 'b.total'])
    .select(['b.previous_payment as previousPayment', 'b.overdue_instalments as overdueInstalments'])
    .select('a.number as annulled')
    .where('b.joint_id', '=', jointId)
    .where('b.month_id', '=', monthId)
    .orderBy('b.position')
    .orderBy('b.bill')
    .execute();
  const lines = await db
    .selectFrom('bill_line as l')
    .innerJoin('bill as b', (join) => join.on(sameIn('b', 'l', ['joint_id', 'bill'])))
    .select(['l.bill', 'l.position', 'l.concept', 'l.nature'])
    .select(['l.period_fee as periodFee', 'l.overdue_fee as overdueFee'])
    .where('b.joint_id', '=', jointId)
    .where('b.month_id', '=', monthId)
    .orderBy('l.bill')
    .orderBy('l.position')
    .execute();
  const linesOf = new Map<number, BilledConcept[]>(bills.map(({ bill }) => [bill, []]));
  for (const { bill, ...line } of lines) linesOf.get(bill)?.push(line);
  return bills.map((row) => ({
    ...row,
    units: JSON.parse(row.units),
    annulled: row.annulled !== null,
    lines: linesOf.get(row.bill) ?? [],
  }));
}
