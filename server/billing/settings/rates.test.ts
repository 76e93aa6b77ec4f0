import { expect, it } from 'vitest';
import { monthlyRateOf } from '../../../shared/billing/interest.ts';
import { millionthsOf, percentOf } from './annual-rate.ts';
import { isGln } from './gln.ts';
import { ratesFrom } from './rates.ts';

const legal = [
  { month: '2026-01', annualRate: 250_000, source: 'a' },
  { month: '2026-03', annualRate: 240_000, source: 'b' },
];
const own = { annualRate: null, acta: 'Acta 1' };
const of = (joint: Parameters<typeof ratesFrom>[0]['joint'], ...months: string[]) =>
  ratesFrom({ legal, joint }, months);
const rate = (month: string, annualRate: number) => ({
  ...{ month, annualRate },
  monthlyRate: monthlyRateOf(annualRate),
});

it('a month has the ceiling that holds in it', () => {
  expect(of([], '2026-01', '2026-02', '2026-03', '2027-12')).toEqual({
    rates: [
      rate('2026-01', 250_000),
      rate('2026-02', 250_000),
      rate('2026-03', 240_000),
      rate('2027-12', 240_000),
    ],
    missing: [],
  });
});

it('months before the first ceiling lack it, whatever the joint decided, unless it charges none', () => {
  const fixed = { ...own, month: '2020-01', mode: 'fixed' as const, annualRate: 1 };
  expect(of([fixed], '2025-12')).toEqual({ rates: [], missing: ['2025-12'] });
  expect(of([{ ...own, month: '2020-01', mode: 'none' }], '2025-12')).toEqual({ rates: [], missing: [] });
});

it("a joint's own rate holds from its month on, never above the ceiling", () => {
  const joint = [
    { ...own, month: '2026-04', mode: 'legal' as const },
    { ...own, month: '2026-02', mode: 'fixed' as const, annualRate: 245_000 },
    { ...own, month: '2026-05', mode: 'none' as const },
  ];
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
  expect(of(joint, ...months).rates).toEqual([
    rate('2026-01', 250_000),
    rate('2026-02', 245_000),
    rate('2026-03', 240_000),
    rate('2026-04', 240_000),
  ]);
});

it('a rate in per cent is kept to its fourth decimal, and no further', () => {
  for (const percent of [0, 25.62, 26.76, 28.1701, 0.0001, 200, 19.99]) {
    expect(percentOf(millionthsOf(percent) ?? Number.NaN)).toBe(percent);
  }
  expect(millionthsOf(25.62)).toBe(256_200);
  expect(millionthsOf(0.1 + 0.2)).toBe(3000);
  expect(millionthsOf(25.62001)).toBeNull();
});

it("a GLN's last digit checks the others", () => {
  expect(['7709998013100', '4012345000009'].map(isGln)).toEqual([isByHand('7709998013100'), true]);
  expect(isGln('4012345000008')).toBe(false);
  expect(isGln('401234500000')).toBe(false);
});

/** The check digit as GS1's tables write it: from the right, 3, 1, 3, … on the twelve digits. */
function isByHand(text: string): boolean {
  const digits = [...text].map(Number);
  const last = digits.pop();
  const sum = digits.reverse().reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === last;
}
