import { expect, it } from 'vitest';
import { type ClockBounds, narrowed } from './server-clock.ts';

/**
 * Computes the bounds for a device clock `behind` the server by some ms, from requests of 40 ms sent at the given
 * times.
 */
function learn(behind: number, askedTimes: readonly number[]): ClockBounds | null {
  return askedTimes.reduce<ClockBounds | null>((bounds, askedAt) => {
    const answeredAt = askedAt + 20 + behind;
    const date = Math.floor(answeredAt / 1_000) * 1_000;
    return narrowed(bounds, { date, askedAt, heardAt: askedAt + 40 });
  }, null);
}

it('narrowed finds the server clock to a second, and more precisely with each answer', () => {
  const one = learn(7_300, [1_000_100]);
  const many = learn(7_300, [1_000_100, 1_000_450, 1_000_680, 1_000_990]);
  for (const bounds of [one, many]) {
    expect(bounds?.from).toBeLessThanOrEqual(7_300);
    expect(bounds?.to).toBeGreaterThanOrEqual(7_300);
  }
  const width = (bounds: ClockBounds | null) => (bounds ? bounds.to - bounds.from : Number.POSITIVE_INFINITY);
  expect(width(one)).toBe(1_040);
  expect(width(many)).toBeLessThan(500);
});

it('narrowed starts anew after a clock was set', () => {
  const before = learn(0, [1_000_000, 1_000_500]);
  const after = narrowed(before, { date: 1_090_000, askedAt: 1_001_000, heardAt: 1_001_040 });
  expect(after).toEqual({ from: 88_960, to: 90_000 });
});
