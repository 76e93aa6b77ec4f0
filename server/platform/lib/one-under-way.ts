/**
 * Shares the runs of a slow task between callers. Only a single run goes on at a time; calls in the
 * meantime share the next run. A caller never gets the result of a run begun before the call.
 */
export class OneUnderWay<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** Returns the result of a run begun after the call. Calls during a run share the next run. */
  ask(): Promise<T> {
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#run();
    const run = (): Promise<T> => {
      this.#next = null;
      return this.#run();
    };
    this.#next = this.#running.then(run, run);
    return this.#next;
  }

  #run(): Promise<T> {
    const running: Promise<T> = this.#work().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }
}
