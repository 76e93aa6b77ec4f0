/** Semaphore with a bounded queue, first come, first served. */
export class Semaphore {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  /**
   * Waits for a turn and gives the function that ends it; undefined when too many are waiting already.
   * Throws the signal's reason when it is aborted meanwhile.
   */
  async take(signal?: AbortSignal): Promise<(() => void) | undefined> {
    if (this.running < this.most) this.running++;
    else if (this.queue.length >= this.mostWaiting) return undefined;
    else await this.wait(signal);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    };
  }

  /** A release hands the permit to the next waiter, so `running` does not change. */
  private wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTurn = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.queue.splice(this.queue.indexOf(onTurn), 1);
        reject(signal?.reason);
      };
      this.queue.push(onTurn);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}
