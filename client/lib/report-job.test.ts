import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchJob } from './report-job.ts';

/** Stubs fetch with the given answers in turn. Returns the list of requests. */
function serverOf(...answers: (() => Response)[]): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    calls.push(`${method} ${url.replace('/SCAF/api/reports/jobs', '')}`);
    return answers.shift()?.() ?? new Response(null, { status: 204 });
  });
  return calls;
}

const failed = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ statusCode: status, code: 'x', message: 'x' }, { status, headers });
const job = (state: string) => Response.json({ state, done: 0, total: 1, problem: null });
const file = () =>
  new Response('x', { headers: { 'Content-Disposition': "attachment; filename*=UTF-8''a.pdf" } });

const follow = (signal: AbortSignal) =>
  fetchJob(async () => ({ jobId: '7' }), { signal, onProgress: () => undefined });

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('waiting for a report', () => {
  it('fetchJob survives an absent or busy server while the report is made and fetched', async () => {
    const calls = serverOf(
      () => failed(503, { 'Retry-After': '10' }),
      () => failed(429),
      () => job('running'),
      () => Response.error(),
      () => job('done'),
      () => failed(500),
      file,
    );
    const fetched = follow(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toEqual(['GET /7']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await fetched).toMatchObject({ name: 'a.pdf' });
    expect(calls).toHaveLength(7);
  });

  it('fetchJob gives up after two minutes, and at once on a refusal', async () => {
    for (const status of [503, 404]) {
      const calls = serverOf(...new Array<() => Response>(1_000).fill(() => failed(status)));
      const fetched = follow(new AbortController().signal).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(130_000);
      expect(await fetched).toMatchObject({ status });
      // 120 s hold at least 15 pauses of at most 8 s.
      if (status === 503) expect(calls.length).toBeGreaterThan(15);
      else expect(calls).toHaveLength(1);
    }
  });

  it('an abort during a pause cancels the report', async () => {
    const calls = serverOf(() => failed(503, { 'Retry-After': '100' }));
    const ending = new AbortController();
    const fetched = follow(ending.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    ending.abort('ended');
    expect(await fetched).toBe('ended');
    expect(calls).toEqual(['GET /7', 'DELETE /7']);
  });
});
