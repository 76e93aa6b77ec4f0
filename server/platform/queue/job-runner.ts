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

/**
 * Milliseconds from the end of a background job until the file or the failure message is deleted: a day.
 */
export const KEPT_MS = 24 * 60 * 60 * 1000;
const JOB_SWEEP_MS = 60 * 60 * 1000;

/** Runs the queued background jobs (mostly reports) of a server process, a single job at a time. */
export class JobRunner {
  readonly #store: Store;
  readonly #handlers: JobTable;
  readonly #queue: LeasedQueue<DueJob>;
  #sweeps: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param of.handlers functions of all features to run jobs; a task without a function is a report */
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
      // A lease of many heartbeats: a busy process keeps the job. A cancel by another process is noticed at a
      // heartbeat.
      leaseMs: 15_000,
      beatMs: 1_000,
      lookMs: 2_000,
      atOnce: 1,
      // Few attempts: a job may crash processes. Growing waits: an absent store may return.
      waits: [1_000, 2_000, 4_000, 8_000],
    });
  }

  /** Looks for jobs and deletes expired files until `stop`. */
  async start(): Promise<void> {
    const sweep = () => void this.sweep().catch((error: unknown) => this.#queue.note(error));
    this.#sweeps = setInterval(sweep, JOB_SWEEP_MS);
    this.#sweeps.unref();
    sweep();
    await this.#queue.start();
  }

  /** Starts waiting jobs soon, for example after a new job was queued. */
  nudge(): void {
    this.#queue.nudge();
  }

  /**
   * Aborts a cancelled job running in this process at once. Another process notices at the next renewal of the
   * reservation.
   */
  callOff(jobId: string): void {
    this.#queue.callOff(jobId);
  }

  /** Takes no more jobs. Releases a running job for another process or the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeps);
    await this.#queue.stop();
  }

  /** Deletes expired files and failure messages. Safe in several processes at once. */
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
    // Resets the progress of an earlier attempt.
    hold.beside = { done: 0, total: 0 };
    try {
      await this.#keep(hold, await this.#make(hold, task));
    } catch (error) {
      if (hold.signal.aborted) throw error;
      const isPassingFault = isPassing(error);
      if (isPassingFault || !(error instanceof Problem)) this.#queue.note(error);
      if (isPassingFault && hold.nextWait !== undefined) {
        await putJobOff(this.#store.db, hold, Math.round(Date.now() + hold.nextWait));
      } else await this.#fail(hold, jobProblemOf(error));
    }
  }

  #make(hold: Hold, task: Task): Promise<FileInPieces> {
    const options = {
      actor: null,
      signal: hold.signal,
      timeLimit: workerLimits.jobMilliseconds,
      onProgress: (done: number, total: number) => {
        hold.beside = { done, total };
      },
      semaphore: background,
    };
    const handle = this.#handlers[task.kind];
    if (handle === undefined) return makeReportFile(this.#store.address, task as ReportTask, options);
    return handle(task, {
      ...options,
      renewal: hold.renewal,
      assertOwn: async () => {
        if (!(await hold.renew(this.#store.db))) throw hold.signal.reason;
      },
    });
  }

  /** Stores the file of a job, unless the job was cancelled meanwhile: the canceller then deletes the pieces. */
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

/**
 * True for a failure independent of the report: a killed worker, or a database not available. The job is tried
 * again.
 */
const isPassing = (error: unknown): boolean =>
  error instanceof WorkerKilled ||
  error instanceof StoreFault ||
  (error instanceof Problem && error.code === 'storeUnavailable');

/** Returns the code of a failed job: the code of the same failure in a request. */
function jobProblemOf(error: unknown): ErrorCode {
  if (error instanceof Problem) return error.code;
  return error instanceof StoreFault ? 'storeUnavailable' : 'internal';
}
