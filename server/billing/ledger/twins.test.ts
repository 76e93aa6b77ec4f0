/** Compares the same payment entered in time and entered up to four bills late: both accounts must be equal. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type InterestWay, interestWays } from '../../../shared/billing/natures.ts';
import { addDays, type Day, dayOf, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { annual } from '../interest/rates.fixture.ts';
import { creditOf, emptyAccount, openDebits, withPosting } from './account.ts';
import { issueAccount } from './issue-account.ts';
import type { Accrual } from './late-interest.ts';
import type { Account } from './ledger.types.ts';
import { takePayment } from './take-payment.ts';

const FIRST: Month = '2024-01';
const MONTHS = 8;

interface Fee {
  amount: number;
  dueDay: number;
}

interface Paid {
  valueDate: Day;
  amount: number;
  /** Number of bills issued between the value date and the entry. */
  billsLate: number;
}

/** Returns the account after `MONTHS` bills, each issued on the second, with every payment entered. */
function live(way: InterestWay, fees: readonly Fee[], paid: readonly Paid[]): Account {
  const next = { item: 1, allocation: 1 };
  const numbers = { item: () => next.item++, allocation: () => next.allocation++ };
  let account = emptyAccount('101');
  const enter = (from: Day, until: Day, through: Month): void => {
    for (const { valueDate, amount, billsLate } of paid) {
      const last =
        dayOf(monthOfDay(valueDate), 2) <= valueDate
          ? monthOfDay(valueDate)
          : shiftMonth(monthOfDay(valueDate), -1);
      const enteredOn = billsLate === 0 ? valueDate : dayOf(shiftMonth(last, billsLate), 3);
      if (enteredOn < from || enteredOn >= until) continue;
      const rates = [shiftMonth(through, 1), shiftMonth(through, 2)].map((month) =>
        annual(month, 256_200, way),
      );
      const accrual: Accrual = {
        rates,
        missing: [],
        graceDays: 0,
        finesBearInterest: false,
        interestToPeso: false,
      };
      const payment = { amount: centavos(amount), valueDate, receipt: 1, offers: [], accrual };
      const stamp = { postingDate: enteredOn, numbers };
      account = withPosting(account, takePayment(account, payment, stamp).posting);
    }
  };
  for (const [index, { amount, dueDay }] of fees.entries()) {
    const month = shiftMonth(FIRST, index);
    const issueDate = dayOf(month, 2);
    const made = issueAccount(
      account,
      {
        month,
        bill: index + 1,
        dueDate: dayOf(month, dueDay),
        charges: [
          {
            concept: { id: 1, name: 'Administración', nature: 'fee' },
            forApartmentId: '101',
            amount: centavos(amount),
          },
        ],
        rates: [annual(way === 'balance' ? month : shiftMonth(month, -1), 256_200, way)],
        graceDays: 0,
        finesBearInterest: false,
        interestToPeso: false,
        roundToPeso: false,
        discount: null,
        previousBill: account.items.length === 0 ? null : { lastItem: account.items.at(-1)?.item ?? 0 },
      },
      { postingDate: issueDate, numbers },
    );
    if (made !== null) account = withPosting(account, made.posting);
    enter(issueDate, dayOf(shiftMonth(month, 1), 2), way === 'balance' ? month : shiftMonth(month, -1));
  }
  return account;
}

/** Open debts as an owner sees them: capital by due date, all interest, and the credit. */
function debtOf(account: Account): { capital: [Day | null, Centavos][]; interest: number; credit: Centavos } {
  const open = openDebits(account);
  return {
    capital: open.flatMap(({ nature, dueDate, open: left }) =>
      nature === 'interest' ? [] : [[dueDate, left]],
    ),
    interest: open.reduce((sum, { nature, open: left }) => (nature === 'interest' ? sum + left : sum), 0),
    credit: creditOf(account),
  };
}

const fee = fc.record({
  amount: fc.integer({ min: 100, max: 50_000_000 }),
  dueDay: fc.constantFrom(5, 10, 20, 28, 31),
});

it.each(interestWays)(
  'by %s, a payment entered one to four bills late gives the books of an entry in time',
  (way) => {
    fc.assert(
      fc.property(
        fc.array(fee, { minLength: MONTHS, maxLength: MONTHS }),
        fc.integer({ min: 2, max: 120 }),
        fc.oneof(fc.integer({ min: 1, max: 200_000_000 }), fc.integer({ min: 1, max: 40_000_000 })),
        fc.integer({ min: 1, max: 4 }),
        (fees, day, amount, billsLate) => {
          const valueDate = addDays(`${FIRST}-01`, day);
          const late = live(way, fees, [{ valueDate, amount, billsLate }]);
          const inTime = live(way, fees, [{ valueDate, amount, billsLate: 0 }]);
          expect(debtOf(late)).toEqual(debtOf(inTime));
        },
      ),
      { numRuns: rounds(25, 200) },
    );
  },
);
