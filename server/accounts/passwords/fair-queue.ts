interface Waiting {
  start: () => void;
  refuse: (why: unknown) => void;
}

interface Limits {
  /** Works under way at most. */
  atOnce: number;
  /** Works that wait at most. */
  mostWaiting: number;
  /** What is thrown for a work that finds no place. */
  full: () => Error;
}

/**
 * A bounded queue with a lane for each party, which take turns: who sends thousands waits behind their own. When it
 * is full the longest lane loses its last one, so that a crowd in one lane takes no place from the others.
 */
export class FairQueue {
  readonly #limits: Limits;
  /** Lanes that have somebody waiting; the one whose turn is next comes first. */
  readonly #lanes = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs a work when its lane's turn comes.
   * @param signal ends the waiting, when whoever waits for the work has gone
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
      const mine: Waiting = { start, refuse };
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

  /** Starts the next work; its place among the running ones is taken here, before anybody else can. */
  #next(): void {
    const [first] = this.#lanes;
    if (first === undefined) return;
    const [lane, waiting] = first;
    const next = waiting.shift();
    // Behind the other lanes, where it still has somebody.
    this.#lanes.delete(lane);
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#waiting -= 1;
    this.#running += 1;
    next?.start();
  }

  #refuseOne(): void {
    let longest: [string, Waiting[]] | undefined;
    for (const lane of this.#lanes) if (lane[1].length > (longest?.[1].length ?? 0)) longest = lane;
    const last = longest?.[1].at(-1);
    if (longest === undefined || last === undefined) return;
    this.#drop(longest[0], last);
    last.refuse(this.#limits.full());
  }

  /** @returns whether it was still waiting */
  #drop(lane: string, one: Waiting): boolean {
    const waiting = this.#lanes.get(lane) ?? [];
    const place = waiting.lastIndexOf(one);
    if (place < 0) return false;
    waiting.splice(place, 1);
    if (waiting.length === 0) this.#lanes.delete(lane);
    this.#waiting -= 1;
    return true;
  }
}
