import { expect, it } from 'vitest';
import { defaultSettings } from '../../../shared/billing/settings.api.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf } from '../ledger/account.ts';
import { BooksByHand } from '../ledger/by-hand.fixture.ts';
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
