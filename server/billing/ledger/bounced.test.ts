/** A payment of money that never arrived: after the annulment the account owes as if no payment had been entered. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type InterestWay, interestWays } from '../../../shared/billing/natures.ts';
import { addDays, dayOf, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf, openDebits } from './account.ts';
import { BooksByHand } from './by-hand.fixture.ts';
import type { LedgerItem } from './ledger.types.ts';
import { reverseReceipt } from './take-payment.ts';

const MONTHS = 7;
const LEGAL = 256_200;
const FIRST = '2026-01';
const settings = { graceDays: 0, finesBearInterest: false, interestToPeso: false };

/** Bills a fee of each month on the first day, with a payment and its annulment after the last bill. */
function lived(way: InterestWay, fees: readonly number[], paid: { day: string; amount: number } | null) {
  const made = new BooksByHand();
  const bills: { day: string; lastItem: number }[] = [];
  const rateOf = (month: string) => annual(month, LEGAL, way);
  let receipt: LedgerItem | null = null;
  for (const [index, fee] of fees.entries()) {
    const month = shiftMonth(FIRST, index);
    const rates = [rateOf(way === 'balance' ? month : shiftMonth(month, -1))];
    const { bill } = made.issue(month, { fee: fee / 100 }, { rates, dueDate: dayOf(month, 10) });
    bills.push({ day: `${month}-01`, lastItem: bill.lastItem });
    if (paid !== null && monthOfDay(paid.day) === month) receipt = made.pay(paid.amount / 100, paid.day).item;
  }
  const last = shiftMonth(FIRST, MONTHS - 1);
  if (receipt !== null && paid !== null) {
    const charged = way === 'balance' ? last : shiftMonth(last, -1);
    const stopped = [];
    for (let month = monthOfDay(paid.day); month <= charged; month = shiftMonth(month, 1)) {
      const at = fees.findIndex((_, index) => shiftMonth(FIRST, index) === month);
      const rules = { ...settings, day: bills[at]?.day ?? '', billed: bills[at - 1]?.lastItem ?? 0 };
      stopped.push({ rate: rateOf(month), rules });
    }
    const annulment = { item: receipt.item, reason: 'Cheque devuelto', offers: [], stopped };
    made.add(reverseReceipt(made.account, annulment, made.stamp(`${last}-20`)));
  }
  const next = shiftMonth(last, 1);
  made.issue(
    next,
    { fee: 1 },
    { rates: [rateOf(way === 'balance' ? next : last)], dueDate: dayOf(next, 10) },
  );
  const capital = openDebits(made.account).flatMap(({ nature, dueDate, open }) =>
    nature === 'interest' ? [] : [[dueDate, open] as const],
  );
  return { balance: balanceOf(made.account), capital };
}

it.each(interestWays)('by %s, a bounced payment leaves the debt of an account without the payment', (way) => {
  let stopped = 0;
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100, max: 40_000_000 }), { minLength: MONTHS, maxLength: MONTHS }),
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 120_000_000 }),
      (fees, day, amount) => {
        const bounced = lived(way, fees, { day: addDays(`${FIRST}-01`, day), amount });
        const never = lived(way, fees, null);
        expect(bounced.capital).toEqual(never.capital);
        // A charge split over two postings rounds each part to the centavo.
        expect(Math.abs(bounced.balance - never.balance)).toBeLessThanOrEqual(MONTHS * MONTHS);
        stopped += 1;
      },
    ),
    { numRuns: rounds(20, 400) },
  );
  expect(stopped).toBeGreaterThan(0);
});

it('a payment of August bounced in October owes the interest of August and September', () => {
  const made = new BooksByHand();
  const rates = (month: string) => ({ rates: [annual(month, LEGAL, 'days')] });
  made.issue('2026-08', { fee: 400_000 }, { ...rates('2026-07'), dueDate: '2026-08-10' });
  const { item } = made.pay(400_000, '2026-08-09');
  made.issue('2026-09', { fee: 1 }, { ...rates('2026-08'), dueDate: '2026-10-31' });
  made.issue('2026-10', { fee: 1 }, { ...rates('2026-09'), dueDate: '2026-10-31' });
  const months = ['2026-08', '2026-09'].map((month) => ({
    rate: annual(month, LEGAL, 'days'),
    rules: { ...settings, day: '2026-10-01', billed: 0 },
  }));
  const annulment = { item: item.item, reason: 'Cheque devuelto', offers: [], stopped: months };
  const posting = reverseReceipt(made.account, annulment, made.stamp('2026-10-05'));
  // 21 and 30 days of 400.000 at 1,2562 ^ (1 ÷ 365) − 1 a day: 5.250,86 and 7.501,24.
  expect(posting.interest.map(({ month, amount }) => [month, amount])).toEqual([
    ['2026-08', 525_086],
    ['2026-09', 750_124],
  ]);
});
