import type { FastifyBaseLogger } from 'fastify';
import type { FileAnswer } from '../../../shared/api.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import { StoreFault } from '../db/store-fault.ts';
import { Problem } from '../http/problem.ts';
import { WorkerKilled } from './in-worker.ts';
import { dropJobFile, writeJobFile } from './job-file.repository.ts';
import type { JobTable } from './job-handler.ts';
import {
  deleteJob,
  dueJobs,
  endDone,
  endFailed,
  expiredJobs,
  giveJobBack,
  type Lease,
  leaseJob,
  noteProgress,
  putJobOff,
} from './jobs.repository.ts';
import { workerLimits } from './limits.ts';
import { makeReport } from './run-in-worker.ts';
import type { ReportTask, Task } from './tasks.ts';
import { workerLine } from './worker-pool.ts';

/** How long a finished file is kept, and the word of one that was not finished. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** How often a job's progress is written, and a cancel at another process is seen. */
const BEAT_MS = 1000;
/** Many beats: a process that was merely busy keeps its job. */
const LEASE_MS = 15 * 1000;
/** How often jobs of other processes, and of those that died, are looked for; what is asked here begins at once. */
const LOOK_MS = 2000;
const SWEEP_MS = 60 * 60 * 1000;
/** A job that took down as many processes is not tried again. */
const MOST_ATTEMPTS = 5;
/** Until the second attempt; twice as long until each of the next, so that whatever stood in its way may pass. */
const BACKOFF_MS = 1000;

/** Why a job under way ends before its report is made. */
const CLOSING = new Error('The server closes.');
const CALLED_OFF = new Error('The job is not in these hands any more.');

interface Running extends Lease {
  ended: AbortController;
  done: number;
  total: number;
  /** A beat is being written. */
  beating: boolean;
}

/**
 * Makes the reports that were asked for in the background, one at a time, and begins none while somebody's request
 * waits for a worker. Each is leased in the store, so that of several processes one makes it, and one that dies leaves it to the
 * others, or to itself when it is started again.
 */
export class JobRunner {
  readonly #store: Store;
  readonly #log: FastifyBaseLogger;
  readonly #handlers: JobTable;
  /** One more may wait: the next one, while the worker of a cancelled one ends. */
  readonly #turns = workerLine('background', 1);
  #running: Running | null = null;
  #round: Promise<void> | null = null;
  /** Something was asked for while a round was ending. */
  #again = false;
  #stopped = false;
  #timers: NodeJS.Timeout[] = [];

  /** @param of.handlers those of every feature; a task without one is a report */
  constructor(of: { store: Store; log: FastifyBaseLogger; handlers: JobTable }) {
    this.#store = of.store;
    this.#log = of.log;
    this.#handlers = of.handlers;
  }

  /** Looks for jobs from now on, and drops files whose day is over, until `stop`. */
  start(): void {
    const sweep = () => void this.sweep().catch((error: unknown) => this.#note(error));
    this.#timers = [setInterval(() => this.nudge(), LOOK_MS), setInterval(sweep, SWEEP_MS)];
    for (const timer of this.#timers) timer.unref();
    sweep();
    this.nudge();
  }

  /** Begins what waits, soon. */
  nudge(): void {
    if (this.#stopped) return;
    this.#again = this.#round !== null;
    this.#round ??= this.#work()
      // The store is away for a moment; there is another look soon.
      .catch((error: unknown) => this.#note(error))
      .finally(() => {
        this.#round = null;
        if (!this.#again) return;
        this.#again = false;
        this.nudge();
      });
  }

  /** Ends a job that is made here, now; one of another process is ended by that one's next beat. */
  callOff(jobId: string): void {
    if (this.#running?.jobId === jobId) this.#running.ended.abort(CALLED_OFF);
  }

  /** Takes nothing more; what is under way is given back, and made by another process or after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#running?.ended.abort(CLOSING);
    await this.#round;
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
      if (expired.length === 0 || this.#stopped) return;
    }
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const job = await this.#take();
      if (job === null) return;
      await this.#do(job, JSON.parse(job.task));
    }
  }

  async #take(): Promise<(Lease & { task: string }) | null> {
    const { db } = this.#store;
    for (const due of await dueJobs(db, Date.now())) {
      const at = Date.now();
      if (!(await leaseJob(db, due, { at, until: at + LEASE_MS }))) continue;
      const job = { ...due, attempt: due.attempt + 1 };
      if (job.attempt <= MOST_ATTEMPTS) return job;
      await this.#fail(job, 'internal');
    }
    return null;
  }

  async #do(lease: Lease, task: Task): Promise<void> {
    const { db } = this.#store;
    const job: Running = { ...lease, ended: new AbortController(), done: 0, total: 0, beating: false };
    this.#running = job;
    const beats = setInterval(() => void this.#beat(job), BEAT_MS);
    try {
      await this.#keep(job, await this.#make(job, task));
    } catch (error) {
      if (job.ended.signal.reason === CLOSING) await giveJobBack(db, job);
      else if (job.ended.signal.aborted) return;
      else if (isPassing(error)) {
        this.#note(error);
        await putJobOff(db, job, Date.now() + BACKOFF_MS * 2 ** (job.attempt - 1));
      } else {
        if (!(error instanceof Problem)) this.#note(error);
        await this.#fail(job, error instanceof Problem ? error.code : 'internal');
      }
    } finally {
      clearInterval(beats);
      this.#running = null;
    }
  }

  #make(job: Running, task: Task): Promise<FileAnswer> {
    const options = {
      signal: job.ended.signal,
      timeLimit: workerLimits.jobMilliseconds,
      onProgress: (done: number, total: number) => Object.assign(job, { done, total }),
      turns: this.#turns,
    };
    const handle = this.#handlers[task.kind];
    if (handle === undefined) return makeReport(this.#store.address, task as ReportTask, options);
    const assertOwn = async (trx: Db): Promise<void> => {
      if (await this.#renew(trx, job)) return;
      job.ended.abort(CALLED_OFF);
      throw CALLED_OFF;
    };
    return handle(task, { ...options, assertOwn });
  }

  /** Stores the file, unless the job was called off meanwhile: then nothing more is written, and who did clears it. */
  async #keep(job: Running, { name, mediaType, bytes }: FileAnswer): Promise<void> {
    const { db } = this.#store;
    const renew = (trx: Db) => this.#renew(trx, job);
    if (!(await writeJobFile(db, job.jobId, bytes, { renew, signal: job.ended.signal }))) return;
    const at = Date.now();
    await endDone(db, job, { name, mediaType, at, keptUntil: at + KEPT_MS });
  }

  #renew(db: Db, job: Running): Promise<boolean> {
    const { done, total } = job;
    return noteProgress(db, job, { done, total, until: Date.now() + LEASE_MS });
  }

  async #beat(job: Running): Promise<void> {
    if (job.beating) return;
    job.beating = true;
    try {
      if (!(await this.#renew(this.#store.db, job))) job.ended.abort(CALLED_OFF);
    } catch (error) {
      // The store is away for a moment; the lease outlasts many beats.
      this.#note(error);
    } finally {
      job.beating = false;
    }
  }

  async #fail(lease: Lease, problem: ErrorCode): Promise<void> {
    const at = Date.now();
    await endFailed(this.#store.db, lease, { problem, at, keptUntil: at + KEPT_MS });
  }

  #note(error: unknown): void {
    this.#log.warn({ err: error }, 'report job');
  }
}

/** What says nothing of the report itself: its worker was killed, or the store was away. It is tried again. */
const isPassing = (error: unknown): boolean =>
  error instanceof WorkerKilled ||
  error instanceof StoreFault ||
  (error instanceof Problem && error.code === 'storeUnavailable');
