import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import type { Counter, Counters } from '../../platform/db/counters.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { takeUnnoted } from '../sessions/sessions.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Sign-ins of a user or a code within a day with an entry each. */
const MOST_ENTRIES = 20;
/** How long further ones wait in their session's row to be added up. */
const GATHER_MS = 60_000;
/** Pairs of user and address that one entry names. */
const MOST_NAMED = 200;

interface Sum {
  actor: string;
  address: string;
  times: number;
  since: Millis;
  until: Millis;
}

/**
 * Right sign-ins in the trail. The first ones of a day have an entry each; further ones stand in their session's row
 * until one entry a minute adds them up by user and address, so that a crash loses none.
 */
export class SignInTrail {
  readonly #db: Db;
  readonly #ofDay: Counter;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db, counters: Counters) {
    this.#db = db;
    this.#ofDay = counters.counter('sign-in-entries', DAY_MS);
    // Those that a process that ended left.
    this.#flushLater();
  }

  /** Whether a sign-in has an entry of its own; else its address goes into its session's row. */
  async hasEntry(actor: string): Promise<boolean> {
    const { times } = await this.#ofDay.add([actor]);
    if (times > MOST_ENTRIES) this.#flushLater();
    return times <= MOST_ENTRIES;
  }

  /** Adds up what waits. */
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

  /** A store that is away then is asked again a minute later. */
  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => this.#flushLater()), GATHER_MS).unref();
  }
}
