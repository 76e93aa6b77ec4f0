/**
 * Builds the books of a single account for tests computed by hand: months are billed on the first day, amounts are
 * in pesos.
 */
import type { ChargeNature } from '../../../shared/billing/natures.ts';
import { type Day, lastDayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, centavos, fromPesos, toPesos } from '../../../shared/money.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf, emptyAccount, openDebits, withPosting } from './account.ts';
import type { AdjustmentInput, DiscountOffer, IssuedBill, NewBill, TakenPayment } from './acts.types.ts';
import { adjust } from './adjust.ts';
import { issueAccount } from './issue-account.ts';
import type { Account, LedgerItem, Posting, PostingStamp } from './ledger.types.ts';
import { reverseBill } from './reverse-bill.ts';
import { reverseReceipt, takePayment } from './take-payment.ts';

export function pesos(amount: number): Centavos {
  const exact = fromPesos(amount);
  if (exact === null) throw new Error(`${amount} is not an amount`);
  return exact;
}

export const UNIT = '101';

/** Legal interest ceiling for tests: 25,62 % a year, in millionths. */
const LEGAL = 256_200;

export class BooksByHand {
  account: Account = emptyAccount(UNIT);
  readonly #next = { item: 1, allocation: 1 };
  readonly #offers: DiscountOffer[] = [];
  #bill = 0;
  #receipt = 0;
  #lastItem: number | null = null;

  stamp(postingDate: Day): PostingStamp {
    const next = this.#next;
    return { postingDate, numbers: { item: () => next.item++, allocation: () => next.allocation++ } };
  }

  add(posting: Posting): void {
    this.account = withPosting(this.account, posting);
  }

  /** Bills a month on its first day: the charges (in pesos) and the previous month's interest. */
  issue(
    month: Month,
    charges: Partial<Record<ChargeNature, number>>,
    how: Partial<NewBill> = {},
  ): { bill: IssuedBill; posting: Posting } {
    this.#bill += 1;
    const before = shiftMonth(month, -1);
    const made = issueAccount(
      this.account,
      {
        month,
        bill: this.#bill,
        dueDate: lastDayOf(month),
        charges: Object.entries(charges).map(([nature, amount], index) => ({
          concept: { id: index + 1, name: nature, nature: nature as ChargeNature },
          forApartmentId: UNIT,
          amount: pesos(amount),
        })),
        rates: [annual(before, LEGAL)],
        graceDays: 0,
        finesBearInterest: false,
        interestToPeso: false,
        roundToPeso: false,
        discount: null,
        previousBill: this.#lastItem === null ? null : { lastItem: this.#lastItem },
        ...how,
      },
      this.stamp(`${month}-01`),
    );
    if (made === null) throw new Error('there is no bill');
    const { total, discount, discountUntil, lastItem } = made.bill;
    if (discountUntil !== null) {
      this.#offers.push({ bill: this.#bill, total, discount, until: discountUntil, lastItem });
    }
    this.#lastItem = lastItem;
    this.add(made.posting);
    return made;
  }

  /** Posts a payment on the day of entry. Default: entered on its value date. */
  pay(amount: number, valueDate: Day, enteredOn: Day = valueDate): TakenPayment {
    this.#receipt += 1;
    const offers = this.#offers.filter((offer) => valueDate <= offer.until);
    const payment = { amount: pesos(amount), valueDate, receipt: this.#receipt, offers };
    const taken = takePayment(this.account, payment, this.stamp(enteredOn));
    this.add(taken.posting);
    return taken;
  }

  annulReceipt({ item, valueDate }: LedgerItem, on: Day): Posting {
    const offers = this.#offers.filter((offer) => valueDate <= offer.until);
    const annulment = { item, reason: 'Cheque devuelto', offers };
    const posting = reverseReceipt(this.account, annulment, this.stamp(on));
    this.add(posting);
    return posting;
  }

  annulBill(bill: number, on: Day): Posting {
    const posting = reverseBill(this.account, { bill, reason: 'Mal liquidada' }, this.stamp(on));
    this.add(posting);
    return posting;
  }

  /** Posts a correction. @returns false if a condonation exceeds the debt */
  adjust(adjustment: AdjustmentInput, on: Day): boolean {
    const made = adjust(this.account, adjustment, this.stamp(on));
    if (made !== null) this.add(made.posting);
    return made !== null;
  }

  get balance(): number {
    return toPesos(balanceOf(this.account));
  }

  /** Returns the open debits in the order of payment: nature, due date, and open amount in pesos. */
  get owed(): [string, Day | null, number][] {
    return openDebits(this.account).map(({ nature, dueDate, open }) => [nature, dueDate, toPesos(open)]);
  }
}

export const splitInPesos = ({ split }: TakenPayment) => ({
  interest: toPesos(split.interest),
  capital: toPesos(split.capital),
  credit: toPesos(split.credit),
});

/**
 * Test helper: returns the lines of a bill in short form in pesos: [concept, amount of the month, earlier
 * debt].
 */
export const linesInPesos = ({ bill }: { bill: IssuedBill }): [string, number, number][] =>
  bill.lines.map(({ concept, periodFee, overdueFee }) => [concept, toPesos(periodFee), toPesos(overdueFee)]);

/**
 * Test helper: returns the late interest of a posting in short form: [number of the overdue charge, month,
 * capital in pesos, interest in pesos].
 */
export const interestInPesos = ({ interest }: Posting): [number, Month, number, number][] =>
  interest.map(({ sourceItem, month, principal, amount }) => [
    sourceItem,
    month,
    toPesos(centavos(principal)),
    toPesos(centavos(amount)),
  ]);
