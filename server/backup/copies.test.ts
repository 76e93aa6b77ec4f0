import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Copy, type CopyHead, copyName, countForeign, readCopyName, retiredCopies } from './copies.ts';
import { keyIdOf } from './seal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse('2026-11-22T20:00:00.000Z');

const OLD: Omit<CopyHead, 'at'> = { kind: 'sqlite.gz', keyId: null, isLogged: false };
const copyAt = (at: number): Copy => ({ name: copyName({ ...OLD, at }), ...OLD, at, bytes: 1 });

it('reads back what it names, and nothing else', () => {
  const heads = fc.record({
    at: fc.integer({ min: 0, max: 4e12 }),
    kind: fc.constantFrom('sqlite.gz' as const, 'pgdump' as const),
    keyId: fc.constantFrom(null, 'deadbeef', '01234567'),
    isLogged: fc.boolean(),
  });
  fc.assert(
    fc.property(heads, (head) => {
      // A version that did not name the key told nothing of the log.
      const isLogged = head.keyId !== null && head.isLogged;
      expect(readCopyName(copyName(head))).toEqual({ ...head, isLogged });
    }),
    { seed: 1 },
  );
  const draft = `${copyName({ ...OLD, at: NOW })}.part`;
  for (const name of ['scaf.sqlite', draft, 'ensayo.json', 'scaf-x.pgdump.age']) {
    expect(readCopyName(name)).toBeNull();
  }
});

it('counts copies of another key, and not those that name no key', () => {
  const key = 'una clave de prueba de 32 bytes o más';
  const ids = [null, keyIdOf(key), keyIdOf(`${key}.`), keyIdOf(`${key}.`)];
  expect(
    countForeign(
      ids.map((keyId) => ({ keyId })),
      key,
    ),
  ).toBe(2);
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
