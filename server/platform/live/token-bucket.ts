/** Rate limiter with tokens on a monotonic clock. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  /**
   * @param rate tokens returned per second
   * @param burst capacity and initial number of tokens
   * @param now monotonic milliseconds
   */
  constructor({ rate, burst }: Allowance, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#at = now();
  }

  /** Takes a token. False if empty. */
  take(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** True if the bucket is full and can be dropped. */
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

export interface Allowance {
  rate: number;
  burst: number;
}
