import fc from 'fast-check';
import { expect, it } from 'vitest';
import { monthlyRateOf } from '../../../shared/billing/interest.ts';
import { type InterestWay, interestWays } from '../../../shared/billing/natures.ts';
import { addDays, addMonths, dayOf, lastDayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf, emptyAccount, withPosting } from './account.ts';
import { issueAccount } from './issue-account.ts';
import type { Account } from './ledger.types.ts';
import { takePayment } from './take-payment.ts';

const FIRST: Month = '2024-01';
const annualRate = 256_200;
const MONTHLY = monthlyRateOf(annualRate) / 1e8;

const monthsBetween = (from: Month, to: Month): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5));

interface Paid {
  valueDate: string;
  amount: number;
  /** Number of months between the value date and the entry of the payment. */
  late: number;
}

/**
 * Returns the account after issuing every month on the first day and entering every payment in its month of entry.
 */
function live(way: InterestWay, months: { fee: number; fine: number }[], payments: readonly Paid[]): Account {
  const next = { item: 1, allocation: 1 };
  const numbers = { item: () => next.item++, allocation: () => next.allocation++ };
  let account = emptyAccount('101');
  const enter = (at: Month, issueDate: string) => {
    const due = payments.filter((one) => shiftMonth(one.valueDate.slice(0, 7), one.late) === at);
    for (const [index, { amount, valueDate }] of due.entries()) {
      const stamp = { postingDate: addDays(valueDate > issueDate ? valueDate : issueDate, 1), numbers };
      const payment = { amount: centavos(amount), valueDate, receipt: index + 1, offers: [] };
      account = withPosting(account, takePayment(account, payment, stamp).posting);
    }
  };
  for (const [index, { fee, fine }] of months.entries()) {
    const at = shiftMonth(FIRST, index);
    const charge = (nature: 'fee' | 'fine', amount: number) => ({
      concept: { id: nature === 'fee' ? 1 : 2, name: nature, nature },
      forApartmentId: '101',
      amount: centavos(amount),
    });
    const made = issueAccount(
      account,
      {
        month: at,
        bill: index + 1,
        dueDate: dayOf(at, 20),
        charges: [charge('fee', fee), charge('fine', fine)],
        rates: [annual(way === 'balance' ? at : shiftMonth(at, -1), annualRate, way)],
        graceDays: 0,
        finesBearInterest: false,
        interestToPeso: false,
        roundToPeso: false,
        discount: null,
        previousBill: account.items.length === 0 ? null : { lastItem: account.items.at(-1)?.item ?? 0 },
      },
      { postingDate: `${at}-01`, numbers },
    );
    if (made !== null) account = withPosting(account, made.posting);
    enter(at, `${at}-01`);
  }
  return account;
}

const months = fc.array(
  fc.record({ fee: fc.integer({ min: 0, max: 30_000_000 }), fine: fc.constantFrom(0, 0, 5_000_000) }),
  { minLength: 4, maxLength: 10, size: 'max' },
);
const payment = fc.record({
  day: fc.integer({ min: 0, max: 270 }),
  amount: fc.integer({ min: 1, max: 60_000_000 }),
  late: fc.integer({ min: 1, max: 5 }),
});

/** Returns the payments with a value date up to a day. */
function within(last: string, paid: readonly { day: number; amount: number; late: number }[]): Paid[] {
  return paid
    .map(({ day, amount, late }) => ({ valueDate: addDays(`${FIRST}-02`, day), amount, late }))
    .filter(({ valueDate }) => valueDate <= last)
    .sort((a, b) => (a.valueDate < b.valueDate ? -1 : 1));
}

const savings = (account: Account) =>
  account.items.filter(({ nature }) => nature === 'interestCredit').length;
const interestOf = (account: Account, nature: 'interest' | 'interestCredit'): number =>
  account.items.reduce((sum, item) => sum + (item.nature === nature ? item.amount : 0), 0);
const endOf = (count: number) => lastDayOf(shiftMonth(FIRST, count - 1));

it.each(interestWays)('by %s, a payment entered late leaves the account as if entered in time', (way) => {
  let saved = 0;
  fc.assert(
    fc.property(months, fc.array(payment, { maxLength: 5 }), fc.nat(4), (charges, paid, which) => {
      const inTime = within(endOf(charges.length), paid).map((one) => ({ ...one, late: 0 }));
      const lastMonth = shiftMonth(FIRST, charges.length - 1);
      const late = inTime.map((one, index) => {
        const months = monthsBetween(one.valueDate.slice(0, 7), lastMonth);
        return index === which % inTime.length ? { ...one, late: months } : one;
      });
      const [entered, first] = [live(way, charges, late), live(way, charges, inTime)];
      saved += savings(entered);
      // Each line is rounded separately, and money that had paid the saved interest may pay other interest first.
      const lines = entered.interest.length + first.interest.length;
      const most = interestOf(entered, 'interestCredit') * MONTHLY * charges.length;
      expect(Math.abs(balanceOf(entered) - balanceOf(first))).toBeLessThanOrEqual(most + lines);
    }),
    { numRuns: rounds(50, 1000) },
  );
  expect(saved).toBeGreaterThan(30);
});

it.each(interestWays)(
  'by %s, late payments differ by at most the interest on the interest first paid',
  (way) => {
    let saved = 0;
    fc.assert(
      fc.property(months, fc.array(payment, { minLength: 2, maxLength: 6 }), (charges, paid) => {
        const last = endOf(charges.length);
        const late = within(last, paid).filter((one) => addMonths(one.valueDate, one.late) <= last);
        const [entered, first] = [
          live(way, charges, late),
          live(
            way,
            charges,
            late.map((one) => ({ ...one, late: 0 })),
          ),
        ];
        saved += savings(entered);
        const most = interestOf(entered, 'interest') * MONTHLY * charges.length;
        const lines = entered.interest.length + first.interest.length;
        expect(Math.abs(balanceOf(entered) - balanceOf(first))).toBeLessThanOrEqual(most + lines);
      }),
      { numRuns: rounds(50, 1000) },
    );
    expect(saved).toBeGreaterThan(30);
  },
);
