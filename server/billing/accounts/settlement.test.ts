/** Pays the settling amount of random accounts on random days: the account must then be 'a paz y salvo'. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { interestWays } from '../../../shared/billing/natures.ts';
import { addDays, dayOf, lastDayOf, shiftMonth } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf } from '../ledger/account.ts';
import type { DiscountOffer } from '../ledger/acts.types.ts';
import { BooksByHand } from '../ledger/by-hand.fixture.ts';
import type { Accrual } from '../ledger/late-interest.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { reverseReceipt, takePayment } from '../ledger/take-payment.ts';
import { accruedOn, isPaidUp, settlementOf } from './settlement.ts';

const LEGAL = 256_200;

const accrualOf = (way: (typeof interestWays)[number], ...months: string[]): Accrual => ({
  ...{ graceDays: 0, finesBearInterest: false, interestToPeso: false },
  ...{ rates: months.map((month) => annual(month, LEGAL, way)), missing: [] },
});
const isClear = (account: Account, accrual: Accrual, day: string): boolean =>
  isPaidUp([{ account, whole: true, isOurs: () => true, accrued: accruedOn(account, accrual, day) }], day);

/** Books with 250.000 of August, due on the last day, billed until October, with interest by days. */
function august(): BooksByHand {
  const made = new BooksByHand();
  const how = (month: string) => ({ rates: [annual(month, LEGAL, 'days')] });
  made.issue('2026-08', { fee: 250_000 }, how('2026-07'));
  made.issue('2026-09', {}, how('2026-08'));
  made.issue('2026-10', {}, how('2026-09'));
  return made;
}

const pay = (made: BooksByHand, amount: number, day: string, accrual: Accrual) => {
  const payment = { amount: centavos(amount), valueDate: day, receipt: 1, offers: [], accrual };
  const taken = takePayment(made.account, payment, made.stamp(day));
  made.add(taken.posting);
  return taken;
};

it('the settling amount has the interest until the day, charged once', () => {
  const made = august();
  const accrual = accrualOf('days', '2026-10');
  const { amount, interest } = settlementOf(made.account, { accrual, offers: [], day: '2026-10-20' });
  // September charged 4.688,27; 20 days of October: 3.125,51.
  expect([toPesos(amount), toPesos(interest)]).toEqual([257_813.78, 3_125.51]);
  const { split } = pay(made, amount, '2026-10-20', accrual);
  expect([toPesos(split.interest), toPesos(split.capital), split.credit]).toEqual([7_813.78, 250_000, 0]);
  expect(isClear(made.account, accrual, '2026-10-20')).toBe(true);
  const { posting } = made.issue('2026-11', { fee: 100_000 }, { rates: [annual('2026-10', LEGAL, 'days')] });
  expect(posting.interest).toEqual([]);
  expect(made.balance).toBe(100_000);
});

it('a smaller payment pays no interest that is not charged yet; the unit is not a paz y salvo', () => {
  const made = august();
  const accrual = accrualOf('days', '2026-10');
  const { split } = pay(made, 25_468_827, '2026-10-20', accrual);
  expect([toPesos(split.interest), toPesos(split.capital)]).toEqual([4_688.27, 250_000]);
  expect(made.balance).toBe(0);
  expect(isClear(made.account, accrual, '2026-10-20')).toBe(false);
  const { amount } = settlementOf(made.account, { accrual, offers: [], day: '2026-10-20' });
  expect(toPesos(amount)).toBe(3_125.51);
  pay(made, amount, '2026-10-20', accrual);
  expect(isClear(made.account, accrual, '2026-10-20')).toBe(true);
});

it('an annulled receipt takes back the interest of a settling payment', () => {
  const made = august();
  const accrual = accrualOf('days', '2026-10');
  const { item } = pay(made, 25_781_378, '2026-10-20', accrual);
  const annulment = { item: item.item, reason: 'Cheque devuelto', offers: [] };
  made.add(reverseReceipt(made.account, annulment, made.stamp('2026-10-25')));
  expect(made.balance).toBe(254_688.27);
  const { posting } = made.issue('2026-11', {}, { rates: [annual('2026-10', LEGAL, 'days')] });
  expect(posting.interest.map(({ amount }) => toPesos(amount))).toEqual([4_844.55]);
});

it('a month without a ceiling leaves the amount unknown and posts no interest', () => {
  const made = august();
  const accrual = { ...accrualOf('days'), missing: [{ month: '2026-10', way: 'days' as const }] };
  const { missing } = settlementOf(made.account, { accrual, offers: [], day: '2026-10-20' });
  expect(missing).toEqual(['2026-10']);
  const { posting } = pay(made, 30_000_000, '2026-10-20', accrual);
  expect(posting.interest).toEqual([]);
});

const MONTHS = 6;
const month = fc.record({
  fee: fc.integer({ min: 0, max: 40_000_000 }),
  dueDay: fc.integer({ min: 1, max: 31 }),
  pays: fc.option(
    fc.record({ day: fc.integer({ min: 2, max: 31 }), share: fc.integer({ min: 1, max: 140 }) }),
  ),
});

it.each(interestWays)('by %s, the settling amount of any day leaves a unit a paz y salvo', (way) => {
  let accrued = 0;
  fc.assert(
    fc.property(
      fc.array(month, { minLength: MONTHS, maxLength: MONTHS }),
      fc.integer({ min: 0, max: 45 }),
      fc.boolean(),
      fc.constantFrom(0, 5, 10),
      (months, wait, roundToPeso, percent) => {
        const made = new BooksByHand();
        const rateOf = (at: string) => [annual(way === 'balance' ? at : shiftMonth(at, -1), LEGAL, way)];
        let offers: DiscountOffer[] = [];
        for (const [index, { fee, dueDay, pays }] of months.entries()) {
          const at = shiftMonth('2026-01', index);
          const discount = percent === 0 ? null : { percent, until: dayOf(at, 20) };
          const how = { rates: rateOf(at), dueDate: dayOf(at, dueDay), roundToPeso, discount };
          const charges = { fee: (fee + 1) / 100 };
          const { bill } = made.issue(at, charges, how);
          offers =
            bill.discountUntil === null
              ? []
              : [
                  {
                    bill: index + 1,
                    total: bill.total,
                    discount: bill.discount,
                    until: bill.discountUntil,
                    lastItem: bill.lastItem,
                  },
                ];
          if (pays === null || index === MONTHS - 1) continue;
          const owed = balanceOf(made.account);
          const amount = Math.round((owed * pays.share) / 100);
          if (amount > 0) pay(made, amount, dayOf(at, pays.day), accrualOf(way, at));
        }
        const last = shiftMonth('2026-01', MONTHS - 1);
        const day = addDays(dayOf(last, 2), wait);
        const accrual = accrualOf(way, ...(way === 'balance' ? [] : [last, shiftMonth(last, 1)]));
        const valid = offers.filter(({ until }) => until >= day);
        const { amount, interest, saved } = settlementOf(made.account, { accrual, offers: valid, day });
        expect(amount).toBe(Math.max(0, balanceOf(made.account) + interest) - saved);
        accrued += interest;
        if (amount > 0) {
          const payment = { amount, valueDate: day, receipt: 9, offers: valid, accrual };
          made.add(takePayment(made.account, payment, made.stamp(day)).posting);
          expect(balanceOf(made.account)).toBe(0);
          if (amount > 1) {
            const less = settlementOf(made.account, { accrual, offers: valid, day });
            expect(less.amount).toBe(0);
          }
        }
        expect(isClear(made.account, accrual, day)).toBe(true);
        const credit = balanceOf(made.account);
        const next = shiftMonth(last, 1);
        if (day > lastDayOf(last)) return;
        const { bill } = made.issue(next, { fee: 1_000 }, { rates: rateOf(next) });
        expect(bill.total).toBe(credit + 100_000);
      },
    ),
    { numRuns: rounds(20, 1000) },
  );
  expect(accrued > 0).toBe(way !== 'balance');
});
