import { expect } from 'vitest';

/** Waits until what `read` gives is as expected; patient, since two cores may be busy with other tests. */
export const eventually = <T>(read: () => T, message?: string) =>
  expect.poll(read, { timeout: 60_000, interval: 10, ...(message === undefined ? {} : { message }) });
