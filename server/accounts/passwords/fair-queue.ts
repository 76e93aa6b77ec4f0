interface WaitingHash {
  start: () => void;
  refuse: (why: unknown) => void;
}

interface Limits {
  /** Maximum number of jobs that run at the same time. */
  atOnce: number;
  /** Maximum number of jobs in the queue. */
  mostWaiting: number;
  /** Makes the error for a job that a full queue refuses. */
  full: () => Error;
}

/**
 * Queue of jobs with a separate lane for each network or device. The lanes take turns, so an attacker with
 * thousands of jobs does not delay other people. If the queue is full, the longest lane loses the last job.
 */
export class FairQueue {
  readonly #limits: Limits;
  /** Lanes with waiting jobs. The first lane of the map is served next. */
  readonly #lanes = new Map<string, WaitingHash[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs a job when the turn comes to the job's lane.
   * @param signal ends the wait, for example if the caller closed the connection
   */
  async run<T>(lane: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running >= this.#limits.atOnce) await this.#place(lane, signal);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  async #place(lane: string, signal?: AbortSignal): Promise<void> {
    let leave = (): void => undefined;
    const turn = new Promise<void>((start, refuse) => {
      const mine: WaitingHash = { start, refuse };
      const before = this.#lanes.get(lane);
      if (before === undefined) this.#lanes.set(lane, [mine]);
      else before.push(mine);
      this.#waiting += 1;
      leave = () => {
        if (this.#drop(lane, mine)) refuse(signal?.reason);
      };
    });
    signal?.addEventListener('abort', leave, { once: true });
    if (this.#waiting > this.#limits.mostWaiting) this.#refuseOne();
    try {
      await turn;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Starts the next waiting job, and counts the job as running before any other code runs. */
  #next(): void {
    const [first] = this.#lanes;
    if (first === undefined) return;
    const [lane, waiting] = first;
    const next = waiting.shift();
    // Moves the lane to the end if jobs still wait.
    this.#lanes.delete(lane);
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#waiting -= 1;
    this.#running += 1;
    next?.start();
  }

  #refuseOne(): void {
    let longest: [string, WaitingHash[]] | undefined;
    for (const lane of this.#lanes) if (lane[1].length > (longest?.[1].length ?? 0)) longest = lane;
    const last = longest?.[1].at(-1);
    if (longest === undefined || last === undefined) return;
    this.#drop(longest[0], last);
    last.refuse(this.#limits.full());
  }

  /** Removes a job from its lane. @returns true if the job was still waiting */
  #drop(lane: string, one: WaitingHash): boolean {
    const waiting = this.#lanes.get(lane) ?? [];
    const place = waiting.lastIndexOf(one);
    if (place < 0) return false;
    waiting.splice(place, 1);
    if (waiting.length === 0) this.#lanes.delete(lane);
    this.#waiting -= 1;
    return true;
  }
}
