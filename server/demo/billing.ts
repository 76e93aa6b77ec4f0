import { PROPOSED_LEGAL_TEXT } from '../../shared/billing/letterhead.ts';
import {
  type Day,
  dayInBogota,
  dayOf,
  firstDayOf,
  type Month,
  monthOfDay,
  shiftMonth,
} from '../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../shared/money.ts';
import { insertDraft } from '../billing/charges/drafts.repository.ts';
import type { RowToStore } from '../billing/charges/month-check.ts';
import { monthToStore } from '../billing/charges/month-check.ts';
import { commitMonth } from '../billing/issue/commit-month.ts';
import { computeMonth, type MadeBill } from '../billing/issue/compute-month.ts';
import { loadMonthInput } from '../billing/issue/read-month.ts';
import { readyMonth } from '../billing/issue/ready-month.ts';
import { openDebits } from '../billing/ledger/account.ts';
import { adjust } from '../billing/ledger/adjust.ts';
import { lockBooks, numbersOf, postingDateOf, saveBooks } from '../billing/ledger/books.repository.ts';
import { insertPostings, readAccount, readAccounts } from '../billing/ledger/ledger.repository.ts';
import type { Account } from '../billing/ledger/ledger.types.ts';
import { reverseReceipt } from '../billing/ledger/take-payment.ts';
import { listConcepts } from '../billing/settings/concepts.repository.ts';
import { upsertLegalRate } from '../billing/settings/rates.repository.ts';
import { findMonth, insertMonth } from '../billing/store/months.repository.ts';
import { readOffers } from '../billing/till/offers.repository.ts';
import { postPayments } from '../billing/till/payment-posting.ts';
import { annulDocument, findReceipt } from '../billing/till/payments.repository.ts';
import { appendAudit, billingChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import type { UnitOfJoint } from '../properties/unit-rows.ts';
import { DEMO_ACTOR, type StoredJoint } from './store-joint.ts';

/** Days of the month with payments in the demonstration. */
const PAY_DAYS = [5, 12, 20] as const;
/** Monthly charge for all units of a joint, in pesos. Each unit is charged by coefficient, in whole thousands. */
const BUDGET = 42_000_000;
const LEAST = 8_000;
const HUNDRED_PER_CENT = 1e11;

/** Receipt to annul in the demonstration, as a position among the receipt numbers from 0 (first) to 1 (last). */
const LATE_ONE = 0.9;

/** Invented interest ceiling, effective annual, in millionths. Never the rate of a real month. */
const RATE = 240_000;
const RATE_SOURCE = 'Tasa inventada para la demostración: no es la certificada';

/** Invented billing settings of the demonstration. Page and mail address use the domain reserved for examples. */
const SETTINGS = {
  administrator: 'Administración de la demostración',
  address: 'Calle 0 # 0-00, Bogotá D. C.',
  phone: '601 000 0000',
  email: 'administracion@example.com',
  legalText: PROPOSED_LEGAL_TEXT,
  bankAccount: {
    bank: 'Banco de la demostración',
    kind: 'savings' as const,
    number: '000-123456-78',
    holder: '',
    holderNit: '',
  },
  brebKey: '@demostracion',
  paymentPage: 'https://example.com/pagos',
};

interface Year {
  /** Number of months to bill. The last is the current month. */
  billedMonths: number;
  at: number;
}

/**
 * Stores an invented legal ceiling of interest for each month billed in the demonstration, and for the
 * current month, so the next month can be issued too. The stored source says: invented.
 */
export async function storeRates(trx: Db, { billedMonths, at }: Year): Promise<void> {
  for (let ago = billedMonths; ago >= 0; ago--) {
    const month = shiftMonth(monthOfDay(dayInBogota(at)), -ago);
    const rate = { month, annualRate: RATE, source: RATE_SOURCE, resolution: null, resolvedOn: null };
    await upsertLegalRate(trx, rate, { at, actor: DEMO_ACTOR });
  }
}

/**
 * Stores a year of bills and payments for a demonstration joint, through the regular services. Ends with
 * the current month.
 */
export async function storeBilling(trx: Db, joint: StoredJoint, { billedMonths, at }: Year): Promise<void> {
  const today = dayInBogota(at);
  await setUp(trx, joint.jointId, at);
  for (let ago = billedMonths - 1; ago >= 0; ago--) {
    const month = shiftMonth(monthOfDay(today), -ago);
    const bills = await issue(trx, joint, { month, ago, at });
    await receive(trx, joint.jointId, bills, { month, ago, at, today });
  }
  await annulOne(trx, joint.jointId, { at, today });
  await agree(trx, joint.jointId, { at, today });
}

async function setUp(trx: Db, jointId: number, at: number): Promise<void> {
  const books = await lockBooks(trx, jointId);
  const settings = Object.entries(books.settings).filter(([name]) => name in SETTINGS);
  books.settings = { ...books.settings, ...SETTINGS };
  await audit(trx, jointId, 'billingSettingsChanged', at, {
    ...SETTINGS,
    before: Object.fromEntries(settings),
  });
  await saveBooks(trx, books);
}

/** Prepares a month and issues the bills on the month's first day. */
async function issue(
  trx: Db,
  { jointId, plan }: StoredJoint,
  { month, ago, at }: { month: Month; ago: number; at: number },
): Promise<MadeBill[]> {
  const rows = plan.units.flatMap((unit, index) => chargesOf(unit, index, ago));
  const fileName = `Cobros ${month}.csv`;
  const text = rows.map((row) => `${row.apartmentId};${row.concept?.name};${row.amount / 100}`).join('\n');
  const bytes = new TextEncoder().encode(`Inmueble;Concepto;Valor\n${text}\n`);
  const draftId = await insertDraft(trx, { jointId, fileName, bytes, receivedAt: at, sentBy: DEMO_ACTOR });
  const toStore = monthToStore(await listConcepts(trx, jointId), rows);
  await insertMonth(
    trx,
    { jointId, month, draftId, at, columns: [], dueDate: null, actor: DEMO_ACTOR },
    toStore,
  );
  const standing = await findMonth(trx, jointId, month);
  if (standing === undefined) throw new Error('The stored month is missing.');
  const issueDate = firstDayOf(month);
  const input = await loadMonthInput(trx, jointId, standing, () => ({
    issueDate,
    dueDate: dayOf(month, 31),
  }));
  const made = computeMonth(input, () => undefined);
  const ready = await readyMonth(trx, jointId, made, false);
  const by = { actor: DEMO_ACTOR, at: Date.now() };
  if ((await commitMonth(trx, { jointId, ready, by })) !== 'stored') throw new Error('The books changed.');
  return made.bills;
}

function chargesOf({ apartmentId, coefficient }: UnitOfJoint, index: number, ago: number): RowToStore[] {
  const share = Math.round((BUDGET * coefficient) / HUNDRED_PER_CENT / 1000) * 1000;
  const fee = Math.max(share, LEAST);
  const row = (name: string, nature: 'fee' | 'extra' | 'fine', pesos: number): RowToStore => ({
    apartmentId,
    role: 'charge',
    dueDate: null,
    valueDate: null,
    concept: { name, nature },
    amount: centavos(pesos * 100),
  });
  const rows = [row('Cuota de administración', 'fee', fee)];
  if (ago === 5) rows.push(row('Cuota extraordinaria fachada', 'extra', fee / 2));
  if (ago === 3 && index % 23 === 4) rows.push(row('Multa por inasistencia', 'fine', 90_000));
  return rows;
}

/** Returns the amount paid of a bill in the demonstration, in centavos. Most payers pay in full. */
function paidOf(total: Centavos, index: number, ago: number): Centavos {
  if (index % 11 === 3 && ago < 4) return NO_MONEY;
  if (index % 29 === 7) return NO_MONEY;
  if (index % 13 === 5) return centavos(Math.floor(total / 200) * 100);
  if (index % 17 === 6) return centavos(Math.ceil(total / 5_000_000) * 5_000_000);
  return total;
}

/** Stores the payments of a demonstration month, up to today. */
async function receive(
  trx: Db,
  jointId: number,
  bills: readonly MadeBill[],
  { month, ago, at, today }: { month: Month; ago: number; at: number; today: Day },
): Promise<void> {
  const receivedPayments = bills.flatMap(({ unit, issued }, index) => {
    const valueDate = dayOf(month, PAY_DAYS[(index + ago) % PAY_DAYS.length] ?? 5);
    const amount = issued.total > 0 ? paidOf(issued.total, index, ago) : NO_MONEY;
    if (amount === 0 || valueDate > today) return [];
    return { apartmentId: unit.apartmentId, amount, valueDate, reference: null, channel: 'desk' as const };
  });
  receivedPayments.sort((a, b) => (a.valueDate < b.valueDate ? -1 : a.valueDate > b.valueDate ? 1 : 0));
  if (receivedPayments.length === 0) return;
  const books = await lockBooks(trx, jointId);
  const { payments, posted } = await postPayments(trx, books, receivedPayments, {
    at,
    actor: DEMO_ACTOR,
    today,
  });
  await audit(trx, jointId, 'paymentsEntered', at, { month, payments: payments.length, posted });
  await saveBooks(trx, books);
}

/** Annuls a receipt near the end of the demonstration's receipts: the cheque was returned. */
async function annulOne(trx: Db, jointId: number, { at, today }: { at: number; today: Day }): Promise<void> {
  const books = await lockBooks(trx, jointId);
  const receipt = Math.floor(books.next.receipt * LATE_ONE);
  const found = await findReceipt(trx, jointId, receipt);
  if (found === undefined) return;
  const account = await readAccount(trx, jointId, found.apartmentId);
  const offers = await readOffers(trx, jointId, found.apartmentId, found.valueDate);
  const reason = 'Cheque devuelto por el banco';
  const stamp = { postingDate: postingDateOf(books, today, today), numbers: numbersOf(books) };
  const posting = reverseReceipt(account, { item: found.item, reason, offers }, stamp);
  const by = { at, actor: DEMO_ACTOR };
  const posted = await insertPostings(trx, jointId, [posting], by);
  const { postingDate } = stamp;
  const document = { jointId, kind: 'receipt', number: receipt } as const;
  await annulDocument(trx, { ...document, reason, postingDate, unidentified: false, ...by });
  await audit(trx, jointId, 'receiptAnnulled', at, { receipt, reason, postingDate, posted });
  await saveBooks(trx, books);
}

const interestOf = (account: Account) => openDebits(account).filter(({ nature }) => nature === 'interest');

/** Stores an agreement with the council: half of the interest of the largest debtor is forgiven by an acta. */
async function agree(trx: Db, jointId: number, { at, today }: { at: number; today: Day }): Promise<void> {
  const books = await lockBooks(trx, jointId);
  const accounts = [...(await readAccounts(trx, jointId)).values()];
  const owing = (one: Account) => sumMoney(interestOf(one).map(({ open }) => open));
  const [account] = accounts.sort((one, other) => owing(other) - owing(one));
  if (account === undefined) return;
  const forApartmentId = account.apartmentId;
  const amount = centavos(Math.floor(owing(account) / 2));
  const reason = 'Acuerdo de pago aprobado por el consejo (Acta 14)';
  const stamp = { postingDate: postingDateOf(books, today, today), numbers: numbersOf(books) };
  const forgiven = { kind: 'condonation', forgives: 'interest', valueDate: today, reason } as const;
  const done = amount > 0 ? adjust(account, { ...forgiven, forApartmentId, amount }, stamp) : null;
  if (done === null) return;
  const posted = await insertPostings(trx, jointId, [done.posting], { at, actor: DEMO_ACTOR });
  const { item } = done.item;
  const facts = { apartmentId: forApartmentId, item, kind: 'condonation', centavos: { amount }, reason };
  const data = { ...facts, posted };
  await audit(trx, jointId, 'adjustmentAdded', at, data);
  await saveBooks(trx, books);
}

const audit = (trx: Db, jointId: number, act: string, at: number, data: object): Promise<void> =>
  appendAudit(trx, { chain: billingChain(jointId), actor: DEMO_ACTOR, at }, act, { jointId, ...data });
