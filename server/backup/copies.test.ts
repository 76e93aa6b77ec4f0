import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Copy, copyAsOf, copyName, readCopyName, retiredCopies } from './copies.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse('2026-11-22T20:00:00.000Z');

const copyAt = (at: number): Copy => ({ name: copyName(at, 'sqlite.gz'), at, bytes: 1 });

it('reads back what it names, and nothing else', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom('sqlite.gz', 'pgdump'), (at, kind) => {
      expect(readCopyName(copyName(at, kind))).toEqual({ at, kind });
    }),
    { seed: 1 },
  );
  for (const name of ['scaf.sqlite', `${copyName(NOW, 'pgdump')}.part`, 'ensayo.json', 'scaf-x.pgdump.age']) {
    expect(readCopyName(name)).toBeNull();
  }
});

it('chooses the newest copy that was begun at or before an instant', () => {
  const copies = [1, 2, 3].map((minutes) => copyAt(NOW + minutes * MINUTE));
  expect(copyAsOf(copies, NOW)).toBeUndefined();
  expect(copyAsOf(copies, NOW + 2 * MINUTE)?.at).toBe(NOW + 2 * MINUTE);
  expect(copyAsOf(copies, NOW + 3 * MINUTE - 1)?.at).toBe(NOW + 2 * MINUTE);
});

it('keeps each copy of three hours, each hour of two days, each day of five weeks, each month of a year', () => {
  const copies = Array.from({ length: 400 * 24 }, (_, i) => copyAt(NOW - (400 * 24 - i) * 60 * MINUTE));
  const minutes = Array.from({ length: 180 }, (_, i) => copyAt(NOW - (180 - i) * MINUTE));
  const all = [...copies.filter((copy) => copy.at < NOW - 3 * 60 * MINUTE), ...minutes];
  const retired = new Set(retiredCopies(all, NOW));
  const kept = all.filter((copy) => !retired.has(copy));
  const within = (days: number) => kept.filter((copy) => NOW - copy.at <= days * DAY).length;
  expect(minutes.filter((copy) => retired.has(copy))).toEqual([]);
  const moments = [1, 2, 3].map((second) => copyAt(NOW - MINUTE + second * 1000));
  expect(retiredCopies(moments, NOW)).toEqual([]);
  expect(within(2)).toBe(180 + 45);
  expect(within(35) - within(2)).toBe(33);
  expect(kept.length - within(35)).toBeGreaterThanOrEqual(11);
  expect(kept.length).toBeLessThan(300);
});

it('never retires the newest copy, nor one that seems to come from the future', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: NOW - 500 * DAY, max: NOW + 2 * DAY }), { minLength: 1, maxLength: 60 }),
      (times) => {
        const copies = [...new Set(times)].sort((a, b) => a - b).map(copyAt);
        const retired = retiredCopies(copies, NOW);
        expect(retired).not.toContain(copies.at(-1));
        expect(retired.filter((copy) => copy.at > NOW)).toEqual([]);
      },
    ),
    { seed: 2 },
  );
});
