import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

it('createBackoff doubles the wait with jitter and restarts after a stable connection', () => {
  const clock = { now: 0 };
  const luck = { value: 0.5 };
  const backoff = createBackoff({ now: () => clock.now, random: () => luck.value });
  const again = (stoodMs: number) => {
    backoff.connected();
    clock.now += stoodMs;
    return backoff.sentAway();
  };
  expect([0, 0, 0, 0, 0, 0, 0].map(again)).toEqual([5, 10, 20, 40, 80, 120, 120].map((s) => s * 1_000));
  expect(again(59_999)).toBe(120_000);
  expect(again(60_000)).toBe(5_000);
  luck.value = 0;
  expect(again(0)).toBe(5_000);
  luck.value = 1;
  expect(again(0)).toBe(30_000);
  // Closed before the hub accepted: longer still.
  expect(backoff.sentAway()).toBe(60_000);
});
