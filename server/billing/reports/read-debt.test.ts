import { expect, it } from 'vitest';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { accruedOn } from '../accounts/settlement.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf } from '../ledger/account.ts';
import { BooksByHand, interestInPesos, UNIT } from '../ledger/by-hand.fixture.ts';
import { debtOf, debtTotals, withoutRounding } from './read-debt.ts';

const LEGAL = 256_200;

/**
 * Builds test books: 250.000 of August, due on its last day, billed until October with interest by days and totals
 * rounded to the peso.
 */
function books(): BooksByHand {
  const made = new BooksByHand();
  const how = (month: string) => ({ rates: [annual(month, LEGAL, 'days')], roundToPeso: true });
  made.issue('2026-08', { fee: 250_000 }, how('2026-07'));
  made.issue('2026-09', {}, how('2026-08'));
  made.issue('2026-10', {}, how('2026-09'));
  return made;
}

const accrual = (way: InterestWay) => ({
  ...{ graceDays: 0, finesBearInterest: false, interestToPeso: false },
  ...{ rates: [annual('2026-10', LEGAL, way)], missing: [] },
});

const accruedAt = (made: BooksByHand, day: string) => accruedOn(made.account, accrual('days'), day);

it('a certificate includes interest until its day, without rounding; the sum is exact', () => {
  const made = books();
  // September's charged 4.688,27, rounded down by 0,27; 20 days of October: 3.125,51.
  const rows = withoutRounding(debtOf(made.account, '2026-10-20', accruedAt(made, '2026-10-20')));
  expect(
    rows.map(({ concept, capital, interest, accrued }) => [
      concept,
      ...[capital, interest, accrued].map(toPesos),
    ]),
  ).toEqual([['fee', 250_000, 4_688, 3_125.51]]);
  expect(debtTotals(rows).total).toBe(balanceOf(made.account) + 312_551);
});

it('a certificate shows interest on debt paid late, even if the unit owes nothing else', () => {
  const made = books();
  made.pay(254_688, '2026-10-20');
  const rows = withoutRounding(debtOf(made.account, '2026-10-25', accruedAt(made, '2026-10-25')));
  expect(rows.map(({ capital, interest, accrued }) => [capital, interest, toPesos(accrued)])).toEqual([
    [0, 0, 3_125.51],
  ]);
});

it("after a sheet's own interest, a certificate adds the days since, like the next bill", () => {
  const made = new BooksByHand();
  const byDays = (month: string) => ({ rates: [annual(month, LEGAL, 'days')] });
  made.issue('2026-08', { fee: 250_000 }, byDays('2026-07'));
  made.issue('2026-09', {}, byDays('2026-08'));
  // October's sheet charges the interest until 30 September.
  const sheetInterest = [{ forApartmentId: UNIT, amount: centavos(500_000) }];
  made.issue('2026-10', {}, { rates: [], sheetInterest });
  const debtAt = (day: string) =>
    debtOf(made.account, day, accruedAt(made, day)).map(({ capital, interest, accrued, total }) =>
      [capital, interest, accrued, total].map(toPesos),
    );
  // 20 days of 250.000 at 1,2562 ^ (1 ÷ 365) − 1: 3.125,51. The 5.000 bear no interest.
  const on20 = debtAt('2026-10-20');
  expect(on20.flatMap(([, , accrued]) => accrued || [])).toEqual([3_125.51]);
  expect(on20.reduce((sum, [, , , total = 0]) => sum + total, 0)).toBe(250_000 + 5_000 + 3_125.51);
  // November's bill charges the 31 days of October once, equal to a certificate of 31 October.
  const [whole] = [...accruedAt(made, '2026-10-31').values()].flat();
  const { posting } = made.issue('2026-11', {}, byDays('2026-10'));
  expect(interestInPesos(posting)).toEqual([[1, '2026-10', 250_000, toPesos(whole?.amount ?? centavos(0))]]);
  expect(toPesos(whole?.amount ?? centavos(0))).toBe(4_844.55);
  // Interest on the balance is charged by bills only; no interest accrues between bills.
  expect(accruedOn(made.account, accrual('balance'), '2026-10-01').size).toBe(0);
});

it('rounding is added to late interest, else to its bill; rounding alone is no debt', () => {
  const row = (nature: 'fee' | 'rounding', bill: number, capital: number, interest = 0) => ({
    concept: nature,
    nature,
    bill,
    apartmentId: '101',
    month: null,
    dueDate: '2026-01-31',
    capital: centavos(capital),
    interest: centavos(interest),
    accrued: centavos(0),
    total: centavos(capital + interest),
    parts: [],
  });
  const money = (rows: readonly ReturnType<typeof row>[]) =>
    withoutRounding(rows).map(({ capital, interest, total }) => [capital, interest, total]);
  expect(money([row('fee', 1, 100, 5), row('fee', 2, 100), row('rounding', 2, 30)])).toEqual([
    [100, 35, 135],
    [100, 0, 100],
  ]);
  expect(money([row('fee', 1, 100), row('fee', 2, 100), row('rounding', 2, 30)])).toEqual([
    [100, 0, 100],
    [130, 0, 130],
  ]);
  expect(money([row('rounding', 2, 30)])).toEqual([]);
});
