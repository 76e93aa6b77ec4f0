/**
 * Rate limiter: a bucket of tokens refilled at a steady rate. Each action takes a token; without tokens the
 * action is refused.
 */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  /**
   * @param rate tokens returned per second
   * @param burst capacity and initial number of tokens
   * @param now clock in milliseconds that never goes back
   */
  constructor({ rate, burst }: Allowance, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#at = now();
  }

  /** Takes a token. Returns false if there is no token left. */
  take(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** True if all tokens are there, so the bucket can be deleted. */
  get isFull(): boolean {
    this.#refill();
    return this.#tokens >= this.#burst;
  }

  #refill(): void {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate);
    this.#at = now;
  }
}

/** Allowance of a token bucket: tokens per second, and the most tokens to save. */
export interface Allowance {
  /** Tokens added per second. */
  rate: number;
  /** Largest number of tokens to save. */
  burst: number;
}
