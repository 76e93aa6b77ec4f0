import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HUNDRED, sumNano } from '../../shared/coefficient.ts';
import { shareOut } from './shares.ts';

const weights = fc
  .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 300 })
  .filter((list) => list.some((weight) => weight > 0));

it('shareOut distributes exactly 100 for any weights and decimals', () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 9 }), (list, decimals) => {
      const shares = shareOut(list, decimals);
      expect(sumNano(shares)).toBe(HUNDRED);
      expect(shares.every((share) => share % 10 ** (9 - decimals) === 0)).toBe(true);
    }),
  );
});

it('shareOut gives 0 to weight 0, and the rounding rest to the largest remainders', () => {
  expect(shareOut([1, 0, 1, 1], 2)).toEqual([33_340_000_000, 0, 33_330_000_000, 33_330_000_000]);
  expect(shareOut([2, 1], 0)).toEqual([67_000_000_000, 33_000_000_000]);
});

it('each share differs from the exact share by less than the last decimal', () => {
  const list = [5842, 6715, 7268, 8430, 1150];
  const total = list.reduce((sum, weight) => sum + weight, 0);
  for (const [i, share] of shareOut(list, 6).entries()) {
    expect(Math.abs(share / 1e9 - (100 * (list[i] ?? 0)) / total)).toBeLessThan(1e-6);
  }
});
