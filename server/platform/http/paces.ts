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
  /** Calls that may wait; the connection of the next one is closed, or the call refused. */
  mostWaiting: number;
  /** Seconds after which a call makes sense again that came when the line was full; left out: its connection is closed. */
  refusedFor?: number;
  /** True if a call costs the milliseconds that it takes of the main thread, and not just 1. */
  byTime: boolean;
}

/** Milliseconds between two looks at the waiting calls. */
const TURN_MS = 2;
/** Calls of one party that begin in one turn, so that other parties' calls come between them even in a late turn. */
const PER_TURN = 4;
/** Extra cost of a refused call: a flood consists of refused calls, a person's requests hardly ever are. */
const REFUSED_COST = 3;
/** Largest cost of one call: a call that waits for a worker takes little of the main thread. */
const MOST_COST_MS = 100;
/** Calls that one connection may have sent ahead of their answers; browsers send one. */
const MOST_AHEAD = 32;
/** How often parties that have saved up everything again are forgotten. */
const SWEEP_MS = 60_000;

interface Waiting {
  begin: () => void;
}

interface Line {
  pace: Pace;
  balance: number;
  /** When the budget was last computed, on the monotonic clock. */
  at: number;
  running: number;
  waiting: Set<Waiting>;
}

/**
 * Calls of each party (a session, a network) at a pace of its own: beyond it they wait in its line, and are answered
 * later rather than refused, since a refusal costs nearly as much as an answer and is asked for again at once. However
 * much one party sends, between two of its calls those of all others are taken.
 */
export class Paces {
  readonly #lines = new Map<string, Line>();
  readonly #ahead = new WeakMap<object, number>();
  readonly #now: () => number;
  readonly #busyMs: () => number;
  readonly #sweep: NodeJS.Timeout;
  #turn: NodeJS.Timeout | null = null;
  /** Cost of a call that has run since the start of the server: work, divided among the calls under way. */
  #shared = 0;
  #underWay = 0;
  #sharedAt = 0;

  /**
   * @param now monotonic milliseconds
   * @param busyMs milliseconds that the thread has worked: a call that waits for the store, or for a password's hash, costs
   *   nothing meanwhile
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
   * Waits for a call's turn.
   * @returns null where it is at once.
   * @throws Problem tooManyRequests where its client has gone, or is hung up on because too many wait; overloaded where
   *   the pace refuses instead.
   */
  enter(party: string, pace: Pace, response: ServerResponse): Promise<void> | null {
    // Nobody would tell when it is over: it would be under way for ever, and a voter's page has room for two.
    if (response.closed) return Promise.reject(new Problem('tooManyRequests', undefined, 1));
    const line = this.#lineOf(party, pace);
    this.#reckon(line);
    if (line.waiting.size === 0 && this.#mayBegin(line)) {
      this.#begin(line, response);
      return null;
    }
    if (line.waiting.size >= pace.mostWaiting) {
      if (pace.refusedFor !== undefined)
        return Promise.reject(new Problem('overloaded', undefined, pace.refusedFor));
      // Pipelined calls behind it on the same connection go with it.
      response.socket?.destroy();
      return Promise.reject(new Problem('tooManyRequests', undefined, 1));
    }
    return this.#wait(line, response);
  }

  /** Counts the calls that a connection has sent ahead of their answers; hangs up on one that sends many. */
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
    if (this.#turn !== null) clearTimeout(this.#turn);
  }

  #lineOf(party: string, pace: Pace): Line {
    const known = this.#lines.get(party);
    if (known !== undefined) return known;
    const line = { pace, balance: pace.burst, at: this.#now(), running: 0, waiting: new Set<Waiting>() };
    this.#lines.set(party, line);
    return line;
  }

  #wait(line: Line, response: ServerResponse): Promise<void> {
    this.#turn ??= setTimeout(() => this.#takeTurn(), TURN_MS);
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.waiting.delete(waiting);
        reject(new Problem('tooManyRequests', undefined, 1));
      };
      const waiting: Waiting = {
        begin: () => {
          response.off('close', leave);
          this.#begin(line, response);
          resolve();
        },
      };
      line.waiting.add(waiting);
      response.once('close', leave);
    });
  }

  #takeTurn(): void {
    this.#turn = null;
    let isWaiting = false;
    for (const line of this.#lines.values()) {
      if (line.waiting.size === 0) continue;
      this.#next(line, PER_TURN);
      isWaiting ||= line.waiting.size > 0;
    }
    if (isWaiting) this.#turn = setTimeout(() => this.#takeTurn(), TURN_MS);
  }

  #next(line: Line, most: number): void {
    this.#reckon(line);
    let begun = 0;
    for (const waiting of line.waiting) {
      if (begun >= most || !this.#mayBegin(line)) return;
      line.waiting.delete(waiting);
      waiting.begin();
      begun += 1;
    }
  }

  #mayBegin({ balance, running, pace }: Line): boolean {
    return balance >= 1 && running < pace.atOnce;
  }

  #begin(line: Line, response: ServerResponse): void {
    line.running += 1;
    line.balance -= 1;
    const from = this.#share(1);
    response.once('close', () => {
      line.running -= 1;
      const cost = Math.min(MOST_COST_MS, this.#share(-1) - from);
      if (line.pace.byTime) line.balance -= Math.max(0, cost - 1);
      if (response.statusCode >= 400) line.balance -= REFUSED_COST;
    });
  }

  /** One call more or less is under way; returns what one that began with the server would have cost by now. */
  #share(change: 1 | -1): number {
    const now = this.#busyMs();
    if (this.#underWay > 0) this.#shared += (now - this.#sharedAt) / this.#underWay;
    this.#sharedAt = now;
    this.#underWay += change;
    return this.#shared;
  }

  #reckon(line: Line): void {
    const now = this.#now();
    const { rate, burst } = line.pace;
    line.balance = Math.min(burst, line.balance + ((now - line.at) / 1000) * rate);
    line.at = now;
  }

  #forget(): void {
    for (const [party, line] of this.#lines) {
      this.#reckon(line);
      if (line.running === 0 && line.waiting.size === 0 && line.balance >= line.pace.burst) {
        this.#lines.delete(party);
      }
    }
  }
}
