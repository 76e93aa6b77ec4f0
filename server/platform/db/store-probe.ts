import type { Db } from './engine.ts';

/** Milliseconds a result is reused: a flood of checks costs one write a second. */
const FRESH_MS = 1000;
/** Milliseconds until a silent store counts as away. */
const LIMIT_MS = 2000;

/** Tests by writing if the store can be written: a full disk and a frozen server still answer reads. */
export class StoreProbe {
  readonly #db: Db;
  readonly #now: () => number;
  /** Last probe, shared by callers. A probe without an end is not repeated. */
  #last: { done: Promise<boolean>; begunAt: number; endedAt: number | null } | null = null;

  /** @param now monotonic milliseconds */
  constructor(db: Db, now = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the result within two seconds, and never throws. */
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

  /** The store logs its own faults. */
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
