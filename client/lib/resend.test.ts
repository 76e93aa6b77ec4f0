import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { queryClient } from './query.ts';
import { backoffMs, isWorthResending, resend } from './resend.ts';

const failure = (status: number, retryAfterMs: number | null = null) =>
  new ApiError(status, 'x', 'x', undefined, retryAfterMs);

/**
 * Makes a test clock that moves only during pauses, and a request that fails with the given errors before a
 * success.
 */
function trial(...failures: unknown[]) {
  let time = 0;
  const pauses: number[] = [];
  return {
    pauses,
    send: async () => {
      if (failures.length > 0) throw failures.shift();
      return 'answer';
    },
    options: {
      now: () => time,
      pause: async (ms: number) => {
        pauses.push(ms);
        time += ms;
      },
      random: () => 1,
    },
  };
}

describe('isWorthResending', () => {
  it.each([0, 408, 425, 429, 500, 501, 502, 503, 504, 507])('status %i is worth a retry', (status) => {
    expect(isWorthResending(failure(status))).toBe(true);
  });

  it.each([400, 401, 403, 404, 409, 410, 413, 422, 426])('status %i is final', (status) => {
    expect(isWorthResending(failure(status))).toBe(false);
  });

  it('an unreadable answer is worth a retry', () => {
    expect(isWorthResending(new TypeError('null'))).toBe(true);
  });
});

describe('retry backoff', () => {
  it('backoffMs doubles up to eight seconds', () => {
    expect([0, 1, 2, 3, 4, 40].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
      1000, 2000, 4000, 8000, 8000, 8000,
    ]);
  });

  it('backoffMs returns any moment of the pause', () => {
    expect([0, 0.25, 0.5].map((moment) => backoffMs(2, () => moment))).toEqual([0, 1000, 2000]);
  });
});

describe('resend', () => {
  it('resend retries until an answer and respects Retry-After', async () => {
    const { send, options, pauses } = trial(failure(0), failure(503, 5_000), failure(429), failure(500));
    expect(await resend(send, options)).toBe('answer');
    expect(pauses).toEqual([1000, 7000, 4000, 8000]);
  });

  it('resend stops at a refusal', async () => {
    const refusal = failure(422);
    const { send, options, pauses } = trial(failure(0), refusal);
    await expect(resend(send, options)).rejects.toBe(refusal);
    expect(pauses).toEqual([1000]);
  });

  it('resend stops before a pause that ends after the deadline', async () => {
    const last = failure(503, 60_000);
    const { send, options, pauses } = trial(failure(0), last);
    await expect(resend(send, { ...options, forMs: 30_000 })).rejects.toBe(last);
    expect(pauses).toEqual([1000]);
  });

  it('an abort ends resend during and after a pause', async () => {
    for (const options of [{}, { pause: async () => undefined }]) {
      const ending = new AbortController();
      const { send } = trial(failure(503, 3_600_000), failure(0));
      const sent = resend(send, { ...options, signal: ending.signal, onWait: () => ending.abort('ended') });
      await expect(sent).rejects.toBe('ended');
    }
  });
});

describe('retry of queries', () => {
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  const goesOn = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error);

  it('a query retries three times after Retry-After, and fails if the wait is long', () => {
    expect([0, 2, 3].map((failures) => goesOn(failures, failure(503, 2_000)))).toEqual([true, true, false]);
    expect(goesOn(0, failure(429, 600_000))).toBe(false);
    expect(goesOn(0, failure(404))).toBe(false);
    const delay = typeof retryDelay === 'function' ? retryDelay(0, failure(503, 2_000)) : 0;
    expect(delay).toBeGreaterThanOrEqual(2_000);
  });
});
