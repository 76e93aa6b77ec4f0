import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PrioritySemaphore } from '../lib/priority-semaphore.ts';
import { workerScript } from '../lib/worker-file.ts';
import { inWorker } from './in-worker.ts';
import { restWhile } from './worker-pool.ts';

interface Span {
  from: number;
  to: number;
}

/** Computes in steps of 120 ms, and tells when each began and ended, by the wall clock that processes share. */
const STEPS = `
import { serveTask } from ${JSON.stringify(new URL('./worker-process.ts', import.meta.url).href)};
serveTask(async ({ steps }, progress) => {
  const spans = [];
  for (let done = 0; done < steps; done += 1) {
    progress(done, steps);
    const from = Date.now();
    while (Date.now() < from + 120);
    spans.push({ from, to: Date.now() });
  }
  return { spans, bytes: new Uint8Array(300_000).fill(7), none: [] };
});
`;

describe('work in workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-steps-'));
  const script = { ...workerScript('./in-worker', import.meta.url), file: join(folder, 'steps.ts') };
  // Its source alone: no build has it.
  script.execArgv = ['--import', import.meta.resolve('tsx')];
  beforeAll(() => writeFileSync(script.file, STEPS));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const work = (turns: ReturnType<PrioritySemaphore['line']>, steps: number, more = {}) =>
    inWorker<{ spans: Span[]; bytes: Uint8Array; none: unknown[] }>(script, { steps }, { turns, ...more });

  it('answers with bytes and lists of any length', async () => {
    const { spans, bytes, none } = await work(new PrioritySemaphore(1).line('waited', 0), 2);
    expect([spans.length, bytes.byteLength, bytes[299_999], none]).toEqual([2, 300_000, 7, []]);
  });

  it('gives way between two steps to what somebody waits for, and then goes on', async () => {
    const semaphore = new PrioritySemaphore(1);
    const [jobs, reports] = [semaphore.line('background', 1), semaphore.line('waited', 1)];
    let asked: ReturnType<typeof work> | undefined;
    const job = await work(jobs, 12, {
      onProgress: (done: number) => {
        if (done === 2) asked = work(reports, 3);
      },
    });
    const report = await asked;
    const [first, last] = [report?.spans[0]?.from ?? 0, report?.spans.at(-1)?.to ?? 0];
    expect(report?.spans).toHaveLength(3);
    expect(job.spans).toHaveLength(12);
    // Not beside it, and the job was not ended by it.
    expect(job.spans.filter(({ from, to }) => to > first && from < last)).toEqual([]);
    expect(job.spans.filter(({ from }) => from >= last).length).toBeGreaterThan(4);
  });

  it('rests in the background while a question is open, once it takes longer', async () => {
    const end = restWhile(async () => true);
    try {
      const { spans } = await work(new PrioritySemaphore(1).line('background', 0), 22);
      const [first, last] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
      const worked = spans.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(last - first).toBeGreaterThan(1.5 * worked);
    } finally {
      end();
    }
  });
});
