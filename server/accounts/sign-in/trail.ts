import { DAY_MS } from '../../../shared/durations.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import type { Counter, Counters } from '../../platform/db/counters.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { takeUnnoted } from '../sessions/sessions.repository.ts';

/** Number of sign-ins of a user or code within a day that have an audit entry each. */
const MOST_ENTRIES = 20;
/** Interval in ms between two audit entries that add up further sign-ins. */
const ENTRY_INTERVAL_MS = 60_000;
/** Maximum number of pairs of user and address in a single audit entry. */
const MOST_NAMED_PAIRS = 200;

interface Sum {
  actor: string;
  address: string;
  times: number;
  since: Millis;
  until: Millis;
}

/**
 * Records successful sign-ins in the audit trail: an entry for each of the first 20 of a user's day.
 * Further sign-ins are marked in the stored sessions and recorded once a minute, counted by user and
 * address. So a crash loses no sign-in.
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

  /**
   * Counts a sign-in. True if the sign-in gets its own audit entry; false if the stored session has to hold the
   * address until the next sum.
   */
  async hasEntry(actor: string): Promise<boolean> {
    const { times } = await this.#ofDay.add([actor]);
    if (times > MOST_ENTRIES) this.#flushLater();
    return times <= MOST_ENTRIES;
  }

  /** Records the sign-ins without an entry in a single audit entry. */
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
      for (let from = 0; from < all.length; from += MOST_NAMED_PAIRS) {
        const by = { chain: ACCOUNTS_CHAIN, actor: 'system', at: Date.now() };
        await appendAudit(trx, by, 'signInsAdded', { signIns: all.slice(from, from + MOST_NAMED_PAIRS) });
      }
    });
  }

  /** Records the sums in a minute, and again a minute later if the store fails. */
  #flushLater(): void {
    this.#timer ??= setTimeout(
      () => void this.flush().catch(() => this.#flushLater()),
      ENTRY_INTERVAL_MS,
    ).unref();
  }
}
