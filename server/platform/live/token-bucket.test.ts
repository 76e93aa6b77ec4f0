import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

it('a token bucket allows a burst, then a rate per second', () => {
  const clock = { now: 1_000 };
  const bucket = new TokenBucket({ rate: 5, burst: 3 }, () => clock.now);
  const taken = () => [bucket.take(), bucket.take(), bucket.take(), bucket.take()];
  expect(bucket.isFull).toBe(true);
  expect(taken()).toEqual([true, true, true, false]);
  clock.now += 200;
  expect(taken()).toEqual([true, false, false, false]);
  expect(bucket.isFull).toBe(false);
  clock.now += 60_000;
  expect(bucket.isFull).toBe(true);
  expect(taken()).toEqual([true, true, true, false]);
});
