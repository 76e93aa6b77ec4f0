import { expect, it } from 'vitest';
import { SeenCodes } from './seen-codes.ts';

it('reports a visible code once, and again after three seconds', () => {
  const seen = new SeenCodes();
  expect(seen.look(['A'], 0)).toEqual(['A']);
  expect(seen.look(['A'], 100)).toEqual([]);
  expect(seen.look(['A'], 2_999)).toEqual([]);
  expect(seen.look(['A'], 3_000)).toEqual(['A']);
  expect(seen.look(['A'], 3_100)).toEqual([]);
});

it('reports a code again after it left the picture, not after a missed look', () => {
  const seen = new SeenCodes();
  seen.look(['A'], 0);
  seen.look([], 100);
  expect(seen.look(['A'], 200)).toEqual([]);
  for (let at = 0; at < 5; at++) seen.look([], 300 + at);
  expect(seen.look(['A'], 400)).toEqual(['A']);
});

it('reports two codes in a picture once each', () => {
  const seen = new SeenCodes();
  expect(seen.look(['A', 'B', 'A'], 0)).toEqual(['A', 'B']);
  expect(seen.look(['B', 'C'], 50)).toEqual(['C']);
});
