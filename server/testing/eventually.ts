import { expect } from 'vitest';
import { defined } from '../../shared/defined.ts';

/** Polls `read` until the expectation holds. The timeout is long, since other tests may keep the machine busy. */
export const eventually = <T>(read: () => T, message?: string) =>
  expect.poll(read, { timeout: 60_000, interval: 10, ...defined({ message }) });
