import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Store } from './connect.ts';
import { faultOfPostgres } from './store-fault.ts';

/** What a counter holds of a key. */
export interface Count {
  /** 0 where nothing is counted, or what was is over. */
  times: number;
  /** Milliseconds until it is forgotten. */
  endsInMs: number;
}

/** What a key is made of, such as a user name and a network. */
export type CountKey = readonly (string | number)[];

const NOTHING: Count = { times: 0, endsInMs: 0 };
/** Made by a migration, on PostgreSQL alone. */
const TABLE = 'attempt_count';
/**
 * Keys that a counter tells apart, so that no flood of names or addresses makes one grow: 131,072 of some 300 bytes.
 * Two keys share a place once in as many; the secret keeps anybody from choosing whose.
 */
const PLACES = 2 ** 17;

/** A failing store is told as by the store's own statements: 503, and never 500. */
const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw faultOfPostgres(error);
  });

/** Counts what happens to a key within a window that its first event begins. */
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
    const found = await asked(this.#limiter.get(this.#placeOf(key)));
    if (found === null || found.msBeforeNext <= 0) return NOTHING;
    return this.#countOf(found);
  }

  /** Counts one more; returns the count with it. */
  async add(key: CountKey): Promise<Count> {
    return this.#countOf(await asked(this.#limiter.penalty(this.#placeOf(key))));
  }

  /** Counts one, for as long as said instead of the window. */
  async hold(key: CountKey, ms: number): Promise<void> {
    await asked(this.#limiter.set(this.#placeOf(key), 1, ms / 1000));
  }

  // A clock that was set back makes nobody wait for longer than a window.
  #countOf(found: { consumedPoints: number; msBeforeNext: number }): Count {
    return { times: found.consumedPoints, endsInMs: Math.min(found.msBeforeNext, this.#windowMs) };
  }

  #placeOf(key: CountKey): number {
    return createHmac('sha256', this.#secret).update(JSON.stringify(key)).digest().readUInt32BE() % PLACES;
  }
}

/**
 * Counters of failures and the like, kept by no synced write: in memory on SQLite, which has one process, and on
 * PostgreSQL in an unlogged table that all processes share, emptied of what is over as it goes. A crash forgives.
 */
export class Counters {
  readonly #store: Pick<Store, 'pool'>;
  readonly #secret: string;
  #isSwept = false;

  /** @param secret the same in all processes of a store */
  constructor(store: Pick<Store, 'pool'>, secret: string) {
    this.#store = store;
    this.#secret = `counters of ${secret}`;
  }

  /** @param name tells its keys from those of other counters */
  counter(name: string, windowMs: number): Counter {
    const { pool } = this.#store;
    // How much is too much is said by whoever counts.
    const shape = { keyPrefix: name, points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1000 };
    if (pool === null) return new Counter(new RateLimiterMemory(shape), this.#secret, windowMs);
    const limiter = new RateLimiterPostgres({
      ...shape,
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      // One of them sweeps the table for all: every five minutes, what ended an hour ago.
      clearExpiredByTimeout: !this.#isSwept,
    });
    this.#isSwept = true;
    return new Counter(limiter, this.#secret, windowMs);
  }
}
