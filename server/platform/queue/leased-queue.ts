import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Lease, LeasedRows, Renewal } from './leases.repository.ts';

/** Reasons for aborting a running task: the server closes, or the task was cancelled or lost. */
const CLOSING = new Error('The server closes.');
const CALLED_OFF = new Error('The task was cancelled, or its lease was lost.');

/**
 * Task reserved and run by the process, for example a mail to send: with a signal to abort, and the renewal
 * of the lease (reservation).
 */
export interface Hold extends Lease {
  /** Signal that aborts if the server closes or another process has the task. */
  signal: AbortSignal;
  /** Milliseconds until the next attempt if this attempt fails. Undefined for the last attempt. */
  nextWait: number | undefined;
  /** Columns to write at each renewal of the reservation, for example the progress. */
  beside: object;
  /** Makes the renewal of the reservation from now. */
  renewal: () => Renewal;
  /** Renews the reservation, also within a transaction. Returns false if another process has the task. */
  renew: (db: Db) => Promise<boolean>;
}

/** Description of a kind of task for the queue. */
interface LeasedTask<Item extends Lease> {
  /** Name of the kind of task for log messages. */
  name: string;
  rows: LeasedRows;
  /** Returns the due tasks in order, with their attempts so far. */
  due: (at: number) => Promise<readonly Item[]>;
  /**
   * Reserves a task by `lease`, in a transaction of its own or another, and returns the function to run the task.
   * Null if another process has the task, or the task is no longer needed.
   */
  begin: (
    item: Item,
    lease: (db: Db) => Promise<boolean>,
  ) => Promise<((hold: Hold) => Promise<unknown>) | null>;
  /** Ends a task after too many unfinished attempts, because the task may crash processes. */
  giveUp: (hold: Hold) => Promise<unknown>;
  leaseMs: number;
  /** Milliseconds between two renewals of the reservation. A busy thread may miss several. */
  beatMs: number;
  /** Milliseconds between two checks for due tasks. Tasks queued by this process start at once. */
  lookMs: number;
  /** Most tasks running in this process at once. */
  atOnce: number;
  /** Milliseconds before the second and each further attempt. After the last attempt the task is given up. */
  waits: readonly number[];
}

/**
 * Longest random delay of a new attempt, in milliseconds, so tasks failed together are not tried again together.
 * The delay is at most a tenth of the wait.
 */
const MOST_JITTER_MS = 20_000;

/**
 * Runs the due tasks of a database table, for example queued mails. A process reserves a task by a lease
 * with an end time, so only a single process runs the task. Tasks of a dead process go to other processes
 * after the end time.
 */
export class LeasedQueue<Item extends Lease> {
  readonly #store: Store;
  readonly #log: FastifyBaseLogger;
  readonly #work: LeasedTask<Item>;
  readonly #underWay = new Map<Lease['id'], AbortController>();
  #round: Promise<void> | null = null;
  /** True if a task was queued while a round was ending: another round follows. */
  #again = false;
  /** Ends the wait of a round for running tasks, so that the round looks for due tasks. */
  #look: () => void = () => undefined;
  #isStopped = false;
  /** End of the pause of the queue, in milliseconds of a clock that never goes back. */
  #restsUntil = 0;
  #looks: NodeJS.Timeout | undefined;

  constructor({ store, log }: { store: Store; log: FastifyBaseLogger }, work: LeasedTask<Item>) {
    this.#store = store;
    this.#log = log;
    this.#work = work;
  }

  /** Looks for due tasks regularly until `stop`. */
  async start(): Promise<void> {
    // An SQLite store has a single server: existing leases belong to a dead process.
    if (this.#store.engine === 'sqlite') await this.#work.rows.endAll(this.#store.db);
    this.#looks = setInterval(() => this.nudge(), this.#work.lookMs);
    this.#looks.unref();
    this.nudge();
  }

  /** Starts due tasks soon, unless the queue pauses. */
  nudge(): void {
    if (this.#isStopped || performance.now() < this.#restsUntil) return;
    this.#again = this.#round !== null;
    this.#look();
    // The store is away for a moment; another check follows soon.
    this.run().catch((error: unknown) => this.note(error));
  }

  /** Runs all due tasks, or stops when the queue pauses. */
  run(): Promise<void> {
    this.#round ??= this.#drain().finally(() => {
      this.#round = null;
      if (!this.#again) return;
      this.#again = false;
      this.nudge();
    });
    return this.#round;
  }

  /** Pauses the queue: takes no task for some milliseconds. */
  rest(ms: number): void {
    this.#restsUntil = performance.now() + ms;
  }

  /**
   * Aborts a task running in this process at once. Another process notices at the next renewal of the reservation.
   */
  callOff(id: Lease['id']): void {
    this.#underWay.get(id)?.abort(CALLED_OFF);
  }

  /** Takes no more tasks. Waits until running tasks have ended or are released, at most `patienceMs`. */
  async stop(patienceMs?: number): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#looks);
    for (const ending of this.#underWay.values()) ending.abort(CLOSING);
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      if (patienceMs !== undefined) timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([this.#round?.catch(() => undefined), enough]);
    clearTimeout(timer);
  }

  note(error: unknown): void {
    this.#log.warn({ err: error }, this.#work.name);
  }

  async #drain(): Promise<void> {
    const underWay = new Set<Promise<void>>();
    this.#restsUntil = 0;
    try {
      for (;;) {
        const nudged = new Promise<void>((resolve) => {
          this.#look = resolve;
        });
        const isResting = this.#isStopped || this.#restsUntil > 0;
        const begun = isResting ? null : await this.#begin();
        if (begun === null && underWay.size === 0) return;
        if (begun !== null) {
          const doing: Promise<void> = begun().finally(() => underWay.delete(doing));
          underWay.add(doing);
        }
        if (underWay.size >= this.#work.atOnce) await Promise.race(underWay);
        else if (begun === null) await Promise.race([...underWay, nudged]);
      }
    } finally {
      await Promise.all(underWay);
    }
  }

  /** Reserves the next due task and returns the function to run the task. Null if no task is due. */
  async #begin(): Promise<(() => Promise<void>) | null> {
    const { rows, due, begin, giveUp, waits, leaseMs } = this.#work;
    for (const item of await due(Date.now())) {
      // A stopped task may still end in this process: a new attempt waits.
      if (this.#underWay.has(item.id)) continue;
      const lease = (db: Db) => {
        const at = Date.now();
        return rows.lease(db, item, { at, until: at + leaseMs });
      };
      const isSpent = item.attempts > waits.length;
      const work = isSpent ? (await lease(this.#store.db)) && giveUp : await begin(item, lease);
      if (work) return () => this.#do({ id: item.id, attempts: item.attempts + 1 }, work);
    }
    return null;
  }

  async #do(lease: Lease, work: (hold: Hold) => Promise<unknown>): Promise<void> {
    const { rows, waits, leaseMs, beatMs } = this.#work;
    const { db } = this.#store;
    const ending = new AbortController();
    const wait = waits[lease.attempts - 1];
    const hold: Hold = {
      ...lease,
      signal: ending.signal,
      nextWait: wait && wait + Math.random() * Math.min(wait / 10, MOST_JITTER_MS),
      beside: {},
      renewal: () => [lease, { leased_until: Date.now() + leaseMs, ...hold.beside }],
      renew: async (trx) => {
        const isMine = await rows.change(trx, ...hold.renewal());
        if (!isMine) ending.abort(CALLED_OFF);
        return isMine;
      },
    };
    this.#underWay.set(lease.id, ending);
    if (this.#isStopped) ending.abort(CLOSING);
    let isBeating = false;
    const beats = setInterval(async () => {
      if (isBeating) return;
      isBeating = true;
      // The store is away for a moment; the lease lasts many heartbeats.
      await hold.renew(db).catch((error: unknown) => this.note(error));
      isBeating = false;
    }, beatMs);
    try {
      await work(hold);
    } catch (error) {
      if (ending.signal.reason === CLOSING) await this.#giveBack(lease);
      // Not recorded in the store, since the store is away: the lease expires and the task is retried.
      else if (!ending.signal.aborted) this.note(error);
    } finally {
      clearInterval(beats);
      this.#underWay.delete(lease.id);
    }
  }

  async #giveBack(lease: Lease): Promise<void> {
    const waiting = { state: 'queued', leased_until: null };
    await this.#work.rows.change(this.#store.db, lease, waiting).catch((error: unknown) => this.note(error));
  }
}
