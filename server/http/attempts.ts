/**
 * Counts failures by key within a sliding window, in this process: enough to stop guessing, and a restart
 * forgives. Successes are never counted, so that a busy desk is never locked out by its own work.
 */
export class Attempts {
  readonly #failures = new Map<string, number[]>();
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;

  constructor(limit: number, windowMs: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Seconds until the key may try again; 0 when it may now. */
  blockedFor(key: string): number {
    const recent = this.#recent(key);
    const oldest = recent[recent.length - this.#limit];
    if (oldest === undefined) return 0;
    return Math.max(1, Math.ceil((oldest + this.#windowMs - this.#now()) / 1000));
  }

  fail(key: string): void {
    const recent = this.#recent(key);
    recent.push(this.#now());
    this.#failures.set(key, recent);
    if (this.#failures.size > 10_000) this.#sweep();
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  #recent(key: string): number[] {
    const since = this.#now() - this.#windowMs;
    return (this.#failures.get(key) ?? []).filter((at) => at > since);
  }

  /** Drops keys whose failures are all past, so that the map cannot grow without end. */
  #sweep(): void {
    for (const key of this.#failures.keys()) {
      if (this.#recent(key).length === 0) this.#failures.delete(key);
    }
  }
}
