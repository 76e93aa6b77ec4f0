import { agreementWords } from '../../../shared/billing/collection/agreement-words.ts';
import { type Month, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { readGroundAndCrest } from '../../properties/index.ts';
import { accountsWithAgreement } from '../agreements/agreements.repository.ts';
import { agreementsOf } from '../agreements/to-api.ts';
import { asOf } from '../ledger/account.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { letterheadToApi } from '../settings/letterhead.ts';
import { readLogos } from '../settings/logos.repository.ts';
import { withPayPage } from '../settings/pay-page.repository.ts';
import { paymentQr } from '../settings/where-to-pay.ts';
import { storedLetterhead } from '../store/months.repository.ts';
import { debtSteps, type StepItem } from './debt-steps.ts';
import type { DebtStep, EarlierBill, Invoice, Issuer, PrintedLetterhead } from './invoice.types.ts';

/** Number of bills read at once, so that memory never holds a whole month. */
const SLICE = 200;

/**
 * Reads a joint (co-owned property) as the issuer printed on bills and receipts: name, NIT, places to pay and
 * print settings as of now. Undefined for an unknown joint.
 */
export async function readIssuer(db: Db, jointId: number): Promise<Issuer | undefined> {
  const joint = await db
    .selectFrom('joint')
    .select('joint_name')
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  if (joint === undefined) return undefined;
  const { settings } = await readBooks(db, jointId);
  const { nit, gln, amountDigits, message, form, offsetX, offsetY } = settings;
  const places = await withPayPage(db, jointId, settings);
  const { bankAccount, brebKey, bankQr, paymentPage, paymentPlace } = places;
  return {
    jointName: joint.joint_name,
    face: await readGroundAndCrest(db, jointId),
    nit,
    gln,
    amountDigits,
    message,
    form,
    hasStock: form === 'data',
    offsetX,
    offsetY,
    bankAccount,
    brebKey,
    bankQr,
    paymentPage,
    paymentPlace,
    paymentQr: paymentQr(places),
  };
}

/**
 * Returns the database id of an issued month and the number of valid bills, for a document with all bills of
 * the month. Undefined if the month is not issued.
 */
export async function findPrintedMonth(
  db: Db,
  { jointId, month }: { jointId: number; month: Month },
): Promise<{ monthId: number; bills: number } | undefined> {
  const found = await db
    .selectFrom('billing_month')
    .select('month_id')
    .where('joint_id', '=', jointId)
    .where('month', '=', month)
    .where('state', '=', 'issued')
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { bills } = await billsOf(db, jointId)
    .where('b.month_id', '=', found.month_id)
    .where('a.number', 'is', null)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number | string>().as('bills'))
    .executeTakeFirstOrThrow();
  return { monthId: found.month_id, bills: Number(bills) };
}

/**
 * Reads the valid bills of an issued month to print, in batches to save memory, in the order of the joint's
 * table of units.
 */
export async function* billsOfMonth(
  db: Db,
  { jointId, monthId }: { jointId: number; monthId: number },
): AsyncGenerator<Invoice[]> {
  let after: Pick<BillRow, 'position' | 'bill'> = { position: -1, bill: 0 };
  for (;;) {
    const rows = await slice(db, { jointId, monthId, after });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield await withLines(db, jointId, rows);
    after = last;
  }
}

/**
 * Reads an issued bill with everything to print: lines, totals, dates and letterhead. Annulled bills are
 * returned too; undefined for an unknown number.
 */
export async function findInvoice(
  db: Db,
  { jointId, bill }: { jointId: number; bill: number },
): Promise<Invoice | undefined> {
  return (await listInvoices(db, { jointId, bills: [bill] }))[0];
}

/**
 * Reads several issued bills with everything to print, in order of number. Includes annulled bills; omits
 * unknown numbers. For the bills attached to mails.
 */
export async function listInvoices(
  db: Db,
  { jointId, bills }: { jointId: number; bills: readonly number[] },
): Promise<Invoice[]> {
  if (bills.length === 0) return [];
  const rows = await billsOf(db, jointId).where('b.bill', 'in', bills).orderBy('b.bill').execute();
  return withLines(db, jointId, rows);
}

type BillRow = Awaited<ReturnType<typeof slice>>[number];

function slice(
  db: Db,
  start: { jointId: number; monthId: number; after: { position: number; bill: number } },
) {
  const { position, bill } = start.after;
  return billsOf(db, start.jointId)
    .where('b.month_id', '=', start.monthId)
    .where('a.number', 'is', null)
    .where((eb) =>
      eb.or([
        eb('b.position', '>', position),
        eb.and([eb('b.position', '=', position), eb('b.bill', '>', bill)]),
      ]),
    )
    .orderBy('b.position')
    .orderBy('b.bill')
    .limit(SLICE)
    .execute();
}

function billsOf(db: Db, jointId: number) {
  return billsWithAnnulments(db)
    .select([
      'b.bill',
      'b.month_id',
      'b.month',
      'b.position',
      'b.apartment_id',
      'b.units',
      'b.owner_name',
      'b.owner_document',
      'b.reference',
      'b.issue_date',
      'b.due_date',
      'b.total',
      'b.discount',
      'b.discount_until',
      'b.previous_payment',
      'b.overdue_instalments',
      'b.late_day',
      'b.late_total',
      'b.fine_term',
      'b.last_item',
      'a.number as annulled',
    ])
    .where('b.joint_id', '=', jointId);
}

async function withLines(db: Db, jointId: number, rows: readonly BillRow[]): Promise<Invoice[]> {
  const numbers = rows.map(({ bill }) => bill);
  const lines =
    numbers.length === 0
      ? []
      : await db
          .selectFrom('bill_line')
          .select(['bill', 'concept', 'period_fee', 'overdue_fee'])
          .where('joint_id', '=', jointId)
          .where('bill', 'in', numbers)
          .orderBy('bill')
          .orderBy('position')
          .execute();
  const letterheads = await readLetterheads(db, rows);
  const before = await readEarlier(db, jointId, rows);
  const steps = await readSteps(db, jointId, rows, before);
  const agreements = await readBillAgreements(db, jointId, rows);
  const ofBill = new Map<number, typeof lines>();
  for (const line of lines) ofBill.set(line.bill, [...(ofBill.get(line.bill) ?? []), line]);
  return rows.map((row) => ({
    bill: row.bill,
    month: row.month,
    apartmentId: row.apartment_id,
    units: JSON.parse(row.units) as string[],
    owner: row.owner_name,
    ownerDocument: row.owner_document,
    reference: row.reference,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    total: row.total,
    discount:
      row.discount > 0 && row.discount_until !== null
        ? { amount: row.discount, until: row.discount_until }
        : null,
    late: row.late_day === null ? null : { day: row.late_day, total: row.late_total },
    previousPayment: row.previous_payment,
    overdueInstalments: row.overdue_instalments,
    lines: (ofBill.get(row.bill) ?? []).map((line) => ({
      concept: line.concept,
      period: line.period_fee,
      overdue: line.overdue_fee,
    })),
    earlier: before.get(row.bill)?.earlier ?? [],
    steps: steps.get(row.bill) ?? [],
    agreement: agreements.get(row.bill) ?? '',
    fineTerm: row.fine_term ?? '',
    // A foreign key: each bill has the month.
    letterhead: letterheads.get(row.month_id) as PrintedLetterhead,
    annulled: row.annulled !== null,
  }));
}

/**
 * Returns the payment agreements on each bill as of the issue, in words, by bill number. Closed days never change, so a bill
 * printed again is the same.
 */
async function readBillAgreements(
  db: Db,
  jointId: number,
  bills: readonly BillRow[],
): Promise<Map<number, string>> {
  const agreed = await accountsWithAgreement(db, jointId);
  const words = new Map<number, string>();
  for (const { bill, apartment_id: id, issue_date: day } of bills.filter((row) =>
    agreed.has(row.apartment_id),
  )) {
    const account = asOf(await readAccount(db, jointId, id), day);
    const open = agreementsOf(account, day).filter(({ state }) => state !== 'paid');
    words.set(bill, open.map(agreementWords).join(' '));
  }
  return words;
}

/** Number of months before a bill with bills printed again, in short, on the bill. */
const EARLIER_MONTHS = 6;

/** Earlier bills of an account as of a bill, with the last one valid at the issue of the bill. */
interface Before {
  earlier: EarlierBill[];
  previous: IssuedRow | null;
}

/**
 * Returns the bills of the same account in the six months before each bill, by bill number. The list is as of the issue,
 * so that a bill printed again is the same: a bill annulled after the issue stays, a bill annulled before is left out.
 */
async function readEarlier(db: Db, jointId: number, bills: readonly BillRow[]): Promise<Map<number, Before>> {
  const months = bills.map(({ month }) => month).sort();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const found = await billsWithAnnulments(db)
    .innerJoin('billing_month as m', 'm.month_id', 'b.month_id')
    .select(['b.bill', 'b.apartment_id', 'b.month', 'b.total', 'b.previous_payment', 'b.last_item'])
    .select(['m.issued_at', 'a.entered_at as annulled_at'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', 'in', [...new Set(bills.map(({ apartment_id }) => apartment_id))])
    .where('b.month', '>=', shiftMonth(first, -EARLIER_MONTHS))
    .where('b.month', '<=', last)
    .orderBy('b.bill', 'desc')
    .execute();
  const ofAccount = new Map<string, typeof found>();
  for (const one of found) ofAccount.set(one.apartment_id, [...(ofAccount.get(one.apartment_id) ?? []), one]);
  return new Map(
    bills.map(({ bill, apartment_id }) => {
      const upTo = (ofAccount.get(apartment_id) ?? []).filter((one) => one.bill <= bill);
      return [bill, earlierOf(upTo)];
    }),
  );
}

interface IssuedRow {
  bill: number;
  last_item: number;
  month: Month;
  total: Centavos;
  previous_payment: Centavos;
  /** Instants of the issue and of the annulment. Days cannot order two acts of a day. */
  issued_at: Millis | null;
  annulled_at: Millis | null;
}

/**
 * Returns the earlier bills to print on a bill, oldest first. The payments of a bill are counted by the next valid bill.
 * After an annulment of the next bill, the payments counted by the annulled bill are added.
 * @param newestFirst the bill, then the account's bills before
 */
function earlierOf([bill, ...before]: readonly IssuedRow[]): Before {
  if (bill === undefined) return { earlier: [], previous: null };
  const from = shiftMonth(bill.month, -EARLIER_MONTHS);
  const listed: EarlierBill[] = [];
  let [following, paid] = [bill, bill.previous_payment];
  let previous: IssuedRow | null = null;
  for (const one of before) {
    // Annulled before the following bill: the following bill counted the payments too.
    if (one.month < from || !wasValid(one, following)) continue;
    if (wasValid(one, bill)) {
      previous ??= one;
      listed.unshift({ month: one.month, total: one.total, paid });
      paid = NO_MONEY;
    }
    paid = sumMoney([paid, one.previous_payment]);
    following = one;
  }
  return { earlier: listed, previous };
}

/**
 * Returns the steps from the previous bill to the total of each bill, by bill number. A movement after the bill is never
 * read, so a bill printed again has the same steps.
 */
async function readSteps(
  db: Db,
  jointId: number,
  bills: readonly BillRow[],
  before: ReadonlyMap<number, Before>,
): Promise<Map<number, DebtStep[]>> {
  const startOf = ({ bill }: BillRow): number => before.get(bill)?.previous?.last_item ?? 0;
  const items = new Map<string, StepItem[]>();
  // First bills need all movements of the account; the others only the movements since the previous bills.
  const whole = new Set(bills.filter((one) => startOf(one) === 0).map(({ apartment_id }) => apartment_id));
  const until = Math.max(...bills.map(({ last_item }) => last_item));
  for (const isWhole of [true, false]) {
    const some = bills.filter(({ apartment_id }) => whole.has(apartment_id) === isWhole);
    if (some.length === 0) continue;
    const accounts = [...new Set(some.map(({ apartment_id }) => apartment_id))];
    for (const one of accounts) items.set(one, []);
    const after = Math.min(...some.map(startOf));
    for (const { apartmentId, ...item } of await itemsBetween(db, jointId, { accounts, after, until }))
      items.get(apartmentId)?.push(item);
  }
  return new Map(
    bills.map((row) => {
      const own = (items.get(row.apartment_id) ?? []).filter(
        ({ item }) => item > startOf(row) && item <= row.last_item,
      );
      return [row.bill, debtSteps(row, before.get(row.bill)?.previous ?? null, own)];
    }),
  );
}

const itemsBetween = (
  db: Db,
  jointId: number,
  { accounts, after, until }: { accounts: readonly string[]; after: number; until: number },
) =>
  db
    .selectFrom('ledger_item')
    .select([
      'apartment_id as apartmentId',
      'item',
      'side',
      'nature',
      'description',
      'amount',
      'bill',
      'receipt',
    ])
    .select(['value_date as valueDate', 'caused_by as causedBy', 'reverses', 'reason'])
    .where('joint_id', '=', jointId)
    .where('apartment_id', 'in', accounts)
    .where('item', '>', after)
    .where('item', '<=', until)
    .orderBy('item')
    .execute();

/** True if a bill was valid at the issue of a later bill. */
const wasValid = ({ annulled_at }: IssuedRow, { issued_at }: IssuedRow): boolean =>
  annulled_at === null || annulled_at >= (issued_at ?? 0);

/** Returns the letterhead (administrator, legal text, rate, logo) of each month of the bills, by month id. */
async function readLetterheads(db: Db, bills: readonly BillRow[]): Promise<Map<number, PrintedLetterhead>> {
  const months = [...new Set(bills.map(({ month_id }) => month_id))];
  if (months.length === 0) return new Map();
  const rows = await db
    .selectFrom('billing_month')
    .select(['month_id', 'letterhead'])
    .where('month_id', 'in', months)
    .execute();
  const letterheads = rows.map(({ month_id, letterhead }) => ({
    month_id,
    said: storedLetterhead(letterhead),
  }));
  const ids = letterheads.flatMap(({ said: { logoId } }) => (logoId === null ? [] : [logoId]));
  const logos = await readLogos(db, [...new Set(ids)]);
  return new Map(
    letterheads.map(({ month_id, said }) => {
      const logo = said.logoId === null ? null : (logos.get(said.logoId) ?? null);
      return [month_id, { ...letterheadToApi(said), logo }];
    }),
  );
}
