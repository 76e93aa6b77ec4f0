import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Lease, LeasedRows } from './leases.repository.ts';

/** Why a piece of work ends before it is done. */
const CLOSING = new Error('The server closes.');
const CALLED_OFF = new Error('The work is not in these hands any more.');

/** A piece of work in one's hands. */
export interface Hold extends Lease {
  /** Aborted when the server closes, or when the piece is another's. */
  signal: AbortSignal;
  /** Milliseconds until the next attempt, should this one fail; undefined where it is the last. */
  nextWait: number | undefined;
  /** Columns that every renewal of the lease writes, as how far the work is. */
  beside: object;
  /** Renews the lease, now or in a transaction; false where the piece is not in one's hands any more. */
  renew: (db: Db) => Promise<boolean>;
}

/** What is done under lease. */
interface LeasedWork<Item extends Lease> {
  /** For the log. */
  name: string;
  rows: LeasedRows;
  /** The pieces that may be taken, with the attempts begun before, those that go first first. */
  due: (at: number) => Promise<readonly Item[]>;
  /**
   * Leases a piece by `lease`, in a transaction of its own or in another's, and tells how it is done; null where
   * another process has it, or there is nothing to do any more.
   */
  begin: (
    item: Item,
    lease: (db: Db) => Promise<boolean>,
  ) => Promise<((hold: Hold) => Promise<unknown>) | null>;
  /** Ends a piece that was begun as often as it may be and never ended: it may take processes down. */
  giveUp: (hold: Hold) => Promise<unknown>;
  leaseMs: number;
  /** How often a lease is renewed: a busy thread may miss some. */
  beatMs: number;
  /** How often due pieces are looked for; what is queued by this process begins at once. */
  lookMs: number;
  /** Pieces done at once by this process. */
  atOnce: number;
  /** Milliseconds until the second attempt and each of the next; after the last one a piece is given up. */
  waits: readonly number[];
}

/** Added to a wait, so that what failed together is not tried together: a tenth of it, and at most this. */
const MOST_JITTER_MS = 20_000;

/**
 * Leased queue: does the due pieces of work of a table. Each is leased in the store, so that of several processes one
 * does it, and one that dies leaves it to the others, or to itself when it is started again.
 */
export class LeasedQueue<Item extends Lease> {
  readonly #store: Store;
  readonly #log: FastifyBaseLogger;
  readonly #work: LeasedWork<Item>;
  readonly #underWay = new Map<Lease['id'], AbortController>();
  #round: Promise<void> | null = null;
  /** Something was queued while a round was ending. */
  #again = false;
  #isStopped = false;
  /** By the monotonic clock. */
  #restsUntil = 0;
  #looks: NodeJS.Timeout | undefined;

  constructor({ store, log }: { store: Store; log: FastifyBaseLogger }, work: LeasedWork<Item>) {
    this.#store = store;
    this.#log = log;
    this.#work = work;
  }

  /** Looks for due pieces from now on, until `stop`. */
  async start(): Promise<void> {
    // One server alone has an SQLite store: what is leased there was left by one that died.
    if (this.#store.engine === 'sqlite') await this.#work.rows.endAll(this.#store.db);
    this.#looks = setInterval(() => this.nudge(), this.#work.lookMs);
    this.#looks.unref();
    this.nudge();
  }

  /** Begins what is due, soon, unless the queue rests. */
  nudge(): void {
    if (this.#isStopped || performance.now() < this.#restsUntil) return;
    this.#again = this.#round !== null;
    // The store is away for a moment; there is another look soon.
    this.run().catch((error: unknown) => this.note(error));
  }

  /** One round: everything that is due now, or until the queue rests. */
  run(): Promise<void> {
    this.#round ??= this.#drain().finally(() => {
      this.#round = null;
      if (!this.#again) return;
      this.#again = false;
      this.nudge();
    });
    return this.#round;
  }

  /** Takes nothing more for a while. */
  rest(ms: number): void {
    this.#restsUntil = performance.now() + ms;
  }

  /** Ends a piece that is done here, now; one of another process is ended by that one's next beat. */
  callOff(id: Lease['id']): void {
    this.#underWay.get(id)?.abort(CALLED_OFF);
  }

  /** Takes nothing more; waits until what is under way has ended or was given back, and so long at most. */
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

  /** Leases the next due piece; null where there is none. */
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
      // The store is away for a moment; the lease outlasts many beats.
      await hold.renew(db).catch((error: unknown) => this.note(error));
      isBeating = false;
    }, beatMs);
    try {
      await work(hold);
    } catch (error) {
      if (ending.signal.reason === CLOSING) await this.#giveBack(lease);
      // Not noted, since the store is away: its lease ends, and it is tried again.
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
