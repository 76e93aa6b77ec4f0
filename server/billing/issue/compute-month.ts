import { type Day, dayOf, lastDayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { centavos, NO_MONEY } from '../../../shared/money.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import { type LateAmount, settlementOf } from '../accounts/settlement.ts';
import type { MonthRate, MonthWay } from '../interest/interest.types.ts';
import { wholeRate } from '../interest/reckon.ts';
import { balanceOf, emptyAccount, withPosting } from '../ledger/account.ts';
import type { BilledUnit } from '../ledger/accounts.repository.ts';
import type { ConceptOf, DiscountOffer, IssuedBill, Opening, Split } from '../ledger/acts.types.ts';
import { type Books, numbersOf, postingDateOf } from '../ledger/books.repository.ts';
import { issueAccount } from '../ledger/issue-account.ts';
import type { Accrual } from '../ledger/late-interest.ts';
import type { Account, Posting } from '../ledger/ledger.types.ts';
import { takePayment } from '../ledger/take-payment.ts';
import type { MonthRow } from '../store/months.repository.ts';
import { openBooks } from './open-books.ts';

/**
 * All data to compute the issue of a month, read from a single snapshot of the database: prepared charges,
 * accounts with all movements, settings and discounts.
 */
export interface MonthToIssue {
  monthId: number;
  month: Month;
  issueDate: Day;
  dueDate: Day;
  books: Books;
  /** Charges, opening balances and payments of the prepared month. */
  rows: readonly MonthRow[];
  /** Names of the charges. Key: number of the concept. Value: name and nature. */
  concepts: ReadonlyMap<number, ConceptOf>;
  /** Accounts to bill in table order, with the owners on the issue day. */
  units: readonly BilledUnit[];
  /** Account of each unit. Key: id of the unit ('P12'). Value: id of the account's main unit ('101'). */
  accountOf: ReadonlyMap<string, string>;
  /** Movements of each account. Key: id of the account's main unit. */
  accounts: ReadonlyMap<string, Account>;
  /**
   * Key: id of the account's main unit. Value: number of the last ledger item on the account's previous bill.
   */
  lastBills: ReadonlyMap<string, number>;
  /**
   * Discounts offered by valid bills for a payment in time; payments in the month's spreadsheet may earn
   * them. Key: id of the account's main unit.
   */
  offers: ReadonlyMap<string, readonly DiscountOffer[]>;
  /** Late interest not charged by any bill, up to the issue day. Settling payments in the spreadsheet post the interest. */
  accrual: Accrual;
  /** First day after the due date and the days of grace, with the late interest until the day not charged by the issue. */
  afterDue: { day: Day; accrual: Accrual };
  /** Months to charge late interest for, each with method and rate. */
  rates: readonly MonthRate[];
  /** Months that need a legal interest ceiling but have no stored ceiling. */
  missing: readonly MonthWay[];
  /** Months to charge that are marked 'sin intereses': no late interest is charged. */
  interestFree: readonly MonthWay[];
  /** Last month with late interest settled once this month is issued. */
  interestThrough: Month;
}

/** Bill computed by the issue of a month and not stored yet: number, account and contents. */
export interface MadeBill {
  /** Number of the bill. */
  bill: number;
  /** Account with the unit that receives the bill. */
  unit: BilledUnit;
  /** Contents of the bill. */
  issued: IssuedBill;
  /** Amount for a payment after the due date. Null without an amount due, or with the due date before the issue. */
  late: LateAmount | null;
}

/**
 * Payment listed in the month's spreadsheet, with the receipt computed at the issue. Not stored yet. Amounts
 * in centavos.
 */
export interface MadePayment extends Split {
  /** Number of the payment. */
  payment: number;
  /** Number of the receipt. */
  receipt: number;
  /** Id of the account's main unit. */
  apartmentId: string;
  /** Number of the ledger item that credits the payment. */
  item: number;
  /** Day of the payment; interest stops on this day. */
  valueDate: Day;
  /** Day in the ledger. */
  postingDate: Day;
  amount: MonthRow['amount'];
}

/**
 * Result of computing the issue of a month: ledger postings, bills, payments, and the next free numbers of
 * the books. Not stored yet.
 */
export interface MadeMonth {
  monthId: number;
  month: Month;
  issueDate: Day;
  dueDate: Day;
  /**
   * Revision number of the books used for the computation. If the books changed since, the issue is computed again.
   */
  revision: number;
  /** Next free numbers of the ledger after the issue. */
  next: Books['next'];
  /** Months without late interest by decision of the joint. */
  interestFree: readonly Month[];
  /** Last month with late interest settled once this month is issued. */
  interestThrough: Month;
  postings: Posting[];
  payments: MadePayment[];
  bills: MadeBill[];
  /** True if the month's spreadsheet lists the late interest, so that the ledger computes no interest. */
  interestBySheet: boolean;
}

/**
 * Computes the issue of a month without storing: posts opening balances first, then the payments of the
 * spreadsheet, then the charges and late interest of each account, and makes the bills. Has no side effects.
 * @param progress called with the number of accounts done and the number of all accounts
 * @throws Problem legalRateMissing with the months that need a legal ceiling
 */
export function computeMonth(input: MonthToIssue, progress: Progress): MadeMonth {
  const books: Books = { ...input.books, next: { ...input.books.next } };
  const accounts = new Map(input.accounts);
  const work: Work = { input, books, accounts, postings: [] };
  takeOpenings(work);
  const payments = takePayments(work);
  const bills = makeBills(work, progress);
  const { monthId, month, issueDate, dueDate } = input;
  return {
    monthId,
    month,
    issueDate,
    dueDate,
    revision: input.books.revision,
    next: books.next,
    interestFree: input.interestFree.map((free) => free.month),
    interestThrough: input.interestThrough,
    postings: work.postings,
    payments,
    bills,
    interestBySheet: input.rows.some(({ role }) => role === 'interest'),
  };
}

interface Work {
  input: MonthToIssue;
  books: Books;
  accounts: Map<string, Account>;
  postings: Posting[];
}

const accountIn = ({ input }: Work, row: MonthRow): string =>
  input.accountOf.get(row.apartmentId) ?? row.apartmentId;

/**
 * Returns the account that receives a payment: the unit's own earlier account while in debt, else the account that
 * bills the unit now.
 */
function payingIn(work: Work, row: MonthRow): string {
  const former = work.accounts.get(row.apartmentId);
  return former !== undefined && balanceOf(former) > 0 ? row.apartmentId : accountIn(work, row);
}

function post({ accounts, postings }: Work, account: Account, posting: Posting): void {
  accounts.set(account.apartmentId, withPosting(account, posting));
  postings.push(posting);
}

/**
 * Returns the value date of opening balances and of the spreadsheet's undated payments: the last day of the
 * previous month, but never after the issue day.
 */
function dayBefore({ month, issueDate }: MonthToIssue): Day {
  const last = lastDayOf(shiftMonth(month, -1));
  return last < issueDate ? last : issueDate;
}

const earlier = (a: Day, b: Day): Day => (a < b ? a : b);

function takeOpenings(work: Work): void {
  const { input, books, accounts } = work;
  const before = dayBefore(input);
  const openings = new Map<string, Opening[]>();
  for (const row of input.rows) {
    if (row.role !== 'opening' && row.role !== 'openingInterest') continue;
    const account = accountIn(work, row);
    const dueDate = row.dueDate ?? lastDayOf(shiftMonth(input.month, -1));
    const of = openings.get(account) ?? [];
    of.push({
      concept: row.chargeConceptId === null ? null : (input.concepts.get(row.chargeConceptId) ?? null),
      forApartmentId: row.apartmentId,
      dueDate,
      valueDate: before,
      capital: row.role === 'opening' ? row.amount : NO_MONEY,
      interest: row.role === 'openingInterest' ? row.amount : NO_MONEY,
    });
    openings.set(account, of);
  }
  const stamp = { postingDate: postingDateOf(books, before, input.issueDate), numbers: numbersOf(books) };
  for (const [apartmentId, of] of openings) {
    const account = accounts.get(apartmentId) ?? emptyAccount(apartmentId);
    post(work, account, openBooks(account, of, stamp));
  }
}

function takePayments(work: Work): MadePayment[] {
  const { input, books, accounts } = work;
  // A sheet with interest already charges the months before.
  const accrual = input.rows.some(({ role }) => role === 'interest') ? {} : { accrual: input.accrual };
  return input.rows.flatMap((row) => {
    if (row.role !== 'payment') return [];
    const apartmentId = payingIn(work, row);
    const account = accounts.get(apartmentId) ?? emptyAccount(apartmentId);
    const valueDate = earlier(row.valueDate ?? dayBefore(input), input.issueDate);
    const postingDate = postingDateOf(books, valueDate, input.issueDate);
    const payment = books.next.payment++;
    const receipt = books.next.receipt++;
    const offers = (input.offers.get(apartmentId) ?? []).filter(({ until }) => until >= valueDate);
    const { amount } = row;
    const taken = takePayment(
      account,
      { amount, valueDate, receipt, offers, ...accrual },
      { postingDate, numbers: numbersOf(books) },
    );
    post(work, account, taken.posting);
    const item = taken.item.item;
    return { payment, receipt, apartmentId, item, valueDate, postingDate, amount, ...taken.split };
  });
}

function makeBills(work: Work, progress: Progress): MadeBill[] {
  const { input, books, accounts } = work;
  const { month, settings } = { month: input.month, settings: books.settings };
  const charges = chargesByAccount(work);
  const bySheet = sheetInterest(work);
  // A sheet with interest replaces all computed interest, so that no day is charged twice.
  const rates = bySheet.size > 0 ? [] : [...input.rates, ...input.missing.map(wholeRate)];
  const discount = discountUntil(input);
  const conceptNames = new Map([...input.concepts].map(([id, { name }]) => [id, name]));
  const needed = new Set<Month>();
  const missing = new Set(input.missing.map((of) => of.month));
  const units = withUnlisted(input.units, [...charges.keys(), ...bySheet.keys(), ...accounts.keys()]);
  const stamp = { postingDate: input.issueDate, numbers: numbersOf(books) };
  const bills: MadeBill[] = [];
  for (const [index, unit] of units.entries()) {
    progress(index, units.length);
    const account = accounts.get(unit.apartmentId) ?? emptyAccount(unit.apartmentId);
    const lastItem = input.lastBills.get(unit.apartmentId);
    const bill = books.next.bill;
    const made = issueAccount(
      account,
      {
        ...settings,
        month,
        bill,
        dueDate: input.dueDate,
        rates,
        discount,
        interestFree: input.interestFree,
        charges: charges.get(unit.apartmentId) ?? [],
        conceptNames,
        sheetInterest: bySheet.get(unit.apartmentId) ?? [],
        previousBill: lastItem === undefined ? null : { lastItem },
      },
      stamp,
    );
    if (made === null) continue;
    books.next.bill += 1;
    for (const line of made.posting.interest) if (missing.has(line.month)) needed.add(line.month);
    post(work, account, made.posting);
    bills.push({
      bill,
      unit,
      issued: made.bill,
      late: lateAmount(work, unit.apartmentId, { bill, issued: made.bill }),
    });
  }
  if (needed.size > 0) throw new Problem('legalRateMissing', [...needed].sort());
  progress(units.length, units.length);
  return bills;
}

/** Computes the amount to settle an account after the due date of a bill just posted. */
function lateAmount(
  { input: { afterDue, issueDate }, accounts }: Work,
  apartmentId: string,
  { bill, issued: { total, discount, discountUntil, lastItem } }: Pick<MadeBill, 'bill' | 'issued'>,
): LateAmount | null {
  const { day, accrual } = afterDue;
  const account = accounts.get(apartmentId);
  if (account === undefined || total <= 0 || day <= issueDate) return null;
  // A discount may last longer than the due date.
  const until = discountUntil !== null && discountUntil >= day ? discountUntil : null;
  const offers = until === null ? [] : [{ bill, total, discount, until, lastItem }];
  const { amount, missing } = settlementOf(account, { accrual, offers, day });
  return { day, total: missing.length > 0 ? null : amount };
}

function chargesByAccount(work: Work) {
  const charges = new Map<
    string,
    { concept: ConceptOf; forApartmentId: string; amount: MonthRow['amount'] }[]
  >();
  for (const row of work.input.rows) {
    if (row.role !== 'charge') continue;
    const knownConcept =
      row.chargeConceptId === null ? undefined : work.input.concepts.get(row.chargeConceptId);
    const concept = knownConcept ?? {
      id: null,
      name: row.description ?? 'Otro cobro',
      nature: 'other' as const,
    };
    const account = accountIn(work, row);
    const of = charges.get(account) ?? [];
    of.push({ concept, forApartmentId: row.apartmentId, amount: centavos(row.amount) });
    charges.set(account, of);
  }
  return charges;
}

/** Returns the late interest listed in the month's spreadsheet, by account. */
function sheetInterest(work: Work) {
  const interest = new Map<string, { forApartmentId: string; amount: MonthRow['amount'] }[]>();
  for (const row of work.input.rows) {
    if (row.role !== 'interest') continue;
    const { apartmentId: forApartmentId, amount } = row;
    const account = accountIn(work, row);
    interest.set(account, [...(interest.get(account) ?? []), { forApartmentId, amount }]);
  }
  return interest;
}

/**
 * Appends the accounts of units removed from the joint's table after the month was prepared: the removed units are
 * billed too.
 */
function withUnlisted(units: readonly BilledUnit[], accounts: readonly string[]): BilledUnit[] {
  const listed = new Set(units.map(({ apartmentId }) => apartmentId));
  const left = [...new Set(accounts)].filter((apartmentId) => !listed.has(apartmentId));
  const last = Math.max(0, ...units.map(({ position }) => position));
  return [
    ...units,
    ...left.map((apartmentId, index) => ({
      apartmentId,
      position: last + index + 1,
      units: [apartmentId],
      owner: '',
      ownerDocument: null,
      active: false,
    })),
  ];
}

/**
 * Returns the prompt-payment discount of the month. Null if the joint has no discount, or if the last day to earn
 * the discount is before the issue.
 */
function discountUntil({ month, issueDate, books }: MonthToIssue): { percent: number; until: Day } | null {
  const { discount } = books.settings;
  if (discount === null) return null;
  const until = dayOf(month, discount.day);
  return until < issueDate ? null : { percent: discount.percent, until };
}
