import fc from 'fast-check';
import { expect, it } from 'vitest';
import { monthlyRateOf } from '../../../shared/billing/interest.ts';
import { rateModes } from '../../../shared/billing/natures.ts';
import { shiftMonth } from '../../../shared/days.ts';
import { annual } from '../interest/rates.fixture.ts';
import { isGln } from './gln.ts';
import { millionthsOf, ratesFrom, toPercent } from './rates.ts';

const legal = [
  { month: '2026-01', annualRate: 250_000, source: 'a' },
  { month: '2026-03', annualRate: 240_000, source: 'b' },
];
const own = { annualRate: null, monthlyRate: null, acta: 'Acta 1' };
const inMonths = (months: readonly string[]) =>
  months.map((month) => ({ month, way: 'fullMonths' as const }));
const of = (joint: Parameters<typeof ratesFrom>[0]['joint'], ...months: string[]) =>
  ratesFrom({ legal, joint, free: [] }, inMonths(months));

it("a month uses its own ceiling, never an older month's", () => {
  expect(of([], '2026-01', '2026-02', '2026-03', '2027-12')).toEqual({
    rates: [annual('2026-01', 250_000), annual('2026-03', 240_000)],
    missing: inMonths(['2026-02', '2027-12']),
    interestFree: [],
  });
});

it('a month without a ceiling is missing for any joint rate, except if interest is off', () => {
  const fixed = { ...own, month: '2020-01', mode: 'fixed' as const, annualRate: 1 };
  const nothing = { rates: [], missing: [], interestFree: [] };
  expect(of([fixed], '2025-12')).toEqual({ ...nothing, missing: inMonths(['2025-12']) });
  expect(of([{ ...own, month: '2020-01', mode: 'none' }], '2025-12')).toEqual(nothing);
});

it("only months marked 'sin intereses' bear no interest, even if a ceiling comes later", () => {
  const free = ['2026-02', '2026-03', '2026-09'];
  expect(
    ratesFrom({ legal, joint: [], free }, inMonths(['2026-01', '2026-02', '2026-03', '2026-04'])),
  ).toEqual({
    rates: [annual('2026-01', 250_000)],
    missing: inMonths(['2026-04']),
    interestFree: inMonths(['2026-02', '2026-03']),
  });
  const none = { ...own, month: '2020-01', mode: 'none' as const };
  expect(ratesFrom({ legal, joint: [none], free }, inMonths(['2026-02'])).interestFree).toEqual([]);
});

it('no rate exceeds its ceiling, and every month is charged, missing, free or off', () => {
  const month = fc.integer({ min: 0, max: 30 }).map((n) => shiftMonth('2024-01', n));
  const millionths = fc.integer({ min: 0, max: 600_000 });
  const table = fc.uniqueArray(fc.record({ month, annualRate: millionths, source: fc.constant('a') }), {
    selector: (one) => one.month,
  });
  const joint = fc.uniqueArray(
    fc.record({ month, mode: fc.constantFrom(...rateModes), annualRate: millionths }).map((one) => ({
      ...one,
      annualRate: one.mode === 'fixed' ? one.annualRate : null,
      monthlyRate: null,
      acta: 'Acta 1',
    })),
    { selector: (one) => one.month },
  );
  const wanted = Array.from({ length: 31 }, (_, n) => shiftMonth('2024-01', n));
  fc.assert(
    fc.property(table, joint, fc.uniqueArray(month), (ceilings, decided, free) => {
      const found = ratesFrom({ legal: ceilings, joint: decided, free }, inMonths(wanted));
      const ceilingOf = new Map(ceilings.map((one) => [one.month, one.annualRate]));
      for (const one of found.rates) {
        expect(one.annualRate).toBeLessThanOrEqual(ceilingOf.get(one.month) ?? -1);
        expect(one.monthlyRate).toBe(monthlyRateOf(one.annualRate));
      }
      for (const one of found.missing) expect(ceilingOf.has(one.month)).toBe(false);
      for (const one of found.interestFree) expect(free).toContain(one.month);
      const months = [...found.rates, ...found.missing, ...found.interestFree].map((one) => one.month);
      expect(new Set(months).size).toBe(months.length);
      // Months in no list: the assembly charges no interest.
      const without = wanted.filter((one) => !months.includes(one));
      for (const one of without) {
        const holds = decided
          .filter((row) => row.month <= one)
          .sort((a, b) => (a.month < b.month ? 1 : -1))[0];
        expect(holds?.mode).toBe('none');
      }
    }),
    { seed: 20_261_122, numRuns: 200 },
  );
});

it("a joint's own rate applies from its month on, never above the ceiling", () => {
  const every = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
  const ceilings = every.map((month, at) => ({ month, annualRate: at < 2 ? 250_000 : 240_000, source: 'a' }));
  const joint = [
    { ...own, month: '2026-04', mode: 'legal' as const },
    { ...own, month: '2026-02', mode: 'fixed' as const, annualRate: 245_000 },
    { ...own, month: '2026-05', mode: 'none' as const },
  ];
  expect(ratesFrom({ legal: ceilings, joint, free: [] }, inMonths(every)).rates).toEqual([
    annual('2026-01', 250_000),
    annual('2026-02', 245_000),
    annual('2026-03', 240_000),
    annual('2026-04', 240_000),
  ]);
});

it('a rate in per cent is stored with at most four decimals', () => {
  for (const percent of [0, 25.62, 26.76, 28.1701, 0.0001, 200, 19.99]) {
    expect(toPercent(millionthsOf(percent) ?? Number.NaN)).toBe(percent);
  }
  expect(millionthsOf(25.62)).toBe(256_200);
  expect(millionthsOf(0.1 + 0.2)).toBe(3000);
  expect(millionthsOf(25.62001)).toBeNull();
});

it('a GLN with a wrong check digit is invalid', () => {
  expect(['7709998013100', '4012345000009'].map(isGln)).toEqual([isByHand('7709998013100'), true]);
  expect(isGln('4012345000008')).toBe(false);
  expect(isGln('401234500000')).toBe(false);
});

/**
 * Checks the last digit (check digit) of a GLN by the GS1 tables: weights 3, 1, 3, … from the right on the first
 * twelve digits.
 */
function isByHand(text: string): boolean {
  const digits = [...text].map(Number);
  const last = digits.pop();
  const sum = digits.reverse().reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === last;
}
