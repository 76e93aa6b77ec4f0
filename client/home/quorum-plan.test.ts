import { expect, it } from 'vitest';
import { percent, plan, present, presentShare } from './quorum-plan.ts';

it('the units of the drawing fill the whole, and none lies over another', () => {
  const cells = new Set<string>();
  for (const { x, y, width, height } of plan) {
    for (let at = 0; at < width * height; at += 1) {
      cells.add(`${x + (at % width)} ${y + Math.floor(at / width)}`);
    }
  }
  expect(cells.size).toBe(100 * 100);
  expect(plan.reduce((sum, { share }) => sum + share, 0)).toBe(100 * 100);
});

it('whoever comes, comes once, and together they are more than half', () => {
  expect(present.map(({ turn }) => turn)).toEqual(present.map((_unit, at) => at));
  expect(presentShare).toBeGreaterThan(50 * 100);
  expect(presentShare).toBeLessThan(100 * 100);
});

it('a share is read with two decimals', () => {
  expect(percent(6732)).toBe('67,32');
  expect(percent(504)).toBe('5,04');
});
