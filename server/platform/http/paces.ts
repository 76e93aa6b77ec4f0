import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { hasEnded, whenOver } from './client-gone.ts';
import { Problem } from './problem.ts';

/**
 * Rate limit for a party: a signed-in person, or the network of callers without a session. A party has a
 * budget, refilled steadily and used up by calls. Calls without budget wait.
 */
export interface Pace {
  /** Budget a party gets back each second: milliseconds if `byTime`, otherwise calls. */
  rate: number;
  /** Largest budget a party can save, milliseconds if `byTime`, otherwise calls; also the budget at the start. */
  burst: number;
  /** Most calls of a party that run at the same time; later calls wait. */
  atOnce: number;
  /** Most calls of a party that may wait. The next call is refused. */
  mostWaiting: number;
  /** Error code and seconds to wait if too many calls wait. Without a value, closes the connection. */
  refusal?: { code: 'overloaded' | 'tooManyRequests'; retryAfter: number };
  /** True if a call uses the budget by milliseconds of the main thread; false if each call uses 1. */
  byTime: boolean;
  /**
   * True if a call ends for the limit when the answer is made; default: when the client has read the answer. For a
   * limit of a network: a client that never reads holds no place of others.
   */
  untilAnswered?: true;
}

/** Least and most milliseconds between two checks if waiting calls may start: each check costs the main thread. */
const ROUND_MS = 2;
const LONGEST_ROUND_MS = 100;
/**
 * Most calls of a party started in a check, so other parties' calls come between. Calls with a limit by time start in
 * full groups: a lone call costs twice the processor time, most of the time for waking the threads.
 */
const PER_ROUND = 4;
/**
 * Extra cost of a refused call, in units of the budget: floods consist of refused calls, people's requests rarely.
 */
const REFUSED_COST = 3;
/** Largest cost of a call in milliseconds: a call waiting for a worker takes little of the main thread. */
const MOST_COST_MS = 100;
/** Most calls of a connection sent before the answers; browsers send only a single call. */
const MOST_AHEAD = 32;
/** Most public calls of a connection before the answers: limits the memory of unread answers. */
const MOST_AHEAD_PUBLIC = 4;
/** Milliseconds between two removals of parties with a full budget. */
const SWEEP_MS = 60_000;

interface WaitingCall {
  begin: () => void;
}

interface PartyBudget {
  pace: Pace;
  balance: number;
  /** Time of the last computation of the budget, in milliseconds of a clock that never goes back. */
  at: number;
  running: number;
  waiting: Set<WaitingCall>;
}

/**
 * Applies rate limits to the calls of each party (a signed-in person or a network). A call over the limit
 * waits in the party's queue, and calls of other parties go on.
 */
export class Paces {
  readonly #budgets = new Map<string, PartyBudget>();
  readonly #ahead = new WeakMap<object, number>();
  /** Ends calls of limits with `untilAnswered`. */
  readonly #ends = new WeakMap<ServerResponse, () => void>();
  readonly #now: () => number;
  readonly #busyMs: () => number;
  readonly #sweep: NodeJS.Timeout;
  /** Parties with waiting calls, so a check costs no time for other parties. */
  readonly #crowded = new Set<PartyBudget>();
  #timer: { due: number; timeout: NodeJS.Timeout } | null = null;
  /**
   * Cost in milliseconds of a call that has been open since the start of the server: work time, divided among the
   * calls open at the time.
   */
  #shared = 0;
  #underWay = 0;
  #sharedAt = 0;

  /**
   * @param now clock in milliseconds that never goes back
   * @param busyMs milliseconds that the thread has worked: a call that waits for the database, or for a password
   * hash, costs no time
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
   * Waits for the rate limit of a party until a call may start.
   * @returns null if the call may start at once
   * @throws Problem tooManyRequests if the client has gone, or is disconnected because the queue is full; otherwise
   * the refusal of the limit
   */
  enter(party: string, pace: Pace, response: ServerResponse): Promise<void> | null {
    // No event would end this call: a voter's page has room for two, and the call would stay open for ever.
    if (hasEnded(response)) return Promise.reject(new Problem('tooManyRequests', undefined, 1));
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
      response.req.socket.destroy();
      return Promise.reject(new Problem('tooManyRequests', undefined, 1));
    }
    return this.#wait(budget, response);
  }

  /** Counts the calls of a connection sent before the answers; disconnects a client above the limit. */
  countAhead(
    connection: { destroy: () => unknown },
    response: ServerResponse,
    { isPublic = false }: { isPublic?: boolean } = {},
  ): void {
    const ahead = (this.#ahead.get(connection) ?? 0) + 1;
    this.#ahead.set(connection, ahead);
    if (ahead > (isPublic ? MOST_AHEAD_PUBLIC : MOST_AHEAD)) connection.destroy();
    whenOver(response, () => {
      this.#ahead.set(connection, (this.#ahead.get(connection) ?? 1) - 1);
    });
  }

  /** Ends a call with `untilAnswered`: the answer is made. */
  answered(response: ServerResponse): void {
    this.#ends.get(response)?.();
  }

  stop(): void {
    clearInterval(this.#sweep);
    if (this.#timer !== null) clearTimeout(this.#timer.timeout);
  }

  #budgetOf(party: string, pace: Pace): PartyBudget {
    const current = this.#budgets.get(party);
    if (current !== undefined) return current;
    const budget = {
      pace,
      balance: pace.burst,
      at: this.#now(),
      running: 0,
      waiting: new Set<WaitingCall>(),
    };
    this.#budgets.set(party, budget);
    return budget;
  }

  #wait(budget: PartyBudget, response: ServerResponse): Promise<void> {
    this.#crowded.add(budget);
    this.#checkIn(this.#restOf(budget));
    return new Promise((resolve, reject) => {
      const waiting: WaitingCall = {
        begin: () => {
          this.#begin(budget, response);
          resolve();
        },
      };
      budget.waiting.add(waiting);
      // Without effect for a call that has begun.
      whenOver(response, () => {
        budget.waiting.delete(waiting);
        reject(new Problem('tooManyRequests', undefined, 1));
      });
    });
  }

  #startWaiting(): void {
    this.#timer = null;
    for (const budget of this.#crowded) {
      this.#next(budget, PER_ROUND);
      if (budget.waiting.size === 0) this.#crowded.delete(budget);
      else this.#checkIn(this.#restOf(budget));
    }
  }

  /** Returns the milliseconds until a waiting call of a party may start. */
  #restOf(budget: PartyBudget): number {
    const { balance, running, pace } = budget;
    if (running >= pace.atOnce) return LONGEST_ROUND_MS;
    const rest = ((groupOf(budget) - balance) / pace.rate) * 1000;
    return Math.min(LONGEST_ROUND_MS, Math.max(ROUND_MS, rest));
  }

  /** Checks the waiting calls after at most `ms` milliseconds. */
  #checkIn(ms: number): void {
    const due = performance.now() + ms;
    if (this.#timer !== null) {
      if (this.#timer.due <= due) return;
      clearTimeout(this.#timer.timeout);
    }
    this.#timer = { due, timeout: setTimeout(() => this.#startWaiting(), ms) };
  }

  #next(budget: PartyBudget, most: number): void {
    this.#reckon(budget);
    if (budget.balance < groupOf(budget)) return;
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
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      budget.running -= 1;
      const cost = Math.min(MOST_COST_MS, this.#share(-1) - from);
      if (budget.pace.byTime) budget.balance -= Math.max(0, cost - 1);
      if (response.statusCode >= 400) budget.balance -= REFUSED_COST;
      if (budget.waiting.size > 0) this.#checkIn(this.#restOf(budget));
    };
    whenOver(response, end);
    if (budget.pace.untilAnswered) this.#ends.set(response, end);
  }

  /**
   * Adds (1) or removes (-1) an open call; returns the cost so far of a call that has been open since the server's
   * start.
   */
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

/** Returns the number of waiting calls of a party to start together. */
const groupOf = ({ pace, running, waiting }: PartyBudget): number =>
  pace.byTime ? Math.max(1, Math.min(PER_ROUND, waiting.size, pace.atOnce - running)) : 1;
