/** Environment of a simulated evening: a store, one or two server processes, and faults to inject. */
import { setImmediate as turn } from 'node:timers/promises';
import { type ApiError, toApiError } from '../../../client/lib/api.ts';
import { isWorthResending, resend, sleep } from '../../../client/lib/resend.ts';
import type { TestApp } from '../../../server/testing/app.ts';
import { type ServerProcess, startServer } from '../../../server/testing/process.ts';
import { getHealth } from '../../../shared/platform.api.ts';
import type { Plan } from './plan.ts';
import type { EveningStore } from './stores.ts';

/**
 * Faults of a server process in a simulated evening: signals, or `storeAway`, a moment without the
 * database.
 */
export const harms = ['SIGKILL', 'SIGTERM', 'storeAway'] as const;
export type Harm = (typeof harms)[number];

/** Time limit of a call with retries, ms: many times the start of a server on a busy machine. */
const PATIENCE_MS = 120_000;
/** Pause between retries, ms, if the server requests no pause. */
const LEAST_PAUSE_MS = 20;

/** Converts a failed answer to the ApiError that the client would throw. */
const errorOf = (reply: { status: number; body: unknown; headers: Record<string, unknown> }): ApiError =>
  toApiError(reply.status, reply.body, String(reply.headers['retry-after'] ?? ''));

/** Pattern of a log line about an unexpected error. */
const UNFORESEEN = /"level":60|uncaught|unhandled/i;

interface Seat {
  server: ServerProcess;
  /** True if the evening ordered the process to end. */
  isEnding: boolean;
}

export class Premises {
  readonly #store: EveningStore;
  readonly #seats: Promise<Seat>[];
  /** Number of injected faults. `sentAgain`: number of retries caused by faults. */
  hurts = 0;
  sentAgain = 0;
  /** Output of a server process that ended without an order. Null if no process did. */
  #fallen: Error | null = null;

  private constructor(store: EveningStore, seats: Promise<Seat>[]) {
    this.#store = store;
    this.#seats = seats;
  }

  /** Starts the server processes on a store. */
  static async open(store: EveningStore): Promise<Premises> {
    const premises = new Premises(store, []);
    for (let at = 0; at < store.processes; at += 1) premises.#seats.push(premises.#start());
    await premises.allUp();
    return premises;
  }

  get plan(): Plan {
    return this.#store.plan;
  }

  /** Number of server processes. */
  get processes(): number {
    return this.#seats.length;
  }

  get engine(): EveningStore['engine'] {
    return this.#store.engine;
  }

  async #start(): Promise<Seat> {
    const seat = { server: await startServer(this.#store.setup), isEnding: false };
    void seat.server.ended.then((how) => {
      if (seat.isEnding) return;
      this.#fallen ??= new Error(`A server ended by itself: ${how}\n${seat.server.output()}`);
    });
    return seat;
  }

  #seat(via: number): Promise<Seat> {
    const seat = this.#seats[via % this.#seats.length];
    if (seat === undefined) throw new Error('No server was started.');
    return seat;
  }

  /** Resolves when every process listens. */
  async allUp(): Promise<void> {
    await Promise.all(this.#seats);
  }

  /** Current URL of a server process. */
  async urlOf(via: number): Promise<string> {
    return (await this.#seat(via)).server.url;
  }

  /** Sends a request once. Throws an ApiError, or the connection error if a retry makes sense. */
  async once<T extends { status: number; body: unknown; headers: Record<string, unknown> }>(
    via: number,
    send: (call: TestApp['call']) => Promise<T>,
  ): Promise<T> {
    const { server } = await this.#seat(via);
    const reply = await send(server.call);
    if (reply.status >= 400) {
      const error = errorOf(reply);
      if (isWorthResending(error)) throw error;
    }
    return reply;
  }

  /** Sends a request until answered, as the client does. Each retry goes to the next server process. */
  ask<T extends { status: number; body: unknown; headers: Record<string, unknown> }>(
    via: number,
    send: (call: TestApp['call']) => Promise<T>,
  ): Promise<T> {
    let at = via;
    return resend(() => this.once(at++, send), {
      forMs: PATIENCE_MS,
      onWait: () => {
        this.sentAgain += 1;
      },
      pause: async (_ms, leastMs) => {
        await sleep(Math.max(leastMs, LEAST_PAUSE_MS));
        if (this.#fallen !== null) throw this.#fallen;
        await this.allUp();
      },
    });
  }

  /** Returns a function for read-only calls with the desk's session. */
  reader(via: number): TestApp['call'] {
    const { token } = this.plan.operator;
    return (endpoint, input) => this.ask(via, (call) => call(endpoint, input, { token }));
  }

  /**
   * Injects a fault into a server process after `turns` of the event loop. Resolves when the process or the
   * replacement is up.
   */
  async hurt(via: number, harm: Harm, turns = 0): Promise<void> {
    this.hurts += 1;
    for (let at = 0; at < turns; at += 1) await turn();
    const seat = await this.#seat(via);
    if (harm === 'storeAway') {
      const giveBack = await this.#store.takeAway();
      // The health check forces a write. Its answer is tested elsewhere.
      await seat.server.call(getHealth).catch(() => null);
      return giveBack();
    }
    seat.isEnding = true;
    this.#seats[via % this.#seats.length] = seat.server.end(harm).then(() => this.#start());
    await this.#seat(via);
  }

  /** Ends all server processes. Fails if a process had ended without an order or logged an unexpected error. */
  async end(harm: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    for (const waiting of this.#seats) {
      const seat = await waiting;
      const { server } = seat;
      if (this.#fallen !== null) throw this.#fallen;
      seat.isEnding = true;
      await server.end(harm);
      if (UNFORESEEN.test(server.output())) throw new Error(`Unexpected log:\n${server.output()}`);
    }
  }

  /** Ends the server processes that still run. */
  async close(): Promise<void> {
    for (const seat of await Promise.allSettled(this.#seats)) {
      if (seat.status === 'rejected') continue;
      seat.value.isEnding = true;
      await seat.value.server.end('SIGKILL');
    }
  }
}
