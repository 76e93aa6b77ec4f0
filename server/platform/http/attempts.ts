import { counted } from '../../../shared/format.ts';
import type { Counter, CountKey } from '../db/counters.ts';
import { Problem } from './problem.ts';

/**
 * Blocks a key after as many failures as its limit allows, until the counter's window ends. Successes are never
 * counted, so that a busy desk is never locked out by its own work.
 */
export class FailureLimiter {
  readonly #counter: Counter;
  readonly #limit: number;

  constructor(counter: Counter, limit: number) {
    this.#counter = counter;
    this.#limit = limit;
  }

  /** Seconds until the key may try again; 0 when it may now. */
  async blockedFor(key: CountKey): Promise<number> {
    const { times, endsInMs } = await this.#counter.read(key);
    return times < this.#limit ? 0 : seconds(endsInMs);
  }

  /**
   * Counts a failure.
   * @returns which one it is within the window, and the seconds for which it is one too many: 0 up to the limit,
   *   however many arrive at once, here or at another process.
   */
  async fail(key: CountKey): Promise<{ times: number; tooManyFor: number }> {
    const { times, endsInMs } = await this.#counter.add(key);
    return { times, tooManyFor: times > this.#limit ? seconds(endsInMs) : 0 };
  }
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** The refusal that says when to come back. */
export function tooSoon(seconds: number): Problem {
  return new Problem(
    'tooManyAttempts',
    { message: `Demasiados intentos. Intente de nuevo en ${counted(seconds, 'segundo')}.` },
    seconds,
  );
}
