import { durationWords } from '../../../shared/format.ts';
import type { Counter, CountKey } from '../db/counters.ts';
import { Problem } from './problem.ts';

/**
 * Blocks a user or a network after `limit` failed attempts, for example wrong passwords, until the counting
 * period of the counter ends. Successes do not count, so a busy registration desk is never blocked.
 */
export class FailureLimiter {
  readonly #counter: Counter;
  readonly #limit: number;

  constructor(counter: Counter, limit: number) {
    this.#counter = counter;
    this.#limit = limit;
  }

  /** Returns the seconds until the key may try again; 0 if not blocked. */
  async blockedFor(key: CountKey): Promise<number> {
    const { times, endsInMs } = await this.#counter.read(key);
    return times < this.#limit ? 0 : seconds(endsInMs);
  }

  /**
   * Counts a failure of a key.
   * @returns the number of failures in the window, and the seconds of the block (0 up to the limit), also for
   * concurrent failures here or at another process
   */
  async fail(key: CountKey): Promise<{ times: number; tooManyFor: number }> {
    const { times, endsInMs } = await this.#counter.add(key);
    return { times, tooManyFor: times > this.#limit ? seconds(endsInMs) : 0 };
  }
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** Returns the error 'tooManyAttempts' (status 429) with the seconds to wait; the text has whole minutes from a minute on. */
export function tooSoon(seconds: number): Problem {
  const wait = durationWords(seconds < 60 ? seconds : Math.ceil(seconds / 60) * 60);
  return new Problem(
    'tooManyAttempts',
    { message: `Demasiados intentos. Intente de nuevo en ${wait}.` },
    seconds,
  );
}
