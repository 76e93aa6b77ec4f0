/** `waited`: a request waits for the outcome. `background`: none does. */
export type WorkPriority = 'waited' | 'background';

/** A line before a semaphore, in which a bounded number waits. */
export interface Line {
  /**
   * Waits for a permit and gives the function that returns it; undefined when too many are in the line already.
   * Throws the signal's reason when it is aborted meanwhile.
   */
  take: (signal?: AbortSignal) => Promise<(() => void) | undefined>;
}

/**
 * Semaphore of two priorities, first come, first served in each. At most `most` work that is waited for runs at once,
 * whatever runs in the background; background work starts only where fewer than `most` of both run, and so after all
 * that is waited for.
 */
export class PrioritySemaphore {
  readonly #most: number;
  readonly #running: Record<WorkPriority, number> = { waited: 0, background: 0 };
  readonly #queues: Record<WorkPriority, (() => void)[]> = { waited: [], background: [] };

  constructor(most: number) {
    this.#most = most;
  }

  /** Makes a line of its own, in which at most `mostWaiting` wait. */
  line(priority: WorkPriority, mostWaiting: number): Line {
    let waiting = 0;
    return {
      take: async (signal) => {
        if (this.#mayStart(priority)) this.#running[priority] += 1;
        else if (waiting >= mostWaiting) return undefined;
        else {
          waiting += 1;
          await this.#wait(priority, signal).finally(() => {
            waiting -= 1;
          });
        }
        let ended = false;
        return () => {
          if (ended) return;
          ended = true;
          this.#running[priority] -= 1;
          this.#startNext();
        };
      },
    };
  }

  /** A queue whose next entry may start is empty: `#startNext` has started it. */
  #mayStart(priority: WorkPriority): boolean {
    const { waited, background } = this.#running;
    return (priority === 'waited' ? waited : waited + background) < this.#most;
  }

  #startNext(): void {
    for (const priority of ['waited', 'background'] as const) {
      const queue = this.#queues[priority];
      while (queue.length > 0 && this.#mayStart(priority)) {
        this.#running[priority] += 1;
        queue.shift()?.();
      }
    }
  }

  /** The permit is taken for who waits, when it is their turn. */
  #wait(priority: WorkPriority, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#queues[priority];
    return new Promise((resolve, reject) => {
      const onTurn = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        queue.splice(queue.indexOf(onTurn), 1);
        reject(signal?.reason);
      };
      queue.push(onTurn);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}
