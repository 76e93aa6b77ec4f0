import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import type { Counter, Counters } from '../../platform/db/counters.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { takeUnnoted } from '../sessions/sessions.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Sign-ins of a user or a code within a day with an entry each. */
const MOST_ENTRIES = 20;
/** Milliseconds of further sign-ins that one entry adds up. */
const GATHER_MS = 60_000;
/** Pairs of user and address in one entry. */
const MOST_NAMED = 200;

interface Sum {
  actor: string;
  address: string;
  times: number;
  since: Millis;
  until: Millis;
}

/**
 * Right sign-ins in the trail: an entry for each of the first 20 of a day. Further sign-ins stand in the rows of the
 * sessions until an entry each minute adds them up by user and address. A crash loses no sign-in.
 */
export class SignInTrail {
  readonly #db: Db;
  readonly #ofDay: Counter;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db, counters: Counters) {
    this.#db = db;
    this.#ofDay = counters.counter('sign-in-entries', DAY_MS);
    // Also for sign-ins of a process before this.
    this.#flushLater();
  }

  /** Counts a sign-in; true for an entry of its own, false if the row of the session takes the address. */
  async hasEntry(actor: string): Promise<boolean> {
    const { times } = await this.#ofDay.add([actor]);
    if (times > MOST_ENTRIES) this.#flushLater();
    return times <= MOST_ENTRIES;
  }

  /** Adds up the waiting sign-ins. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#db.transaction().execute(async (trx) => {
      const sums = new Map<string, Sum>();
      for (const { userId, code, address, at } of await takeUnnoted(trx)) {
        const actor = userId === null ? `code:${code}` : `user:${userId}`;
        const key = JSON.stringify([actor, address]);
        const sum = sums.get(key) ?? { actor, address, times: 0, since: at, until: at };
        sums.set(key, { ...sum, times: sum.times + 1, until: at });
      }
      const all = [...sums.values()];
      for (let from = 0; from < all.length; from += MOST_NAMED) {
        const by = { chain: ACCOUNTS_CHAIN, actor: 'system', at: Date.now() };
        await appendAudit(trx, by, 'signInsAdded', { signIns: all.slice(from, from + MOST_NAMED) });
      }
    });
  }

  /** Adds up in a minute, and again a minute later after a failure of the store. */
  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => this.#flushLater()), GATHER_MS).unref();
  }
}
