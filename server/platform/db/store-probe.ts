import type { Db } from './engine.ts';

/** Milliseconds for reuse of the result of a write test, so a flood of health checks costs one write a second. */
const FRESH_MS = 1000;
/** Milliseconds until a database that does not answer counts as not available. */
const LIMIT_MS = 2000;

/**
 * Health check of the database: writes a row. A read would succeed even with a full disk or a frozen
 * server.
 */
export class StoreProbe {
  readonly #db: Db;
  readonly #now: () => number;
  /** Last write test, shared by all callers. A test that never ended is not repeated. */
  #last: { done: Promise<boolean>; begunAt: number; endedAt: number | null } | null = null;

  /** @param now clock in milliseconds that never goes back */
  constructor(db: Db, now = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns true if the database can be written, false after a failure or two seconds. Never throws. */
  async canWrite(): Promise<boolean> {
    const probe = this.#current();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), Math.max(0, probe.begunAt + LIMIT_MS - this.#now()));
    });
    try {
      return await Promise.race([probe.done, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  #current() {
    const last = this.#last;
    if (last !== null && (last.endedAt === null || this.#now() < last.endedAt + FRESH_MS)) return last;
    const probe = { done: this.#write(), begunAt: this.#now(), endedAt: null as number | null };
    this.#last = probe;
    void probe.done.then(() => {
      probe.endedAt = this.#now();
    });
    return probe;
  }

  /** Writes the test row. Returns false on an error without logging: the database logs errors by itself. */
  async #write(): Promise<boolean> {
    const at = Date.now();
    try {
      await this.#db
        .insertInto('store_probe')
        .values({ id: 1, at, writes: 1 })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({ at, writes: eb('store_probe.writes', '+', 1) })),
        )
        .execute();
      return true;
    } catch {
      return false;
    }
  }
}
