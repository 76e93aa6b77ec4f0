import { describe, expect, it } from 'vitest';
import { seenValue } from './seen.ts';

const units = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ jointId: 7, apartmentId: `T1-${at}` }));

describe('the value of a fact in `seen`', () => {
  it('a list has a short mark, equal in another order of the items and of their facts', () => {
    const mark = seenValue(units(4_000));
    expect(String(mark)).toMatch(/^[0-9a-z]{1,12}$/);
    const turned = units(4_000).map(({ jointId, apartmentId }) => ({ apartmentId, jointId }));
    expect(seenValue(turned.reverse())).toBe(mark);
  });

  it('a mark tells lists apart that differ in one item', () => {
    const marks = Array.from({ length: 300 }, (_, at) => seenValue(units(at)));
    expect(new Set(marks).size).toBe(300);
    expect(seenValue([1, 23])).not.toBe(seenValue([12, 3]));
    expect(seenValue([['a'], 'b'])).not.toBe(seenValue(['a', ['b']]));
    expect(seenValue(['1'])).not.toBe(seenValue([1]));
  });

  it('an empty text and no value are null, and other values stay', () => {
    expect([seenValue(''), seenValue(undefined), seenValue(0), seenValue(false)]).toEqual([
      null,
      null,
      0,
      false,
    ]);
  });
});
