import { setTimeout as pause } from 'node:timers/promises';

/**
 * What goes first. `prompt`: somebody waits for what takes seconds. `waited`: somebody's request waits for the
 * outcome. `background`: nobody's does.
 */
export type WorkPriority = 'prompt' | 'waited' | 'background';

const PRIORITIES = ['prompt', 'waited', 'background'] as const;

/** The right to run, of one piece of work. */
export interface Permit {
  /** Gives the permit back, once and for all. */
  end: () => void;
  /**
   * Called between two steps of the work: gives the permit to work of a higher priority that waits, and resolves when
   * it is back, before others of its own priority. It is away for `restMs` at least. False where the work has ended.
   */
  step: (restMs?: number) => Promise<boolean>;
}

/** A line before a semaphore, in which a bounded number waits. */
export interface Line {
  readonly priority: WorkPriority;
  /**
   * Waits for a permit; undefined when too many are in the line already. Throws the signal's reason when it is
   * aborted meanwhile.
   */
  take: (signal?: AbortSignal) => Promise<Permit | undefined>;
}

/** Semaphore with priorities, first come, first served in each: at most `most` run at once, whatever they are. */
export class PrioritySemaphore {
  readonly #most: number;
  #running = 0;
  readonly #queues: Record<WorkPriority, (() => void)[]> = { prompt: [], waited: [], background: [] };

  constructor(most: number) {
    this.#most = most;
  }

  /** Makes a line of its own, in which at most `mostWaiting` wait. */
  line(priority: WorkPriority, mostWaiting: number): Line {
    let waiting = 0;
    return {
      priority,
      take: async (signal) => {
        if (this.#running < this.#most) this.#running += 1;
        else if (waiting >= mostWaiting) return undefined;
        else {
          waiting += 1;
          await this.#turn(priority, 'push', signal).finally(() => {
            waiting -= 1;
          });
        }
        return this.#permit(priority);
      },
    };
  }

  #permit(priority: WorkPriority): Permit {
    const ended = new AbortController();
    const { signal } = ended;
    let isHeld = true;
    return {
      end: () => {
        if (isHeld) this.#startNext();
        isHeld = false;
        ended.abort();
      },
      step: async (restMs = 0) => {
        if (signal.aborted || (restMs === 0 && !this.#isWantedAbove(priority))) return !signal.aborted;
        isHeld = false;
        this.#startNext();
        if (restMs > 0) await pause(restMs, null, { signal }).catch(() => undefined);
        if (signal.aborted) return false;
        const back = this.#turn(priority, 'unshift', signal, () => {
          isHeld = true;
        });
        this.#startFree();
        await back.catch(() => undefined);
        return isHeld;
      },
    };
  }

  #isWantedAbove(priority: WorkPriority): boolean {
    return PRIORITIES.slice(0, PRIORITIES.indexOf(priority)).some((above) => this.#queues[above].length > 0);
  }

  /** Hands a permit that came back to whom it belongs now. */
  #startNext(): void {
    this.#running -= 1;
    this.#startFree();
  }

  #startFree(): void {
    for (const priority of PRIORITIES) {
      while (this.#running < this.#most) {
        const next = this.#queues[priority].shift();
        if (next === undefined) break;
        this.#running += 1;
        next();
      }
    }
  }

  /** Resolves with a permit taken. */
  #turn(
    priority: WorkPriority,
    place: 'push' | 'unshift',
    signal: AbortSignal | undefined,
    onStart: () => void = () => undefined,
  ): Promise<void> {
    const queue = this.#queues[priority];
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', onAbort);
        onStart();
        resolve();
      };
      const onAbort = () => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal?.reason);
      };
      queue[place](start);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}
