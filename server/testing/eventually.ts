import { expect } from 'vitest';
import { defined } from '../../shared/defined.ts';

/**
 * Repeats `read` every 10 ms until the expectation holds, for at most a minute: `await eventually(() =>
 * n).toBe(3)`. The limit is long, because other tests may keep the machine busy.
 */
export const eventually = <T>(read: () => T, message?: string) =>
  expect.poll(read, { timeout: 60_000, interval: 10, ...defined({ message }) });
