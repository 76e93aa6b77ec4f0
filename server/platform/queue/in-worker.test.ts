import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PrioritySemaphore } from '../lib/priority-semaphore.ts';
import { setWorkerPriority } from './hosted-worker.ts';
import { inWorker, WorkerKilled } from './in-worker.ts';
import { workerLimits } from './limits.ts';
import { restWhile } from './worker-pool.ts';

interface Span {
  from: number;
  to: number;
}

const IMPORTS = `import { ownInput, serveTask } from ${JSON.stringify(fileURLToPath(new URL('./worker-process.ts', import.meta.url)))};`;

/**
 * Code of a test worker: computes in steps of 120 ms and returns start and end of each step by the system clock,
 * common to all processes.
 */
const STEPS = `
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

/** Code of a test worker: returns the process id and the priority after the requested amount of work. */
const KEPT_WORKER = `
import { getPriority } from 'node:os';
serveTask(async ({ isEndless = false, isGreedy = false, workMs = 0 }, progress) => {
  const held = [];
  while (isGreedy) held.push(new Array(100_000).fill(held.length));
  const until = performance.now() + workMs;
  for (let done = 0; isEndless || performance.now() < until; done += 1) progress(done, Number.POSITIVE_INFINITY);
  return { pid: process.pid, host: process.ppid, priority: getPriority() };
}, { ...ownInput, staysAfter: ({ isLast = false }) => !isLast });
`;

describe('inWorker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-steps-'));
  const script = { file: join(folder, 'steps.mjs'), execArgv: [] };
  const keptWorker = { file: join(folder, 'kept.mjs'), execArgv: [] };
  // Built once, since each of about fifteen processes would compile the sources again.
  beforeAll(async () => {
    const sources = { steps: IMPORTS + STEPS, kept: IMPORTS + KEPT_WORKER };
    for (const [name, code] of Object.entries(sources)) writeFileSync(join(folder, `${name}.ts`), code);
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: {
          input: Object.keys(sources).map((name) => join(folder, `${name}.ts`)),
          output: { entryFileNames: '[name].mjs' },
        },
      },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const work = (semaphore: ReturnType<PrioritySemaphore['bounded']>, steps: number, more = {}) =>
    inWorker<{ spans: Span[]; bytes: Uint8Array; none: unknown[] }>(
      script,
      { steps },
      { actor: null, semaphore, ...more },
    );

  it('inWorker returns bytes and lists of any length', async () => {
    const { spans, bytes, none } = await work(new PrioritySemaphore(1).bounded('waited', 0), 2);
    expect([spans.length, bytes.byteLength, bytes[299_999], none]).toEqual([2, 300_000, 7, []]);
  });

  it('a background task pauses between two steps for waited work, and then continues', {
    tags: 'slow',
  }, async () => {
    const all = new PrioritySemaphore(1);
    const [jobs, reports] = [all.bounded('background', 1), all.bounded('waited', 1)];
    let waitingReport: ReturnType<typeof work> | undefined;
    const job = await work(jobs, 12, {
      onProgress: (done: number) => {
        if (done === 2) waitingReport = work(reports, 3);
      },
    });
    const report = await waitingReport;
    const [first, last] = [report?.spans[0]?.from ?? 0, report?.spans.at(-1)?.to ?? 0];
    expect(report?.spans).toHaveLength(3);
    expect(job.spans).toHaveLength(12);
    // No overlap with the report, and the job continued afterwards.
    expect(job.spans.filter(({ from, to }) => to > first && from < last)).toEqual([]);
    expect(job.spans.filter(({ from }) => from >= last).length).toBeGreaterThan(4);
  });

  it('reuses an idle worker of its kind; replaces an aborted, spent or retired worker', async () => {
    const semaphore = new PrioritySemaphore(1).bounded('waited', 4);
    const pidOf = async (more = {}, input = {}) =>
      (await inWorker<{ pid: number }>(keptWorker, input, { actor: null, semaphore, ...more })).pid;
    const first = await pidOf();
    expect(await pidOf()).toBe(first);
    // Another memory limit makes another kind.
    expect(await pidOf({ heapMb: 64 })).not.toBe(first);
    const again = await pidOf();
    await expect(pidOf({ timeLimit: 300 }, { isEndless: true })).rejects.toMatchObject({
      code: 'overloaded',
    });
    const next = await pidOf();
    expect(next).not.toBe(again);
    await expect(pidOf({ heapMb: 64 }, { isGreedy: true })).rejects.toMatchObject({ code: 'overloaded' });
    const stop = new AbortController();
    const stopped = pidOf({ signal: stop.signal, onProgress: () => stop.abort() }, { isEndless: true });
    await expect(stopped).rejects.toThrow('aborted');
    const last = await pidOf({}, { isLast: true });
    expect(last).not.toBe(next);
    // The worker announced that this was its last job.
    expect(await pidOf()).not.toBe(last);
  });

  it('a killed worker is reported as killed, also an idle worker with a pending exit event', async () => {
    const semaphore = new PrioritySemaphore(1).bounded('waited', 4);
    const { pid } = await inWorker<{ pid: number }>(keptWorker, {}, { actor: null, semaphore });
    process.kill(pid, 'SIGKILL');
    // By now the channel is closed, and this process has not handled the event.
    const until = performance.now() + 500;
    while (performance.now() < until);
    await expect(inWorker(keptWorker, {}, { actor: null, semaphore })).rejects.toBeInstanceOf(WorkerKilled);
  });

  it('a killed host ends running tasks; the next task starts another host', async () => {
    const semaphore = new PrioritySemaphore(1).bounded('waited', 4);
    const hostNow = async () =>
      (await inWorker<{ host: number }>(keptWorker, {}, { actor: null, semaphore })).host;
    const host = await hostNow();
    expect(host).not.toBe(process.pid);
    const killIt = () => process.kill(host, 'SIGKILL');
    const endless = inWorker(keptWorker, { isEndless: true }, { actor: null, semaphore, onProgress: killIt });
    await expect(endless).rejects.toBeInstanceOf(WorkerKilled);
    expect(await hostNow()).not.toBe(host);
  });

  it.each(['host', 'pid'] as const)(
    'a stopped process (%s) ends its task, and a new process serves',
    async (whom) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const semaphore = new PrioritySemaphore(1).bounded('waited', 4);
        const ask = () => inWorker<{ host: number; pid: number }>(keptWorker, {}, { actor: null, semaphore });
        const before = await ask();
        process.kill(before[whom], 'SIGSTOP');
        const held = ask().then(
          () => 'answered',
          (error: unknown) => error,
        );
        let outcome: unknown;
        void held.then((settled) => {
          outcome = settled;
        });
        await expect
          .poll(() => {
            vi.advanceTimersByTime(5_000);
            return outcome;
          })
          .toBeInstanceOf(WorkerKilled);
        expect((await ask())[whom]).not.toBe(before[whom]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  const start = async () => {
    const semaphore = new PrioritySemaphore(1).bounded('waited', 4);
    const options = { actor: null, semaphore };
    return inWorker<{ priority: number }>(keptWorker, { isLast: true }, options);
  };

  it('a worker has the priority set at its start', async () => {
    // An idle worker of an earlier test has the earlier priority.
    await start();
    for (const priority of [workerLimits.priority, 0]) {
      setWorkerPriority(priority);
      expect(await start()).toMatchObject({ priority: Math.max(priority, getPriority()) });
    }
  });

  it('only processor time used for the current task counts', { tags: 'slow' }, async () => {
    const semaphore = new PrioritySemaphore(1).bounded('waited', 4);
    const bounds = (timeLimit: number) => ({ actor: null, semaphore, timeLimit, clockLimit: 60_000 });
    for (let i = 0; i < 4; i += 1) await inWorker(keptWorker, { workMs: 300 }, bounds(60_000));
    // The earlier tasks together used more than the limit.
    await inWorker(keptWorker, { workMs: 300 }, bounds(1_000));
  });

  it('the clock limit before the processor limit means a busy machine', async () => {
    const semaphore = new PrioritySemaphore(1).bounded('waited', 1);
    const refusals = { busy: () => new Error('busy'), spent: () => new Error('spent') };
    const endless = (bounds: { timeLimit: number; clockLimit: number }) =>
      inWorker(keptWorker, { isEndless: true }, { actor: null, semaphore, refusals, ...bounds });
    await expect(endless({ timeLimit: 60_000, clockLimit: 20 })).rejects.toThrow('busy');
    await expect(endless({ timeLimit: 20, clockLimit: 60_000 })).rejects.toThrow('spent');
  });

  it('long background work rests while a question is open', { tags: 'slow' }, async () => {
    const end = restWhile(async () => true);
    try {
      const { spans } = await work(new PrioritySemaphore(1).bounded('background', 0), 22);
      const [first, last] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
      const worked = spans.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(last - first).toBeGreaterThan(1.5 * worked);
    } finally {
      end();
    }
  });
});
