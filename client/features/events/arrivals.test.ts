import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../lib/session.store.ts';
import { arrive, useArrivals } from './arrivals.ts';

type Headers = Record<string, string>;

/**
 * Stubs fetch: answers with the given HTTP statuses in turn, then with the arrival of a participant. Returns the
 * list of sent requests.
 */
function serverOf(...statuses: number[]): string[] {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    sent.push(`${url.split('/').at(-2)} ${headers['Idempotency-Key']}`);
    const status = statuses.shift();
    if (status === 0) throw new TypeError('Failed to fetch');
    if (status === undefined) {
      return Response.json({ participantId: '1', name: 'Ana', checkedInAt: new Date().toISOString() });
    }
    const code = status === 404 ? 'participantNotFound' : 'x';
    return Response.json({ statusCode: status, code, message: 'x' }, { status });
  });
  return sent;
}

beforeEach(() => {
  vi.useFakeTimers();
  // Middle of each pause.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  endSession();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('arrivals at an event', () => {
  it('an arrival is resent with the same key until answered, and the next waits', async () => {
    const sent = serverOf(0, 408, 429, 500, 503);
    arrive(1, 'a');
    arrive(1, 'b');
    await vi.advanceTimersByTimeAsync(0);
    expect(useArrivals.getState()).toMatchObject({ isStuck: true, waiting: 2, last: null });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(7);
    expect(new Set(sent.slice(0, 6)).size).toBe(1);
    expect(sent.map((one) => one[0]).join('')).toBe('aaaaaab');
    expect(useArrivals.getState()).toMatchObject({ isStuck: false, waiting: 0 });
    expect(useArrivals.getState().last).toMatchObject({ outcome: 'registered' });
  });

  it('a refused arrival is reported at once', async () => {
    const sent = serverOf(404, 422);
    arrive(1, 'a');
    await vi.advanceTimersByTimeAsync(0);
    expect(useArrivals.getState().last).toMatchObject({ outcome: 'unknown', typed: 'a' });
    arrive(1, 'b');
    await vi.advanceTimersByTimeAsync(0);
    expect(useArrivals.getState().last).toMatchObject({ outcome: 'failed', typed: 'b' });
    expect(sent).toHaveLength(2);
  });

  it('arrivals end with the session, and the next session sends again', async () => {
    const sent = serverOf(503);
    arrive(1, 'a');
    await vi.advanceTimersByTimeAsync(0);
    endSession();
    arrive(1, 'b');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.map((one) => one[0])).toEqual(['a', 'b']);
    expect(useArrivals.getState()).toMatchObject({ waiting: 0, isStuck: false });
  });
});
