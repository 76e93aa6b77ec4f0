import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { queryClient } from './query.ts';
import { backoffMs, isWorthResending, resend } from './resend.ts';

const failure = (status: number, retryAfterMs: number | null = null) =>
  new ApiError(status, 'x', 'x', undefined, retryAfterMs);

/** A clock that moves by pauses alone, and a request that fails with these and then succeeds. */
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

describe('what is worth sending again', () => {
  it.each([0, 408, 425, 429, 500, 501, 502, 503, 504, 507])('%i is', (status) => {
    expect(isWorthResending(failure(status))).toBe(true);
  });

  it.each([400, 401, 403, 404, 409, 410, 413, 422, 426])('%i is not', (status) => {
    expect(isWorthResending(failure(status))).toBe(false);
  });

  it('an answer that could not be read is', () => {
    expect(isWorthResending(new TypeError('null'))).toBe(true);
  });
});

describe('the backoff', () => {
  it('doubles up to eight seconds', () => {
    expect([0, 1, 2, 3, 4, 40].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
      1000, 2000, 4000, 8000, 8000, 8000,
    ]);
  });

  it('is any moment of its pause', () => {
    expect([0, 0.25, 0.5].map((moment) => backoffMs(2, () => moment))).toEqual([0, 1000, 2000]);
  });
});

describe('sending again', () => {
  it('goes on until there is an answer, and leaves the server alone for as long as it asks', async () => {
    const { send, options, pauses } = trial(failure(0), failure(503, 5_000), failure(429), failure(500));
    expect(await resend(send, options)).toBe('answer');
    expect(pauses).toEqual([1000, 7000, 4000, 8000]);
  });

  it('ends with a refusal', async () => {
    const refusal = failure(422);
    const { send, options, pauses } = trial(failure(0), refusal);
    await expect(resend(send, options)).rejects.toBe(refusal);
    expect(pauses).toEqual([1000]);
  });

  it('ends before a pause that would take too long', async () => {
    const last = failure(503, 60_000);
    const { send, options, pauses } = trial(failure(0), last);
    await expect(resend(send, { ...options, forMs: 30_000 })).rejects.toBe(last);
    expect(pauses).toEqual([1000]);
  });

  it('ends by its signal, in a pause and after one', async () => {
    for (const options of [{}, { pause: async () => undefined }]) {
      const ending = new AbortController();
      const { send } = trial(failure(503, 3_600_000), failure(0));
      const sent = resend(send, { ...options, signal: ending.signal, onWait: () => ending.abort('ended') });
      await expect(sent).rejects.toBe('ended');
    }
  });
});

describe('a query', () => {
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  const goesOn = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error);

  it('is asked again three times, later where the server says so, and not where that is long', () => {
    expect([0, 2, 3].map((failures) => goesOn(failures, failure(503, 2_000)))).toEqual([true, true, false]);
    expect(goesOn(0, failure(429, 600_000))).toBe(false);
    expect(goesOn(0, failure(404))).toBe(false);
    const delay = typeof retryDelay === 'function' ? retryDelay(0, failure(503, 2_000)) : 0;
    expect(delay).toBeGreaterThanOrEqual(2_000);
  });
});
