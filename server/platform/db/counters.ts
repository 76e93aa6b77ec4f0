import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Store } from './connect.ts';
import { faultOfPostgres } from './store-fault.ts';

/**
 * Number of events counted for a key, for example the failed sign-ins of a user, with the time until the
 * reset.
 */
export interface Count {
  /** Number of events; 0 if never counted, or expired. */
  times: number;
  /** Milliseconds until the count expires. */
  endsInMs: number;
}

/** Key of a counter, in parts: for example user name and network. */
export type CountKey = readonly (string | number)[];

const NO_COUNT: Count = { times: 0, endsInMs: 0 };
/** Database table of the counters on PostgreSQL, created by a migration. */
const TABLE = 'attempt_count';
/**
 * Maximum distinct keys of a counter: limits the memory to 131,072 places of some 300 bytes, even in a flood of
 * names or addresses. Two keys share a place at odds of 1 in 131,072. The secret makes collisions unpredictable.
 */
const PLACES = 2 ** 17;

/** Converts a database failure of a counter to the error for HTTP status 503, like failures of other statements. */
const fromStore = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw faultOfPostgres(error);
  });

/**
 * Counter of events by key, for example failures of a user. The counting period of a key starts with the
 * first event and has a fixed length.
 */
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
    if (found === null || found.msBeforeNext <= 0) return NO_COUNT;
    return this.#countOf(found);
  }

  /** Adds an event; returns the new count. */
  async add(key: CountKey): Promise<Count> {
    return this.#countOf(await fromStore(this.#limiter.penalty(this.#placeOf(key))));
  }

  /** Sets the count to one, to expire after `ms` instead of the usual period. */
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

  /** @param secret hashes the keys; equal in all processes of a store */
  constructor(store: Pick<Store, 'pool'>, secret: string) {
    this.#store = store;
    this.#secret = `counters of ${secret}`;
  }

  /**
   * Makes a counter.
   * @param name separates the keys from the keys of other counters
   */
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
