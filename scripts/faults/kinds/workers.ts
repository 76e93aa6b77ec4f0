import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { buildUrl, toApiError } from '../../../client/lib/api.ts';
import { resend } from '../../../client/lib/resend.ts';
import type { Random } from '../../../server/testing/random.ts';
import { getJob, getJobFile, startJob } from '../../../shared/reports/jobs.api.ts';
import { Caller } from '../caller.ts';
import { everywhere, type Fault } from '../fault.ts';
import { hasProc, workersOf } from '../ground/processes.ts';
import type { Ground } from '../ground.ts';

/** Number of kills of the worker process during a report. A report is tried five times. */
const KILLS = 3;
const LOOK_MS = 10;
/** Maximum wait in ms for a report: lowest priority on a busy machine, restarted after each kill. */
const PATIENCE_MS = 600_000;

/** A report made by a worker process in the background. */
class Report {
  readonly #ground: Ground;
  readonly #caller: Caller;
  readonly #as: { token: string };
  #jobId = '';

  constructor(ground: Ground, random: Random) {
    const { balancer, prepared } = ground;
    this.#ground = ground;
    const never = new AbortController().signal;
    this.#caller = new Caller(() => balancer.url, random.fork(), never);
    this.#as = { token: random.pick(prepared.halls).operator };
  }

  async ask(): Promise<void> {
    const hall = this.#ground.prepared.halls.find(({ operator }) => operator === this.#as.token);
    const body = { path: `/reports/assistance/${hall?.jointId}` };
    this.#jobId = (await this.#caller.ask(startJob, { body }, this.#as))?.jobId ?? '';
  }

  /** Waits for the report and reads the file. @throws Error if the report failed, or if the file is no report */
  async made(): Promise<void> {
    const input = { params: { jobId: this.#jobId } };
    const deadline = performance.now() + PATIENCE_MS;
    for (let state = ''; state !== 'done'; ) {
      if (performance.now() > deadline)
        throw new Error(`A report is ${state} after ${PATIENCE_MS / 1000} s.`);
      await pause(LOOK_MS * 10);
      const job = await this.#caller.ask(getJob, input, this.#as);
      state = job?.state ?? '';
      if (state === 'failed') throw new Error(`A report failed: ${job?.problem}. ${this.#log()}`);
    }
    const file = await this.#file();
    if (!file.startsWith('%PDF-')) throw new Error('The report is not a PDF.');
  }

  /** Returns the entries about failed attempts in the logs of all servers. */
  #log(): string {
    const lines = this.#ground.servers.flatMap(({ output }) => output.split('\n'));
    return lines.filter((line) => line.includes('report job')).join('\n');
  }

  /** Returns the beginning of the file, as text. */
  async #file(): Promise<string> {
    const path = buildUrl(getJobFile.path, { jobId: this.#jobId });
    const headers = { authorization: `Bearer ${this.#as.token}` };
    const read = async () => {
      const response = await fetch(this.#ground.balancer.url + path, { headers });
      if (!response.ok) throw toApiError(response.status, null);
      return (await response.text()).slice(0, 16);
    };
    return resend(read, { signal: AbortSignal.timeout(PATIENCE_MS) });
  }
}

/**
 * Kills idle workers, so every worker seen later is making a report. Waits until the helper processes have noticed:
 * a dead worker would otherwise count as idle, and cost an attempt.
 */
async function endReady(ground: Ground): Promise<void> {
  const idle = workersOf(ground);
  for (const { pid } of idle) process.kill(pid, 'SIGKILL');
  while (idle.some(({ pid }) => existsSync(`/proc/${pid}`))) await pause(LOOK_MS);
}

/**
 * Having a setup, even an empty one, gives the fault separate servers: a report takes as long as many other faults
 * together.
 */
const setup = () => ({});

/** Fault runs with report workers killed during the work. The report must be completed anyway. */
export const workers: readonly Fault[] = hasProc
  ? [
      {
        name: 'report worker killed, 3 ×',
        on: everywhere,
        inTests: [],
        inLong: ['sqlite'],
        times: 2,
        setup,
        inject: async (ground, random) => {
          const report = new Report(ground, random);
          await endReady(ground);
          await report.ask();
          const killed = new Set<number>();
          const made = report.made();
          // The rejection is handled below.
          made.catch(() => undefined);
          for (let isOver = false; killed.size < KILLS && !isOver; await pause(LOOK_MS)) {
            for (const { pid } of workersOf(ground).filter((worker) => !killed.has(worker.pid))) {
              process.kill(pid, 'SIGKILL');
              killed.add(pid);
            }
            isOver = await Promise.race([made.then(() => true), pause(0, false)]);
          }
          await made;
          ground.remarks.push(`${killed.size} workers killed, the report was made`);
        },
      },
      {
        name: 'killed during a report',
        on: ['sqlite', 'postgres3'],
        inTests: [],
        times: 2,
        setup,
        inject: async (ground, random) => {
          const report = new Report(ground, random);
          await endReady(ground);
          await report.ask();
          while (workersOf(ground).length === 0) await pause(LOOK_MS);
          for (const server of ground.servers) {
            await server.kill('SIGKILL');
            await server.isBack();
          }
          await report.made();
          ground.remarks.push('the report was made');
        },
      },
    ]
  : [];
