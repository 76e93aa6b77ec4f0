import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import type { Counter, Counters } from '../../platform/db/counters.ts';
import type { Db } from '../../platform/db/engine.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { SignInDelays } from './sign-in-delays.ts';
import type { SignInTrail } from './sign-in-trail.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** Failures of a network within a quarter of an hour with an entry each: a hall's slips of an evening are about as many. */
const MOST_OF_NETWORK = 60;
/** The same of all networks together: strangers with many fill the trail no faster than this. */
const MOST_OF_ALL = 600;
/** How long further ones are added up; what a crash loses. */
const TALLY_MS = 60_000;
/** Pairs of user and address that one entry names; what is beyond is one number. */
const MOST_NAMED = 200;

export interface Failure {
  /** `signInFailed`, `passwordChangeFailed`. */
  act: string;
  /** The user as in the trail, or `unknown`. */
  actor: string;
  address: string;
  /** What else its own entry says. */
  facts: object;
}

/** What watches those who try ways in. */
export interface SignInWatch {
  delays: SignInDelays;
  failures: FailureTrail;
  trail: SignInTrail;
}

interface Tally {
  act: string;
  actor: string;
  address: string;
  times: number;
}

/**
 * Failed sign-ins in the trail. The first ones of a network have an entry each; a flood is added up by user and
 * address and noted once a minute, so that nobody makes the server sync, or keep, a row per guess.
 */
export class FailureTrail {
  readonly #db: Db;
  readonly #ofNetwork: Counter;
  readonly #ofAll: Counter;
  #tallies = new Map<string, Tally>();
  /** Of pairs that found no place among the named ones. */
  #others = 0;
  #since = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db, counters: Counters) {
    this.#db = db;
    this.#ofNetwork = counters.counter('failure-of-network', QUARTER_HOUR_MS);
    this.#ofAll = counters.counter('failure-of-all', QUARTER_HOUR_MS);
  }

  async note({ act, actor, address, facts }: Failure): Promise<void> {
    if (await this.#hasEntry(address)) {
      return this.#append(actor, act, { ...facts, address });
    }
    if (this.#tallies.size === 0) this.#since = Date.now();
    this.#flushLater();
    const key = JSON.stringify([act, actor, address]);
    const tally = this.#tallies.get(key);
    if (tally !== undefined) tally.times += 1;
    else if (this.#tallies.size < MOST_NAMED) this.#tallies.set(key, { act, actor, address, times: 1 });
    else this.#others += 1;
  }

  /** Notes what was added up, as one entry. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const [failures, others, since] = [[...this.#tallies.values()], this.#others, this.#since];
    if (failures.length === 0) return;
    this.#tallies = new Map();
    this.#others = 0;
    try {
      await this.#append('unknown', 'signInsFailed', { since, until: Date.now(), failures, others });
    } catch (error) {
      for (const tally of failures) this.#addBack(tally);
      this.#others += others;
      throw error;
    }
  }

  #append(actor: string, act: string, data: object): Promise<void> {
    const by = { chain: ACCOUNTS_CHAIN, actor, at: Date.now() };
    return this.#db.transaction().execute((trx) => appendAudit(trx, by, act, data));
  }

  #addBack(tally: Tally): void {
    const key = JSON.stringify([tally.act, tally.actor, tally.address]);
    const since = this.#tallies.get(key);
    this.#tallies.set(key, { ...tally, times: tally.times + (since?.times ?? 0) });
  }

  /** A store that is away then is asked again a minute later. */
  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => this.#flushLater()), TALLY_MS).unref();
  }

  async #hasEntry(address: string): Promise<boolean> {
    if ((await this.#ofNetwork.add([networkOf(address)])).times > MOST_OF_NETWORK) return false;
    return (await this.#ofAll.add([])).times <= MOST_OF_ALL;
  }
}
