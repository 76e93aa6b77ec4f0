import type { Db } from './engine.ts';

/** How long what one probe found is told to whoever asks: a flood of them costs one write a second. */
const FRESH_MS = 1000;
/** After this a store that has not answered counts as away. */
const LIMIT_MS = 2000;

/** Whether the store can be written to, found out by writing: a full disk and a frozen server still answer reads. */
export class StoreProbe {
  readonly #db: Db;
  readonly #now: () => number;
  /** The last one, for all who ask meanwhile; one that does not end is not begun again. */
  #last: { done: Promise<boolean>; begunAt: number; endedAt: number | null } | null = null;

  /** @param now milliseconds of a clock that nobody sets back */
  constructor(db: Db, now = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  /** Says so within two seconds, and never throws. */
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

  /** The store itself tells its log what failed. */
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
