import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Store } from './connect.ts';
import { faultOfPostgres } from './store-fault.ts';

/** Count of a key. */
export interface Count {
  /** 0 if not counted, or expired. */
  times: number;
  /** Milliseconds until the count expires. */
  endsInMs: number;
}

/** Parts of a key, for example a user name and a network. */
export type CountKey = readonly (string | number)[];

const NOTHING: Count = { times: 0, endsInMs: 0 };
/** Created by a migration, only on PostgreSQL. */
const TABLE = 'attempt_count';
/**
 * Distinct keys of a counter, so that a flood of names or addresses cannot make it grow: 131,072 of some 300 bytes.
 * Two keys share a place at odds of 1 in 131,072. The secret makes collisions unpredictable.
 */
const PLACES = 2 ** 17;

/** Converts a failure of the store to 503, like the store's own statements. */
const fromStore = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw faultOfPostgres(error);
  });

/** Counts events of a key in a window that starts with the first event. */
export class Counter {
  readonly #limiter: RateLimiterMemory | RateLimiterPostgres;
  readonly #secret: string;
  readonly #windowMs: number;

  constructor(limiter: RateLimiterMemory | RateLimiterPostgres, secret: string, windowMs: number) {
    this.#limiter = limiter;
    this.#secret = secret;
    this.#windowMs = windowMs;
  }

  async read(key: CountKey): Promise<Count> {
    const found = await fromStore(this.#limiter.get(this.#placeOf(key)));
    if (found === null || found.msBeforeNext <= 0) return NOTHING;
    return this.#countOf(found);
  }

  /** Adds one; returns the new count. */
  async add(key: CountKey): Promise<Count> {
    return this.#countOf(await fromStore(this.#limiter.penalty(this.#placeOf(key))));
  }

  /** Sets the count to one, for `ms` instead of the window. */
  async hold(key: CountKey, ms: number): Promise<void> {
    await fromStore(this.#limiter.set(this.#placeOf(key), 1, ms / 1000));
  }

  // Limits the wait to a window, even after a clock set back.
  #countOf(found: { consumedPoints: number; msBeforeNext: number }): Count {
    return { times: found.consumedPoints, endsInMs: Math.min(found.msBeforeNext, this.#windowMs) };
  }

  #placeOf(key: CountKey): number {
    return createHmac('sha256', this.#secret).update(JSON.stringify(key)).digest().readUInt32BE() % PLACES;
  }
}

/**
 * Counters of failures and similar events, without synced writes: in memory on SQLite (a single process), and on
 * PostgreSQL in an unlogged table shared by all processes and cleaned regularly. A crash resets the counts.
 */
export class Counters {
  readonly #store: Pick<Store, 'pool'>;
  readonly #secret: string;
  #isSwept = false;

  /** @param secret equal in all processes of a store */
  constructor(store: Pick<Store, 'pool'>, secret: string) {
    this.#store = store;
    this.#secret = `counters of ${secret}`;
  }

  /** Makes a counter. @param name separates its keys from other counters */
  counter(name: string, windowMs: number): Counter {
    const { pool } = this.#store;
    // The caller decides the limit.
    const shape = { keyPrefix: name, points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1000 };
    if (pool === null) return new Counter(new RateLimiterMemory(shape), this.#secret, windowMs);
    const limiter = new RateLimiterPostgres({
      ...shape,
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      // One counter cleans the table for all: every five minutes, rows that ended an hour ago.
      clearExpiredByTimeout: !this.#isSwept,
    });
    this.#isSwept = true;
    return new Counter(limiter, this.#secret, windowMs);
  }
}
