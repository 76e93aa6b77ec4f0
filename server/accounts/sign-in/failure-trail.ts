import { QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import type { Counter, Counters } from '../../platform/db/counters.ts';
import type { Db } from '../../platform/db/engine.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { SignInDelays } from './delays.ts';
import type { SignInTrail } from './trail.ts';

/**
 * Failed sign-ins of a network within 15 minutes with an audit entry each: about the mistakes of a hall in an
 * evening.
 */
const MOST_OF_NETWORK = 60;
/**
 * Failed sign-ins of all networks within 15 minutes with an audit entry each. A limit against attackers with many
 * networks.
 */
const MOST_OF_ALL = 600;
/**
 * Interval in ms between two audit entries that add up further failures. Failures not yet written are lost in a
 * crash.
 */
const TALLY_MS = 60_000;
/**
 * Maximum number of pairs of user and address named in a single audit entry. For further pairs the entry only has a
 * count.
 */
const MOST_NAMED_FAILURES = 200;

/** Failed sign-in or failed password change, to be recorded in the audit trail. */
export interface Failure {
  /** Act of the audit entry: `signInFailed`, `codeRefused` … */
  act: string;
  /** User as written in the audit trail, or `unknown`. */
  actor: string;
  /** Network address of the caller. */
  address: string;
  /** Further facts for an audit entry of this failure alone. */
  facts: object;
}

/**
 * Shared parts of the sign-in services: waiting times after failures (`delays`), and the records of failed
 * (`failures`) and successful (`trail`) sign-ins in the audit trail.
 */
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
 * Records failed sign-ins in the audit trail. The first failures of a network get an entry each. Further
 * failures are counted by user and address and recorded once a minute, so an attack does not fill the
 * trail.
 */
export class FailureTrail {
  readonly #db: Db;
  readonly #ofNetwork: Counter;
  readonly #ofAll: Counter;
  #tallies = new Map<string, Tally>();
  /** Number of failures of pairs that are not named in the entry. */
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
    else if (this.#tallies.size < MOST_NAMED_FAILURES)
      this.#tallies.set(key, { act, actor, address, times: 1 });
    else this.#others += 1;
  }

  /** Records the added-up failures in a single audit entry. */
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

  /** Records the added-up failures in a minute, and again a minute later if the store fails. */
  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => this.#flushLater()), TALLY_MS).unref();
  }

  async #hasEntry(address: string): Promise<boolean> {
    if ((await this.#ofNetwork.add([networkOf(address)])).times > MOST_OF_NETWORK) return false;
    return (await this.#ofAll.add([])).times <= MOST_OF_ALL;
  }
}
