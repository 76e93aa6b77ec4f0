import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Copy, type CopyHead, copyName, countForeign, readCopyName, retiredCopies } from './copies.ts';
import { keyIdOf } from './seal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse('2026-11-22T20:00:00.000Z');

const OLD: Omit<CopyHead, 'at'> = { kind: 'sqlite.gz', keyId: null, isLogged: false };
const copyAt = (at: number): Copy => ({ name: copyName({ ...OLD, at }), ...OLD, at, bytes: 1 });

it('parses every name of a copy and rejects other files', () => {
  const heads = fc.record({
    at: fc.integer({ min: 0, max: 4e12 }),
    kind: fc.constantFrom('sqlite.gz' as const, 'pgdump' as const),
    keyId: fc.constantFrom(null, 'deadbeef', '01234567'),
    isLogged: fc.boolean(),
  });
  fc.assert(
    fc.property(heads, (head) => {
      // Old versions wrote neither the key nor the log flag.
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

it('counts copies of another key, but not copies without a key id', () => {
  const key = 'una clave de prueba de 32 bytes o más';
  const ids = [null, keyIdOf(key), keyIdOf(`${key}.`), keyIdOf(`${key}.`)];
  expect(
    countForeign(
      ids.map((keyId) => ({ keyId })),
      key,
    ),
  ).toBe(2);
});

it('keeps every copy for 3 hours, hourly for 2 days, daily for 5 weeks, monthly for a year', () => {
  const copies = Array.from({ length: 400 * 24 }, (_, i) => copyAt(NOW - (400 * 24 - i) * 60 * MINUTE));
  const minutes = Array.from({ length: 180 }, (_, i) => copyAt(NOW - (180 - i) * MINUTE));
  const all = [...copies.filter((copy) => copy.at < NOW - 3 * 60 * MINUTE), ...minutes];
  const retired = new Set(retiredCopies(all, NOW));
  const remaining = all.filter((copy) => !retired.has(copy));
  const within = (days: number) => remaining.filter((copy) => NOW - copy.at <= days * DAY).length;
  expect(minutes.filter((copy) => retired.has(copy))).toEqual([]);
  const moments = [1, 2, 3].map((second) => copyAt(NOW - MINUTE + second * 1000));
  expect(retiredCopies(moments, NOW)).toEqual([]);
  expect(within(2)).toBe(180 + 45);
  expect(within(35) - within(2)).toBe(33);
  expect(remaining.length - within(35)).toBeGreaterThanOrEqual(11);
  expect(remaining.length).toBeLessThan(300);
});

it('never retires the newest copy or a copy dated in the future', () => {
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
