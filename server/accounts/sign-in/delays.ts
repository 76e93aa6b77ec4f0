import { DAY_MS, QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import type { Counter, Counters, CountKey } from '../../platform/db/counters.ts';
import { tooSoon } from '../../platform/http/attempts.ts';
import { Problem } from '../../platform/http/problem.ts';
import { KeyedMutex } from '../../platform/lib/keyed-mutex.ts';
import { type BrowserSlips, SLIP_SECONDS } from './browser-slips.ts';

// The specification, section 13, Limits.
/** Number of failures within a quarter of an hour without a wait. */
const FREE_FAILURES = 10;
const MOST_WAIT_MS = 30_000;
/**
 * Milliseconds between two tries of browsers while tries of the same user name from the same network have to wait:
 * 30 tries a minute.
 */
const BROWSER_TRY_MS = 2000;
/** Maximum number of wrong passwords for a single user within a day, from unknown browsers. */
const MOST_GUESSES = 10_000;

/** Error codes that count as a wrong guess, of a password or of a wall display's code. */
const WRONG: ReadonlySet<string> = new Set(['invalidCredentials', 'displayCodeInvalid']);

/**
 * Returns the milliseconds to wait after a number of failures within a quarter of an hour: 1, 2, 4, 8, 16 and then
 * 30 seconds.
 */
const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MOST_WAIT_MS, 1000 * 2 ** (failures - FREE_FAILURES));

const refuse = (waitMs: number): never => {
  throw tooSoon(Math.ceil(waitMs / 1000));
};

/** A try to sign in from a browser without an earlier sign-in of the user. */
interface UnknownBrowser {
  /** User name in the form for look-ups (`usernameKey`). */
  name: string;
  network: string;
  slips: BrowserSlips;
  /** `Cookie` header of the request. */
  cookie: string | undefined;
  setCookie: (cookie: string) => void;
}

/**
 * Makes a caller wait after repeated wrong passwords, without locking the user out. After ten failures of a
 * key (for example user name and network), each further try has to wait. Tries with the same key run in
 * sequence, so a thousand tries at once count like a thousand in turn.
 */
export class SignInDelays {
  readonly #failures: Counter;
  readonly #waits: Counter;
  readonly #browserTries: Counter;
  readonly #guesses: Counter;
  readonly #mutex = new KeyedMutex();

  constructor(counters: Counters) {
    this.#failures = counters.counter('sign-in-failure', QUARTER_HOUR_MS);
    this.#waits = counters.counter('sign-in-wait', MOST_WAIT_MS);
    this.#browserTries = counters.counter('sign-in-browser', BROWSER_TRY_MS);
    this.#guesses = counters.counter('sign-in-guess', DAY_MS);
  }

  /**
   * Runs a try. A Problem that means a wrong guess counts as a failure of the key.
   * @param free number of failures without a wait
   * @param whileWaiting runs instead of the work while the key has to wait; never prolongs the wait
   * @throws Problem tooManyAttempts, without running the work, while the key has to wait
   */
  async try<T>(
    key: CountKey,
    work: () => Promise<T>,
    { free = FREE_FAILURES, whileWaiting = refuse }: Otherwise<T> = {},
  ): Promise<T> {
    // Asked before the mutex too: a crowd of refused tries does not wait for the mutex.
    const { endsInMs } = await this.#waits.read(key);
    if (endsInMs > 0) return whileWaiting(endsInMs);
    const done = await this.#mutex.run<Try<T>>(JSON.stringify(key), async () => {
      const { endsInMs } = await this.#waits.read(key);
      if (endsInMs > 0) return { waits: true, endsInMs };
      try {
        return { waits: false, value: await work() };
      } catch (error) {
        if (isWrong(error)) await this.#fail(key, free);
        throw error;
      }
    });
    return done.waits ? whileWaiting(done.endsInMs) : done.value;
  }

  /**
   * Runs a try of a user name from a network. While this pair has to wait, each browser with an old enough slip
   * (signed cookie) waits separately: a neighbour's wrong passwords do not delay a right password. After very many
   * guesses of a user name in a day all networks wait together.
   * @throws Problem tooManyAttempts, with a new slip for a browser without a valid slip
   */
  async tryUnknown<T>(from: UnknownBrowser, work: () => Promise<T>): Promise<T> {
    const { name, network } = from;
    const guess = async () => {
      try {
        return await work();
      } catch (error) {
        if (isWrong(error)) await this.#guesses.add([name]);
        throw error;
      }
    };
    if ((await this.#guesses.read([name])).times >= MOST_GUESSES) return this.try([name], guess);
    const pair = [name, network];
    return this.try(pair, guess, { whileWaiting: () => this.#tryBySlip(pair, from, guess) });
  }

  #tryBySlip<T>(
    pair: CountKey,
    { slips, cookie, setCookie }: UnknownBrowser,
    work: () => Promise<T>,
  ): Promise<T> {
    const slip = slips.read(cookie, pair);
    if (slip === null) {
      setCookie(slips.make(pair));
      throw tooSoon(SLIP_SECONDS);
    }
    if (slip.ripeInMs > 0) return refuse(slip.ripeInMs);
    const counted = async () => {
      const { times, endsInMs } = await this.#browserTries.add(pair);
      return times > 1 ? refuse(endsInMs) : work();
    };
    return this.try([...pair, slip.id], counted, { free: 1 });
  }

  async #fail(key: CountKey, free: number): Promise<void> {
    const { times } = await this.#failures.add(key);
    const wait = waitAfter(times + FREE_FAILURES - free);
    if (wait > 0) await this.#waits.hold(key, wait);
  }
}

type Try<T> = { waits: true; endsInMs: number } | { waits: false; value: T };

interface Otherwise<T> {
  free?: number;
  whileWaiting?: (waitMs: number) => Promise<T>;
}

const isWrong = (error: unknown): boolean => error instanceof Problem && WRONG.has(error.code);
