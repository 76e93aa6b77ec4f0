/** Generates random months of several accounts over years, and runs the months on books in memory. */
import fc from 'fast-check';
import { monthlyRateOf } from '../../../shared/billing/interest.ts';
import type { ChargeNature, InterestWay } from '../../../shared/billing/natures.ts';
import { addDays, type Day, dayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { MonthRate } from '../interest/interest.types.ts';
import { annual, monthly } from '../interest/rates.fixture.ts';
import { openBooks } from '../issue/open-books.ts';
import { balanceOf, emptyAccount, openDebits, withPosting } from './account.ts';
import type { DiscountOffer, IssuedBill, NewBill, NewCharge } from './acts.types.ts';
import { adjust } from './adjust.ts';
import { issueAccount } from './issue-account.ts';
import type { Account, LedgerItem, Posting, PostingStamp } from './ledger.types.ts';
import { reverseBill } from './reverse-bill.ts';
import { reverseReceipt, takePayment } from './take-payment.ts';

const ACCOUNTS = ['101', '102', '201'];
const FIRST: Month = '2023-11';

const concepts: Record<ChargeNature, NewCharge['concept']> = {
  fee: { id: 1, name: 'Administración', nature: 'fee' },
  extra: { id: 2, name: 'Cuota extraordinaria', nature: 'extra' },
  fine: { id: 3, name: 'Multa', nature: 'fine' },
  rent: { id: 5, name: 'Salón comunal', nature: 'rent' },
  other: { id: 4, name: 'Parqueadero', nature: 'other' },
};

const pesos = fc.oneof(
  fc.integer({ min: 1, max: 400_000 }).map((n) => n * 100),
  fc.integer({ min: 1, max: 40_000_000 }),
);
const account = fc.nat(ACCOUNTS.length - 1);
const nature = fc.constantFrom<ChargeNature>('fee', 'fee', 'extra', 'fine', 'rent', 'other');

/** Generator of an event of an account on a day of a month. */
const event = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  account,
  kind: fc.constantFrom(
    'pay',
    'pay',
    'pay',
    'pay',
    'annulReceipt',
    'annulBill',
    'charge',
    'creditNote',
    'forgive',
  ),
  /** Payment as a percentage of the debt; over 100 pays more than owed. Without debt, `amount` is paid. */
  share: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 180 })),
  amount: pesos,
  /** Number of days between the value date and the entry of the payment. */
  late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 150 })),
  pick: fc.nat(1000),
  nature,
  forgives: fc.constantFrom<'interest' | 'capital'>('interest', 'capital'),
});
export type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

const month = (ways: readonly InterestWay[]) =>
  fc.record({
    way: fc.constantFrom(...ways),
    /** True for a rate set per month, false for a rate set per year. */
    isMonthly: fc.boolean(),
    interestToPeso: fc.constantFrom(false, false, true),
    issueDay: fc.integer({ min: 1, max: 31 }),
    dueDay: fc.integer({ min: 1, max: 31 }),
    charges: fc.array(
      fc.record({
        account,
        nature,
        amount: fc.oneof(
          pesos,
          pesos,
          pesos,
          pesos.map((n) => -n),
          fc.constant(0),
        ),
      }),
      { maxLength: 3 },
    ),
    /** Monthly charge of each account, in pesos. */
    fee: pesos,
    /** Effective annual rate, in millionths. */
    annualRate: fc.oneof(
      fc.constant(0),
      fc.constant(256_200),
      fc.constant(256_200),
      fc.integer({ min: 1, max: 600_000 }),
    ),
    graceDays: fc.constantFrom(0, 0, 5, 40),
    finesBearInterest: fc.boolean(),
    roundToPeso: fc.constantFrom(true, true, false),
    discount: fc.option(
      fc.record({ percent: fc.constantFrom(5, 10, 12.5), day: fc.integer({ min: 1, max: 31 }) }),
    ),
    events: fc.array(event, { maxLength: 7, size: 'max' }),
  });
export type RandomMonth = ReturnType<typeof month> extends fc.Arbitrary<infer M> ? M : never;

/**
 * Test generator (fast-check): random opening balances and up to `most` months of charges and payments for a
 * few accounts. Each month uses an interest method from `ways`.
 */
export const years = (
  most: number,
  ways: readonly InterestWay[],
): fc.Arbitrary<{ openings: RandomOpening[]; months: RandomMonth[] }> =>
  fc.record({
    openings: fc.array(opening, { maxLength: 4 }),
    months: fc.array(month(ways), { minLength: most / 2, maxLength: most, size: 'max' }),
  });
const opening = fc.record({
  account,
  nature: fc.option(nature),
  monthsAgo: fc.integer({ min: 1, max: 8 }),
  capital: fc.oneof(
    pesos,
    pesos.map((n) => -n),
  ),
  interest: fc.oneof(fc.constant(0), pesos),
});
type RandomOpening = typeof opening extends fc.Arbitrary<infer O> ? O : never;

/**
 * Test data: bill issued in `RandomBooks`, with all inputs of the calculation, so that a check can compute
 * the bill again.
 */
export interface Issued {
  account: string;
  bill: number;
  issueDate: Day;
  newBill: NewBill;
  result: IssuedBill;
  /** Account and next numbers before the bill. */
  before: Account;
  numbers: { item: number; allocation: number };
}

/**
 * Test helper: ledger of several accounts in memory, changed by random months with the rules of the real
 * services. A callback checks the accounts after each change.
 */
export class RandomBooks {
  readonly accounts = new Map<string, Account>(ACCOUNTS.map((id) => [id, emptyAccount(id)]));
  readonly issued: Issued[] = [];
  readonly annulled = new Set<number>();
  /** Last days of closed periods, open for no more postings. */
  readonly closed: Day[] = [];
  /** All postings, in posting order. */
  readonly postings: Posting[] = [];
  #openFrom: Day | null = null;
  /** Interest method of the last issued month. */
  #way: InterestWay = 'days';
  #today: Day = dayOf(shiftMonth(FIRST, -1), 31);
  #receipts = 0;
  #bills = 0;
  readonly #next = { item: 1, allocation: 1 };
  /** Callback for checks, called after every change of an account. */
  readonly #after: (account: Account, posting: Posting, books: RandomBooks) => void;

  constructor(after: (account: Account, posting: Posting, books: RandomBooks) => void) {
    this.#after = after;
  }

  live(months: readonly RandomMonth[], openings: readonly RandomOpening[]): void {
    this.#open(openings);
    let at: Month = FIRST;
    for (const one of months) {
      const issueDate = dayOf(at, one.issueDay);
      const events = [...one.events].sort((a, b) => a.day - b.day);
      for (const happens of events) if (dayOf(at, happens.day) < issueDate) this.#happen(happens, at);
      this.#issue(at, issueDate, one);
      for (const happens of events) if (dayOf(at, happens.day) >= issueDate) this.#happen(happens, at);
      at = shiftMonth(at, 1);
    }
  }

  /** Annuls every receipt, then every bill. */
  annulAll(): void {
    for (const [id, { items }] of this.accounts) {
      for (const { item } of items.filter((one) => one.nature === 'receipt' && one.reverses === null)) {
        this.#annulReceipt(id, item);
      }
    }
    for (const { account: id, bill } of this.issued) this.#annulBill(id, bill);
  }

  of(id: string): Account {
    const found = this.accounts.get(id);
    if (found === undefined) throw new Error(`no account ${id}`);
    return found;
  }

  #add(id: string, posting: Posting): void {
    const changed = withPosting(this.of(id), posting);
    this.accounts.set(id, changed);
    this.postings.push(posting);
    this.#after(changed, posting, this);
  }

  #open(openings: readonly RandomOpening[]): void {
    for (const id of ACCOUNTS) {
      const own = openings.filter((one) => ACCOUNTS[one.account] === id);
      const openedItems = own.map((one) => {
        const dueDate = dayOf(shiftMonth(FIRST, -one.monthsAgo), 31);
        return {
          concept: one.nature === null ? null : concepts[one.nature],
          forApartmentId: id,
          dueDate,
          valueDate: this.#today,
          capital: centavos(one.capital),
          interest: centavos(one.interest),
        };
      });
      this.#add(id, openBooks(this.of(id), openedItems, this.#stamp(this.#today)));
    }
  }

  #issue(at: Month, issueDate: Day, how: RandomMonth): void {
    this.#today = issueDate;
    const rates = this.#ratesAt(at, how);
    this.#way = how.way;
    for (const id of ACCOUNTS) {
      const last = this.issued.filter((one) => one.account === id).at(-1);
      const bill: NewBill = {
        month: at,
        bill: this.#bills + 1,
        dueDate: dayOf(at, how.dueDay) < issueDate ? issueDate : dayOf(at, how.dueDay),
        charges: [
          ...ACCOUNTS.map((_, account) => ({ account, nature: 'fee' as const, amount: how.fee })),
          ...how.charges,
        ]
          .filter((one) => ACCOUNTS[one.account] === id)
          .map((one) => ({
            concept: concepts[one.nature],
            forApartmentId: id,
            amount: centavos(one.amount),
          })),
        rates,
        graceDays: how.graceDays,
        finesBearInterest: how.finesBearInterest,
        interestToPeso: how.interestToPeso,
        roundToPeso: how.roundToPeso,
        discount: how.discount && { percent: how.discount.percent, until: dayOf(at, how.discount.day) },
        previousBill: last === undefined ? null : { lastItem: last.result.lastItem },
      };
      const before = this.of(id);
      const numbers = { ...this.#next };
      const made = issueAccount(before, bill, this.#stamp(issueDate));
      if (made === null) continue;
      this.#bills += 1;
      this.issued.push({
        account: id,
        bill: bill.bill,
        issueDate,
        newBill: bill,
        result: made.bill,
        before,
        numbers,
      });
      this.#add(id, made.posting);
    }
    this.#openFrom = addDays(issueDate, 1);
    this.closed.push(issueDate);
  }

  /**
   * Returns the rates to charge at an issue: of the previous month (unless its own bill charged interest), and of
   * the issued month if the method is `balance`.
   */
  #ratesAt(at: Month, { way, isMonthly, annualRate }: RandomMonth): MonthRate[] {
    const rate = (of: Month, by: InterestWay): MonthRate =>
      isMonthly ? monthly(of, monthlyRateOf(annualRate), by) : annual(of, annualRate, by);
    return [
      ...(this.#way === 'balance' ? [] : [rate(shiftMonth(at, -1), this.#way)]),
      ...(way === 'balance' ? [rate(at, way)] : []),
    ];
  }

  #happen(one: Event, at: Month): void {
    this.#today = dayOf(at, one.day);
    const id = ACCOUNTS[one.account] ?? '';
    const owned = this.of(id);
    const valueDate = addDays(this.#today, -one.late);
    if (one.kind === 'pay') {
      const owes = Math.round((balanceOf(owned) * one.share) / 100);
      this.#receipts += 1;
      const payment = {
        amount: centavos(owes > 0 ? owes : one.amount),
        valueDate,
        receipt: this.#receipts,
        offers: this.#offers(id, valueDate),
      };
      this.#add(id, takePayment(owned, payment, this.#stamp(valueDate)).posting);
    } else if (one.kind === 'annulReceipt') {
      const receipts = this.#standing(owned).filter((item) => item.nature === 'receipt');
      const chosen = receipts[one.pick % Math.max(receipts.length, 1)];
      if (chosen !== undefined) this.#annulReceipt(id, chosen.item);
    } else if (one.kind === 'annulBill') {
      const bills = this.issued.filter((bill) => bill.account === id && !this.annulled.has(bill.bill));
      const chosen = bills[one.pick % Math.max(bills.length, 1)];
      if (chosen !== undefined) this.#annulBill(id, chosen.bill);
    } else this.#adjust(id, one, valueDate);
  }

  #adjust(id: string, one: Event, valueDate: Day): void {
    const common = { forApartmentId: id, valueDate, reason: 'Acta 12' };
    const amount = centavos(one.amount);
    const owned = this.of(id);
    const stamp = this.#stamp(valueDate);
    if (one.kind === 'charge') {
      const dueDate = addDays(valueDate, (one.pick % 60) - 20);
      const made = adjust(
        owned,
        { ...common, kind: 'charge', concept: concepts[one.nature], amount, dueDate },
        stamp,
      );
      if (made) this.#add(id, made.posting);
    } else if (one.kind === 'creditNote') {
      const made = adjust(owned, { ...common, kind: 'creditNote', amount }, stamp);
      if (made) this.#add(id, made.posting);
    } else {
      const owed = openDebits(owned).filter(
        (item) => (item.nature === 'interest') === (one.forgives === 'interest'),
      );
      const open = owed.reduce((sum, item) => sum + item.open, 0);
      const share: Centavos = centavos(Math.round((open * Math.min(one.share, 120)) / 100));
      if (share === 0) return;
      const made = adjust(
        owned,
        { ...common, kind: 'condonation', forgives: one.forgives, amount: share },
        stamp,
      );
      if ((made === null) !== share > open)
        throw new Error('A condonation must be refused exactly if above the open amount.');
      if (made) this.#add(id, made.posting);
    }
  }

  #annulReceipt(id: string, item: number): void {
    const owned = this.of(id);
    const receipt = this.#standing(owned).find((one) => one.item === item);
    if (receipt === undefined) return;
    const offers = this.#offers(id, receipt.valueDate);
    this.#add(id, reverseReceipt(owned, { item, reason: 'Se anula', offers }, this.#stamp(this.#today)));
  }

  #annulBill(id: string, bill: number): void {
    if (this.annulled.has(bill)) return;
    this.annulled.add(bill);
    this.#add(id, reverseBill(this.of(id), { bill, reason: 'Se anula' }, this.#stamp(this.#today)));
  }

  #offers(id: string, valueDate: Day): DiscountOffer[] {
    return this.issued
      .filter((one) => one.account === id && !this.annulled.has(one.bill))
      .flatMap(({ bill, result: { total, discount, discountUntil, lastItem } }) =>
        discountUntil !== null && discountUntil >= valueDate
          ? { bill, total, discount, until: discountUntil, lastItem }
          : [],
      );
  }

  #standing({ items }: Account): LedgerItem[] {
    const reversed = new Set(items.map((item) => item.reverses));
    return items.filter((item) => item.reverses === null && !reversed.has(item.item));
  }

  #stamp(valueDate: Day): PostingStamp {
    const open = this.#openFrom;
    return {
      postingDate: open !== null && valueDate < open ? open : valueDate,
      numbers: { item: () => this.#next.item++, allocation: () => this.#next.allocation++ },
    };
  }
}
