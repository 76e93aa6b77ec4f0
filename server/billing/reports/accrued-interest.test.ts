import { expect, it } from 'vitest';
import { defaultSettings } from '../../../shared/billing/settings.api.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf } from '../ledger/account.ts';
import { BooksByHand, interestInPesos, UNIT } from '../ledger/by-hand.fixture.ts';
import { accruedOn } from './accrued-interest.ts';
import { debtOf, debtTotals, withoutRounding } from './read-debt.ts';

const LEGAL = 256_200;

/** 250.000 of August that fell due on its last day, billed until October by days, totals rounded to the peso. */
function books(): BooksByHand {
  const made = new BooksByHand();
  const how = (month: string) => ({ rates: [annual(month, LEGAL, 'days')], roundToPeso: true });
  made.issue('2026-08', { fee: 250_000 }, how('2026-07'));
  made.issue('2026-09', {}, how('2026-08'));
  made.issue('2026-10', {}, how('2026-09'));
  return made;
}

const accruedAt = (made: BooksByHand, day: string) =>
  accruedOn(made.account, { rates: [annual('2026-10', LEGAL, 'days')] }, { settings: defaultSettings }, day);

it('a certificate holds the interest until its day, and no rounding by itself: its sum is the balance and what accrues', () => {
  const made = books();
  // September's 4.688,27 are charged, rounded down by 0,27; 20 days of October: 3.125,51.
  const rows = withoutRounding(debtOf(made.account, '2026-10-20', accruedAt(made, '2026-10-20')));
  expect(
    rows.map(({ concept, capital, interest, accrued }) => [
      concept,
      ...[capital, interest, accrued].map(toPesos),
    ]),
  ).toEqual([['fee', 250_000, 4_688, 3_125.51]]);
  expect(debtTotals(rows).total).toBe(balanceOf(made.account) + 312_551);
});

it('interest runs for what was paid late, until it was: a certificate names it though nothing else is owed', () => {
  const made = books();
  made.pay(254_688, '2026-10-20');
  const rows = withoutRounding(debtOf(made.account, '2026-10-25', accruedAt(made, '2026-10-25')));
  expect(rows.map(({ capital, interest, accrued }) => [capital, interest, toPesos(accrued)])).toEqual([
    [0, 0, 3_125.51],
  ]);
});

it("a sheet's own interest ends with the month before: a certificate adds the days since, on the capital, as the next bill", () => {
  const made = new BooksByHand();
  const byDays = (month: string) => ({ rates: [annual(month, LEGAL, 'days')] });
  made.issue('2026-08', { fee: 250_000 }, byDays('2026-07'));
  made.issue('2026-09', {}, byDays('2026-08'));
  // October's sheet charges what ran until 30 September.
  const sheetInterest = [{ forApartmentId: UNIT, amount: centavos(500_000) }];
  made.issue('2026-10', {}, { rates: [], sheetInterest });
  const told = (day: string) =>
    debtOf(made.account, day, accruedAt(made, day)).map(({ capital, interest, accrued, total }) =>
      [capital, interest, accrued, total].map(toPesos),
    );
  // 20 days of 250.000 at 1,2562 ^ (1 ÷ 365) − 1: 3.125,51; of the 5.000 nothing.
  const on20 = told('2026-10-20');
  expect(on20.flatMap(([, , accrued]) => accrued || [])).toEqual([3_125.51]);
  expect(on20.reduce((sum, [, , , total = 0]) => sum + total, 0)).toBe(250_000 + 5_000 + 3_125.51);
  // The bill of November charges the 31 days of October, once: what a certificate of its last day says.
  const [whole] = [...accruedAt(made, '2026-10-31').values()];
  const { posting } = made.issue('2026-11', {}, byDays('2026-10'));
  expect(interestInPesos(posting)).toEqual([[1, '2026-10', 250_000, toPesos(centavos(whole ?? 0))]]);
  expect(toPesos(centavos(whole ?? 0))).toBe(4_844.55);
  // On a balance its bills charge the month: nothing runs beside them.
  const balance = { rates: [annual('2026-10', LEGAL, 'balance')] };
  expect(accruedOn(made.account, balance, { settings: defaultSettings }, '2026-10-01').size).toBe(0);
});

it('what was rounded up goes with late interest, else with its bill; alone it is no debt', () => {
  const row = (nature: 'fee' | 'rounding', bill: number, capital: number, interest = 0) => ({
    ...{ concept: nature, nature, bill, apartmentId: '101', month: null, dueDate: '2026-01-31' },
    ...{ capital: centavos(capital), interest: centavos(interest), accrued: centavos(0) },
    total: centavos(capital + interest),
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
