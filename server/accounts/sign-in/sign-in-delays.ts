import type { Counter, Counters, CountKey } from '../../platform/db/counters.ts';
import { tooSoon } from '../../platform/http/attempts.ts';
import { Problem } from '../../platform/http/problem.ts';
import { KeyedMutex } from '../../platform/lib/keyed-mutex.ts';

// The specification, section 13, Limits.
const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** Failures within a quarter of an hour that cost nothing. */
const FREE_FAILURES = 10;
const MOST_WAIT_MS = 30_000;

/** What counts as a wrong guess: of a password, or of a wall display's code. */
const WRONG: ReadonlySet<string> = new Set(['invalidCredentials', 'displayCodeInvalid']);

/** How long whoever failed so often within a quarter of an hour waits: 1, 2, 4, 8, 16 and then 30 seconds. */
const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MOST_WAIT_MS, 1000 * 2 ** (failures - FREE_FAILURES));

/**
 * Slows down whoever keeps failing, and locks nobody out: after ten failures each further try of a key waits.
 * Tries of one key are made one after the other, so that a thousand sent at once are counted like as many in turn.
 */
export class SignInDelays {
  readonly #failures: Counter;
  readonly #waits: Counter;
  readonly #turns = new KeyedMutex();

  constructor(counters: Counters) {
    this.#failures = counters.counter('sign-in-failure', QUARTER_HOUR_MS);
    this.#waits = counters.counter('sign-in-wait', MOST_WAIT_MS);
  }

  /**
   * Runs a try; a Problem that says a guess was wrong is a failure of the key.
   * @throws Problem tooManyAttempts, without running it, while the key waits; waiting is not prolonged by that
   */
  async try<T>(key: CountKey, work: () => Promise<T>): Promise<T> {
    // Asked before the turn too: a crowd of refused ones does not stand in line.
    await this.#refuse(key);
    return this.#turns.run(JSON.stringify(key), async () => {
      await this.#refuse(key);
      try {
        return await work();
      } catch (error) {
        if (error instanceof Problem && WRONG.has(error.code)) await this.#fail(key);
        throw error;
      }
    });
  }

  async #refuse(key: CountKey): Promise<void> {
    const { endsInMs } = await this.#waits.read(key);
    if (endsInMs > 0) throw tooSoon(Math.ceil(endsInMs / 1000));
  }

  async #fail(key: CountKey): Promise<void> {
    const wait = waitAfter((await this.#failures.add(key)).times);
    if (wait > 0) await this.#waits.hold(key, wait);
  }
}
