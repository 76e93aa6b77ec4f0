import { expect, it } from 'vitest';
import type { ScanState } from '../kept/scan.ts';
import { nextScans } from './next-scans.ts';

const entry = (id: string, code: string, units: readonly string[], state: ScanState = 'pending') => ({
  id,
  jointId: 1,
  code,
  state,
  apartments: units.map((apartmentId) => ({ apartmentId, owner: '' })),
  wish: { code },
});
const ids = (entries: readonly { id: string }[]) => entries.map((one) => one.id);
const never = () => false;

it('sends several scans at once, up to the limit', () => {
  const entries = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => entry(id, `code ${id}`, [id]));
  expect(ids(nextScans(entries, never))).toEqual(['a', 'b', 'c', 'd']);
  const underWay = entries.map((one, at) => (at < 3 ? { ...one, state: 'sending' as const } : one));
  expect(ids(nextScans(underWay, never))).toEqual(['d']);
});

it('keeps the order of scans with the same code or unit', () => {
  const entries = [
    entry('a', 'X', ['101']),
    entry('b', 'X', ['102']),
    entry('c', 'Y', ['101']),
    entry('d', 'Z', ['103']),
  ];
  expect(ids(nextScans(entries, never))).toEqual(['a', 'd']);
  const firstGone = entries.map((one, at) => (at === 0 ? { ...one, state: 'registered' as const } : one));
  expect(ids(nextScans(firstGone, never))).toEqual(['b', 'c', 'd']);
});

it('no scan overtakes a resting scan of the same code or unit', () => {
  const entries = [entry('a', 'X', ['101']), entry('b', 'X', ['102']), entry('c', 'Y', ['103'])];
  expect(ids(nextScans(entries, ({ id }) => id === 'a'))).toEqual(['c']);
});

it('units of different joints do not wait for each other', () => {
  const entries = [entry('a', 'X', ['101']), { ...entry('b', 'Y', ['101']), jointId: 2 }];
  expect(ids(nextScans(entries, never))).toEqual(['a', 'b']);
});
