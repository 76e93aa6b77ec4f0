import { expect } from 'vitest';
import { defined } from '../../shared/defined.ts';

/** Polls `read` until the expectation holds. Long timeout, since two cores may be busy with other tests. */
export const eventually = <T>(read: () => T, message?: string) =>
  expect.poll(read, { timeout: 60_000, interval: 10, ...defined({ message }) });
