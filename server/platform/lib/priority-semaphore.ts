import { setTimeout as pause } from 'node:timers/promises';

/**
 * Priority of a task for a worker: `prompt` for a short task with a waiting person, `waited` for a task
 * with a waiting request, `background` for other tasks.
 */
export type TaskPriority = 'prompt' | 'waited' | 'background';

const PRIORITIES = ['prompt', 'waited', 'background'] as const;

/** Right of a task to run, given by the semaphore. Must be returned by `end`. */
export interface Permit {
  /** Gives the right to run back. Later calls have no effect. */
  end: () => void;
  /**
   * Pauses between two steps of a task: lets waiting tasks of a higher priority run first, then resolves before
   * others of the same priority. Pauses at least `restMs` milliseconds. False if the task has ended.
   */
  step: (restMs?: number) => Promise<boolean>;
}

/** Queue of a semaphore for the tasks of a priority. At most a fixed number of tasks waits. */
export interface BoundedSemaphore {
  readonly priority: TaskPriority;
  /**
   * Waits until the task may run. Undefined if the queue is full. Throws the signal's reason on abort.
   * @param actor person of the task ('user:12'). Persons take turns, with a limit (`MOST_PASSED`), and the
   * first waiting task of a person enters even a full queue
   */
  take: (signal?: AbortSignal, actor?: string) => Promise<Permit | undefined>;
}

/** Length of a queue with the first waiting tasks of many persons, as a multiple of the usual limit. */
const PERSONS = 10;
/**
 * Limit for overtaking: number of later tasks allowed to start before a waiting task, for each earlier
 * unfinished task of the same person. A person with many tasks thus waits between tasks, but not forever.
 */
export const MOST_PASSED = 8;

interface WaitingTask {
  start: () => void;
  /** Number of unfinished tasks of the same person before the task; -1 for a task between two steps. */
  round: number;
  /** Number of later tasks placed before the task. */
  passed: number;
}

/**
 * Limits the tasks running at the same time. Waiting tasks start by priority; within a priority, persons
 * take turns (see `MOST_PASSED`). At most `most` tasks run, with at most `mostBackground` background tasks:
 * the other places are for tasks with a waiting person or request.
 */
export class PrioritySemaphore {
  readonly #most: number;
  readonly #mostBackground: number;
  #running = 0;
  #runningBackground = 0;
  readonly #queues: Record<TaskPriority, WaitingTask[]> = { prompt: [], waited: [], background: [] };
  /** Number of unfinished tasks of each person, running or waiting. */
  readonly #tasks = new Map<string, number>();

  constructor(most: number, mostBackground = most) {
    this.#most = most;
    this.#mostBackground = mostBackground;
  }

  /** Creates an entrance for tasks of a priority, with at most `mostWaiting` waiting tasks. */
  bounded(priority: TaskPriority, mostWaiting: number): BoundedSemaphore {
    let waiting = 0;
    const waitingOf = new Map<string, number>();
    return {
      priority,
      take: async (signal, actor) => {
        if (this.#hasRoom(priority)) this.#count(priority, 1);
        else {
          const isFirst = actor !== undefined && !waitingOf.has(actor);
          if (waiting >= (isFirst ? PERSONS : 1) * mostWaiting) return undefined;
          waiting += 1;
          add(waitingOf, actor, 1);
          const round = actor === undefined ? 0 : (this.#tasks.get(actor) ?? 0);
          add(this.#tasks, actor, 1);
          await this.#waitForPermit(priority, round, signal).finally(() => {
            waiting -= 1;
            add(waitingOf, actor, -1);
            add(this.#tasks, actor, -1);
          });
        }
        add(this.#tasks, actor, 1);
        return this.#permit(priority, () => add(this.#tasks, actor, -1));
      },
    };
  }

  #permit(priority: TaskPriority, onEnd: () => void): Permit {
    const ended = new AbortController();
    const { signal } = ended;
    let isHeld = true;
    return {
      end: () => {
        if (!signal.aborted) onEnd();
        if (isHeld) this.#startNext(priority);
        isHeld = false;
        ended.abort();
      },
      step: async (restMs = 0) => {
        if (signal.aborted || (restMs === 0 && !this.#isWantedAbove(priority))) return !signal.aborted;
        isHeld = false;
        this.#startNext(priority);
        if (restMs > 0) await pause(restMs, null, { signal }).catch(() => undefined);
        if (signal.aborted) return false;
        const back = this.#waitForPermit(priority, -1, signal, () => {
          isHeld = true;
        });
        this.#startFree();
        await back.catch(() => undefined);
        return isHeld;
      },
    };
  }

  #isWantedAbove(priority: TaskPriority): boolean {
    return PRIORITIES.slice(0, PRIORITIES.indexOf(priority)).some((above) => this.#queues[above].length > 0);
  }

  /** Lets the next task run after a task of the priority has ended. */
  #startNext(priority: TaskPriority): void {
    this.#count(priority, -1);
    this.#startFree();
  }

  #hasRoom(priority: TaskPriority): boolean {
    if (this.#running >= this.#most) return false;
    return priority !== 'background' || this.#runningBackground < this.#mostBackground;
  }

  #count(priority: TaskPriority, change: 1 | -1): void {
    this.#running += change;
    if (priority === 'background') this.#runningBackground += change;
  }

  #startFree(): void {
    for (const priority of PRIORITIES) {
      while (this.#hasRoom(priority)) {
        const next = this.#queues[priority].shift();
        if (next === undefined) break;
        this.#count(priority, 1);
        next.start();
      }
    }
  }

  /** Puts a task into the queue of the priority. Resolves when the task may run. */
  #waitForPermit(
    priority: TaskPriority,
    round: number,
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
        queue.splice(queue.indexOf(task), 1);
        reject(signal?.reason);
      };
      const task: WaitingTask = { start, round, passed: 0 };
      enqueue(queue, task);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}

/**
 * Adds a task to a queue: a task between two steps comes first; other tasks come before the last tasks of higher rounds,
 * as far as these tasks may still be passed.
 */
function enqueue(queue: WaitingTask[], task: WaitingTask): void {
  if (task.round < 0) {
    queue.unshift(task);
    return;
  }
  const last = queue.findLastIndex(
    ({ round, passed }) => round <= task.round || passed >= MOST_PASSED * round,
  );
  for (const other of queue.slice(last + 1)) other.passed += 1;
  queue.splice(last + 1, 0, task);
}

/** Changes the count of a person; forgets a person without a task. */
function add(counts: Map<string, number>, actor: string | undefined, change: 1 | -1): void {
  if (actor === undefined) return;
  const count = (counts.get(actor) ?? 0) + change;
  if (count > 0) counts.set(actor, count);
  else counts.delete(actor);
}
