import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Store } from '../db/connect.ts';
import { StoreFault } from '../db/store-fault.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';
import { Problem } from '../http/problem.ts';
import { WorkerKilled } from './in-worker.ts';
import { dropJobFile, writeJobFile } from './job-file.repository.ts';
import type { JobTable } from './job-handler.ts';
import {
  type DueJob,
  deleteJob,
  dueJobs,
  endDone,
  endFailed,
  expiredJobs,
  jobRows,
  putJobOff,
} from './jobs.repository.ts';
import { type Hold, LeasedQueue } from './leased-queue.ts';
import type { Lease } from './leases.repository.ts';
import { workerLimits } from './limits.ts';
import { makeReportFile } from './run-in-worker.ts';
import type { ReportTask, Task } from './tasks.ts';
import { background } from './worker-pool.ts';

/** How long a finished file is kept, and the word of one that was not finished. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
const SWEEP_MS = 60 * 60 * 1000;

/** Makes the reports that were asked for in the background, and does other jobs, one at a time. */
export class JobRunner {
  readonly #store: Store;
  readonly #handlers: JobTable;
  readonly #queue: LeasedQueue<DueJob>;
  #sweeps: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param of.handlers those of every feature; a task without one is a report */
  constructor(of: { store: Store; log: FastifyBaseLogger; handlers: JobTable }) {
    this.#store = of.store;
    this.#handlers = of.handlers;
    const { db } = of.store;
    this.#queue = new LeasedQueue<DueJob>(of, {
      name: 'report job',
      rows: jobRows,
      due: (at) => dueJobs(db, at),
      begin: async ({ task }, lease) =>
        (await lease(db)) ? (hold) => this.#do(hold, JSON.parse(task)) : null,
      giveUp: (hold) => this.#fail(hold, 'internal'),
      // Many beats: a process that was merely busy keeps its job. A cancel at another process is seen by a beat.
      leaseMs: 15_000,
      beatMs: 1_000,
      lookMs: 2_000,
      atOnce: 1,
      // A job that takes down processes is not tried for ever; a store that is away may be back.
      waits: [1_000, 2_000, 4_000, 8_000],
    });
  }

  /** Looks for jobs from now on, and drops files whose day is over, until `stop`. */
  async start(): Promise<void> {
    const sweep = () => void this.sweep().catch((error: unknown) => this.#queue.note(error));
    this.#sweeps = setInterval(sweep, SWEEP_MS);
    this.#sweeps.unref();
    sweep();
    await this.#queue.start();
  }

  /** Begins what waits, soon. */
  nudge(): void {
    this.#queue.nudge();
  }

  /** Ends a job that is made here, now; one of another process is ended by that one's next beat. */
  callOff(jobId: string): void {
    this.#queue.callOff(jobId);
  }

  /** Takes nothing more; what is under way is given back, and made by another process or after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeps);
    await this.#queue.stop();
  }

  /** Drops files and words whose day is over. Several processes may do so at once. */
  async sweep(): Promise<void> {
    const { db } = this.#store;
    for (;;) {
      const expired = await expiredJobs(db, Date.now());
      for (const jobId of expired) {
        await dropJobFile(db, jobId);
        await deleteJob(db, jobId);
      }
      if (expired.length === 0 || this.#isStopped) return;
    }
  }

  async #do(hold: Hold, task: Task): Promise<void> {
    // How far an attempt before this one came is not told any more.
    hold.beside = { done: 0, total: 0 };
    try {
      await this.#keep(hold, await this.#make(hold, task));
    } catch (error) {
      if (hold.signal.aborted) throw error;
      const isPassingFault = isPassing(error);
      if (isPassingFault || !(error instanceof Problem)) this.#queue.note(error);
      if (isPassingFault && hold.nextWait !== undefined) {
        await putJobOff(this.#store.db, hold, Math.round(Date.now() + hold.nextWait));
      } else await this.#fail(hold, error instanceof Problem && !isPassingFault ? error.code : 'internal');
    }
  }

  #make(hold: Hold, task: Task): Promise<FileInPieces> {
    const options = {
      signal: hold.signal,
      timeLimit: workerLimits.jobMilliseconds,
      onProgress: (done: number, total: number) => {
        hold.beside = { done, total };
      },
      turns: background,
    };
    const handle = this.#handlers[task.kind];
    if (handle === undefined) return makeReportFile(this.#store.address, task as ReportTask, options);
    return handle(task, {
      ...options,
      assertOwn: async (trx) => {
        if (!(await hold.renew(trx))) throw hold.signal.reason;
      },
    });
  }

  /** Stores the file, unless the job was called off meanwhile: then nothing more is written, and who did clears it. */
  async #keep(hold: Hold, { name, mediaType, pieces }: FileInPieces): Promise<void> {
    const { db } = this.#store;
    if (!(await writeJobFile(db, String(hold.id), pieces, hold))) return;
    const at = Date.now();
    await endDone(db, hold, { name, mediaType, at, keptUntil: at + KEPT_MS });
  }

  async #fail(lease: Lease, problem: ErrorCode): Promise<void> {
    const at = Date.now();
    await endFailed(this.#store.db, lease, { problem, at, keptUntil: at + KEPT_MS });
  }
}

/** What says nothing of the report itself: its worker was killed, or the store was away. It is tried again. */
const isPassing = (error: unknown): boolean =>
  error instanceof WorkerKilled ||
  error instanceof StoreFault ||
  (error instanceof Problem && error.code === 'storeUnavailable');
