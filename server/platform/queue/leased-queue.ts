import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Lease, LeasedRows } from './leases.repository.ts';

/** Reasons for aborting a task. */
const CLOSING = new Error('The server closes.');
const CALLED_OFF = new Error('The work is not in these hands any more.');

/** Leased task. */
export interface Hold extends Lease {
  /** Aborted if the server closes or the lease is lost. */
  signal: AbortSignal;
  /** Milliseconds until the next attempt after a failure. Undefined for the last attempt. */
  nextWait: number | undefined;
  /** Columns written by each renewal of the lease, for example the progress. */
  beside: object;
  /** Renews the lease, also within a transaction. False if the lease is lost. */
  renew: (db: Db) => Promise<boolean>;
}

/** Kind of leased tasks. */
interface LeasedTask<Item extends Lease> {
  /** Name for the log. */
  name: string;
  rows: LeasedRows;
  /** Returns the due tasks in order, with their attempts so far. */
  due: (at: number) => Promise<readonly Item[]>;
  /**
   * Leases a task by `lease`, in a separate or another transaction, and returns the function that runs the task. Null
   * if another process has the lease, or the task is obsolete.
   */
  begin: (
    item: Item,
    lease: (db: Db) => Promise<boolean>,
  ) => Promise<((hold: Hold) => Promise<unknown>) | null>;
  /** Ends a task after too many unfinished attempts: the task may crash processes. */
  giveUp: (hold: Hold) => Promise<unknown>;
  leaseMs: number;
  /** Interval of lease renewals. A busy thread may miss several. */
  beatMs: number;
  /** Interval of checks for due tasks. Tasks queued by this process start at once. */
  lookMs: number;
  /** Maximum number of concurrent tasks in this process. */
  atOnce: number;
  /** Milliseconds until the second and each further attempt. After the last, the task is given up. */
  waits: readonly number[];
}

/** Jitter of a wait, so that tasks that failed together are not retried together: a tenth, at most this. */
const MOST_JITTER_MS = 20_000;

/**
 * Leased queue: runs the due tasks of a table. Each task is leased in the store, so only a single process runs the
 * task. The tasks of a dead process go to the others, or to the same process after a restart.
 */
export class LeasedQueue<Item extends Lease> {
  readonly #store: Store;
  readonly #log: FastifyBaseLogger;
  readonly #work: LeasedTask<Item>;
  readonly #underWay = new Map<Lease['id'], AbortController>();
  #round: Promise<void> | null = null;
  /** A task was queued while a round was ending. */
  #again = false;
  #isStopped = false;
  /** Monotonic time. */
  #restsUntil = 0;
  #looks: NodeJS.Timeout | undefined;

  constructor({ store, log }: { store: Store; log: FastifyBaseLogger }, work: LeasedTask<Item>) {
    this.#store = store;
    this.#log = log;
    this.#work = work;
  }

  /** Looks for due tasks until `stop`. */
  async start(): Promise<void> {
    // An SQLite store has a single server: existing leases belong to a dead process.
    if (this.#store.engine === 'sqlite') await this.#work.rows.endAll(this.#store.db);
    this.#looks = setInterval(() => this.nudge(), this.#work.lookMs);
    this.#looks.unref();
    this.nudge();
  }

  /** Starts due tasks soon, unless the queue rests. */
  nudge(): void {
    if (this.#isStopped || performance.now() < this.#restsUntil) return;
    this.#again = this.#round !== null;
    // The store is away for a moment; another check follows soon.
    this.run().catch((error: unknown) => this.note(error));
  }

  /** Runs all due tasks, or until the queue rests. */
  run(): Promise<void> {
    this.#round ??= this.#drain().finally(() => {
      this.#round = null;
      if (!this.#again) return;
      this.#again = false;
      this.nudge();
    });
    return this.#round;
  }

  /** Takes no task for a while. */
  rest(ms: number): void {
    this.#restsUntil = performance.now() + ms;
  }

  /** Aborts a task running here at once. Another process notices at the next heartbeat. */
  callOff(id: Lease['id']): void {
    this.#underWay.get(id)?.abort(CALLED_OFF);
  }

  /** Stops taking tasks. Waits until running tasks have ended or are released, at most for the given time. */
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
        const isResting = this.#isStopped || this.#restsUntil > 0;
        const begun = isResting ? null : await this.#begin();
        if (begun === null && underWay.size === 0) return;
        if (begun !== null) {
          const doing: Promise<void> = begun().finally(() => underWay.delete(doing));
          underWay.add(doing);
        }
        if (begun === null || underWay.size >= this.#work.atOnce) await Promise.race(underWay);
      }
    } finally {
      await Promise.all(underWay);
    }
  }

  /** Leases the next due task. Null if no task is due. */
  async #begin(): Promise<(() => Promise<void>) | null> {
    const { rows, due, begin, giveUp, waits, leaseMs } = this.#work;
    for (const item of await due(Date.now())) {
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
      renew: async (trx) => {
        const isMine = await rows.change(trx, lease, { leased_until: Date.now() + leaseMs, ...hold.beside });
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
