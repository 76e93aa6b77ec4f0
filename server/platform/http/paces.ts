import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Problem } from './problem.ts';

/** Budget of one party (a session or a network). */
export interface Pace {
  /** Cost that comes back each second. */
  rate: number;
  /** Largest saved budget, and the first one. */
  burst: number;
  /** Calls under way at once. */
  atOnce: number;
  /** Calls that may wait besides. The next call is refused. */
  mostWaiting: number;
  /** Refusal by a full queue, with the seconds to wait. Without a value the connection is closed. */
  refusal?: { code: 'overloaded' | 'tooManyRequests'; retryAfter: number };
  /** True if a call costs its milliseconds of the main thread; otherwise each call costs 1. */
  byTime: boolean;
}

/** Milliseconds between two looks at the waiting calls. */
const ROUND_MS = 2;
/** Calls of one party started per round, so that calls of other parties come between. */
const PER_ROUND = 4;
/** Extra cost of a refused call: floods consist of refused calls, people's requests rarely. */
const REFUSED_COST = 3;
/** Largest cost of one call: a call that waits for a worker takes little of the main thread. */
const MOST_COST_MS = 100;
/** Calls of a connection ahead of the answers; browsers send one. */
const MOST_AHEAD = 32;
/** Interval to forget parties with a full budget. */
const SWEEP_MS = 60_000;

interface Waiting {
  begin: () => void;
}

interface PartyBudget {
  pace: Pace;
  balance: number;
  /** Time of the last computation of the budget, on the monotonic clock. */
  at: number;
  running: number;
  waiting: Set<Waiting>;
}

/**
 * Limits the pace of each party (a session, a network). Calls beyond the pace wait in the party's queue: a refusal
 * costs nearly as much as an answer and the client repeats it at once. Calls of other parties come between two calls
 * of a party.
 */
export class Paces {
  readonly #budgets = new Map<string, PartyBudget>();
  readonly #ahead = new WeakMap<object, number>();
  readonly #now: () => number;
  readonly #busyMs: () => number;
  readonly #sweep: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;
  /** Cost of a call that has run since the start of the server: work, divided among the open calls. */
  #shared = 0;
  #underWay = 0;
  #sharedAt = 0;

  /**
   * @param now monotonic milliseconds
   * @param busyMs milliseconds of work of the thread: a call that waits for the store, or for a password hash, costs
   * no time
   */
  constructor(
    now: () => number = () => performance.now(),
    busyMs: () => number = () => performance.eventLoopUtilization().active,
  ) {
    this.#now = now;
    this.#busyMs = busyMs;
    this.#sweep = setInterval(() => this.#forget(), SWEEP_MS).unref();
  }

  /**
   * Waits until a call may start.
   * @returns null if the call may start at once.
   * @throws Problem tooManyRequests if the client has gone, or is disconnected by a full queue; else the refusal of the
   * pace.
   */
  enter(party: string, pace: Pace, response: ServerResponse): Promise<void> | null {
    // No event would end this call: a voter's page has room for two, and the call would stay open for ever.
    if (response.closed) return Promise.reject(new Problem('tooManyRequests', undefined, 1));
    const budget = this.#budgetOf(party, pace);
    this.#reckon(budget);
    if (budget.waiting.size === 0 && this.#mayBegin(budget)) {
      this.#begin(budget, response);
      return null;
    }
    if (budget.waiting.size >= pace.mostWaiting) {
      if (pace.refusal !== undefined)
        return Promise.reject(new Problem(pace.refusal.code, undefined, pace.refusal.retryAfter));
      // Pipelined calls behind this call end with the connection.
      response.socket?.destroy();
      return Promise.reject(new Problem('tooManyRequests', undefined, 1));
    }
    return this.#wait(budget, response);
  }

  /** Counts the calls that a connection has sent ahead of the answers; disconnects above the limit. */
  countAhead(connection: { destroy: () => unknown }, response: ServerResponse): void {
    const ahead = (this.#ahead.get(connection) ?? 0) + 1;
    this.#ahead.set(connection, ahead);
    if (ahead > MOST_AHEAD) connection.destroy();
    response.once('close', () => {
      this.#ahead.set(connection, (this.#ahead.get(connection) ?? 1) - 1);
    });
  }

  stop(): void {
    clearInterval(this.#sweep);
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #budgetOf(party: string, pace: Pace): PartyBudget {
    const current = this.#budgets.get(party);
    if (current !== undefined) return current;
    const budget = { pace, balance: pace.burst, at: this.#now(), running: 0, waiting: new Set<Waiting>() };
    this.#budgets.set(party, budget);
    return budget;
  }

  #wait(budget: PartyBudget, response: ServerResponse): Promise<void> {
    this.#timer ??= setTimeout(() => this.#startWaiting(), ROUND_MS);
    return new Promise((resolve, reject) => {
      const leave = () => {
        budget.waiting.delete(waiting);
        reject(new Problem('tooManyRequests', undefined, 1));
      };
      const waiting: Waiting = {
        begin: () => {
          response.off('close', leave);
          this.#begin(budget, response);
          resolve();
        },
      };
      budget.waiting.add(waiting);
      response.once('close', leave);
    });
  }

  #startWaiting(): void {
    this.#timer = null;
    let isWaiting = false;
    for (const budget of this.#budgets.values()) {
      if (budget.waiting.size === 0) continue;
      this.#next(budget, PER_ROUND);
      isWaiting ||= budget.waiting.size > 0;
    }
    if (isWaiting) this.#timer = setTimeout(() => this.#startWaiting(), ROUND_MS);
  }

  #next(budget: PartyBudget, most: number): void {
    this.#reckon(budget);
    let begun = 0;
    for (const waiting of budget.waiting) {
      if (begun >= most || !this.#mayBegin(budget)) return;
      budget.waiting.delete(waiting);
      waiting.begin();
      begun += 1;
    }
  }

  #mayBegin({ balance, running, pace }: PartyBudget): boolean {
    return balance >= 1 && running < pace.atOnce;
  }

  #begin(budget: PartyBudget, response: ServerResponse): void {
    budget.running += 1;
    budget.balance -= 1;
    const from = this.#share(1);
    response.once('close', () => {
      budget.running -= 1;
      const cost = Math.min(MOST_COST_MS, this.#share(-1) - from);
      if (budget.pace.byTime) budget.balance -= Math.max(0, cost - 1);
      if (response.statusCode >= 400) budget.balance -= REFUSED_COST;
    });
  }

  /** Adds or removes an open call; returns the cost so far of a call that started with the server. */
  #share(change: 1 | -1): number {
    const now = this.#busyMs();
    if (this.#underWay > 0) this.#shared += (now - this.#sharedAt) / this.#underWay;
    this.#sharedAt = now;
    this.#underWay += change;
    return this.#shared;
  }

  #reckon(budget: PartyBudget): void {
    const now = this.#now();
    const { rate, burst } = budget.pace;
    budget.balance = Math.min(burst, budget.balance + ((now - budget.at) / 1000) * rate);
    budget.at = now;
  }

  #forget(): void {
    for (const [party, budget] of this.#budgets) {
      this.#reckon(budget);
      if (budget.running === 0 && budget.waiting.size === 0 && budget.balance >= budget.pace.burst) {
        this.#budgets.delete(party);
      }
    }
  }
}
