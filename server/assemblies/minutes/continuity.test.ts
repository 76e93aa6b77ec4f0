import { expect, it } from 'vitest';
import { nano } from '../../../shared/coefficient.ts';
import type { Moment } from '../meeting/timeline.ts';
import { continuityOf } from './continuity.ts';

const moment = (at: number, coefficient: number, owners = 2): Moment => ({
  at,
  apartments: coefficient,
  coefficient: nano(coefficient * 1e9),
  owners,
  total: nano(100e9),
});

it('continuity tells the lowest representation, and each stretch without quorum', () => {
  const timeline = [moment(1, 30), moment(2, 60), moment(3, 80), moment(4, 50), moment(6, 55), moment(8, 40)];
  expect(continuityOf(timeline, { reachedAt: 2, until: 10, call: 1 })).toEqual({
    from: 2,
    until: 10,
    lowest: { at: 8, apartments: 40, coefficient: 40e9 },
    gaps: [
      { from: 4, until: 6 },
      { from: 8, until: 10 },
    ],
  });
});

it('continuity has no gap under a lasting quorum, and ignores acts after the end', () => {
  const timeline = [moment(2, 60), moment(3, 55), moment(9, 0, 0)];
  expect(continuityOf(timeline, { reachedAt: 2, until: 9, call: 1 })).toMatchObject({ gaps: [] });
  expect(continuityOf(timeline, { reachedAt: 2, until: 8, call: 1 })).toMatchObject({
    lowest: { at: 3 },
    gaps: [],
  });
});

it('continuity in second call needs two owners, and is null without a quorum', () => {
  expect(continuityOf([moment(2, 5)], { reachedAt: 2, until: 9, call: 2 })).toMatchObject({ gaps: [] });
  expect(continuityOf([moment(2, 5)], { reachedAt: null, until: 9, call: 1 })).toBeNull();
});
