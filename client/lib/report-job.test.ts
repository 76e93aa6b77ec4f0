import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchJob } from './report-job.ts';

/** Answers one request after the other with these, and keeps what was asked for. */
function serverOf(...answers: (() => Response)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${url.replace('/SCAF/api/reports/jobs', '')}`);
    return answers.shift()?.() ?? new Response(null, { status: 204 });
  });
  return asked;
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

describe('a report that is waited for', () => {
  it('outlasts a server that is away or busy, while it is made and when it is fetched', async () => {
    const asked = serverOf(
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
    expect(asked).toEqual(['GET /7']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await fetched).toMatchObject({ name: 'a.pdf' });
    expect(asked).toHaveLength(7);
  });

  it('is given up after two minutes, and at once where it is refused', async () => {
    for (const status of [503, 404]) {
      const asked = serverOf(...new Array<() => Response>(1_000).fill(() => failed(status)));
      const fetched = follow(new AbortController().signal).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(130_000);
      expect(await fetched).toMatchObject({ status });
      // 120 s hold at least 15 pauses of at most 8 s.
      if (status === 503) expect(asked.length).toBeGreaterThan(15);
      else expect(asked).toHaveLength(1);
    }
  });

  it('is called off in the middle of a pause', async () => {
    const asked = serverOf(() => failed(503, { 'Retry-After': '100' }));
    const ending = new AbortController();
    const fetched = follow(ending.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    ending.abort('ended');
    expect(await fetched).toBe('ended');
    expect(asked).toEqual(['GET /7', 'DELETE /7']);
  });
});
