/** What an evening stands on: a store of its own, one or two server processes, and those who can hurt them. */
import { setImmediate as turn } from 'node:timers/promises';
import { type ApiError, toApiError } from '../../../client/lib/api.ts';
import { isWorthResending, resend, sleep } from '../../../client/lib/resend.ts';
import type { TestApp } from '../../../server/testing/app.ts';
import { type ServerProcess, startServer } from '../../../server/testing/process.ts';
import { getHealth } from '../../../shared/platform.api.ts';
import type { Plan } from './plan.ts';
import type { EveningStore } from './stores.ts';

/** How a process is hurt; without its store for a moment it goes on. */
export const harms = ['SIGKILL', 'SIGTERM', 'storeAway'] as const;
export type Harm = (typeof harms)[number];

/** A call is sent again for this long, in milliseconds: many times what a start takes on a busy machine. */
const PATIENCE_MS = 120_000;
/** Between tries where the server asks for no pause: it is there again, or a moment away. */
const LEAST_PAUSE_MS = 20;

/** A refusal as an answer, a fault as what was thrown. */
const errorOf = (reply: { status: number; body: unknown; headers: Record<string, unknown> }): ApiError =>
  toApiError(reply.status, reply.body, String(reply.headers['retry-after'] ?? ''));

/** What a server says when something happened to it that nobody foresaw. */
const UNFORESEEN = /"level":60|uncaught|unhandled/i;

interface Seat {
  server: ServerProcess;
  /** Whether it was told to end. */
  isEnding: boolean;
}

export class Premises {
  readonly #store: EveningStore;
  readonly #seats: Promise<Seat>[];
  /** How often something was hurt, and requests were sent again for it. */
  hurts = 0;
  sentAgain = 0;
  /** What a process said that ended and was not told to. */
  #fallen: Error | null = null;

  private constructor(store: EveningStore, seats: Promise<Seat>[]) {
    this.#store = store;
    this.#seats = seats;
  }

  /** Starts the processes on the store. */
  static async open(store: EveningStore): Promise<Premises> {
    const premises = new Premises(store, []);
    for (let at = 0; at < store.processes; at += 1) premises.#seats.push(premises.#start());
    await premises.allUp();
    return premises;
  }

  get plan(): Plan {
    return this.#store.plan;
  }

  /** How many server processes there are. */
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

  /** Where a process is to be found now. */
  async urlOf(via: number): Promise<string> {
    return (await this.#seat(via)).server.url;
  }

  /** One try. Throws ApiError or what the connection says where it is worth another one. */
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

  /** Sends a request until it is answered, as the client does, each time to the next process. */
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

  /** Calls with the desk's session that change nothing. */
  reader(via: number): TestApp['call'] {
    const { token } = this.plan.operator;
    return (endpoint, input) => this.ask(via, (call) => call(endpoint, input, { token }));
  }

  /** Hurts a process, `turns` of the event loop from now; resolves when it, or what takes its place, is there. */
  async hurt(via: number, harm: Harm, turns = 0): Promise<void> {
    this.hurts += 1;
    for (let at = 0; at < turns; at += 1) await turn();
    const seat = await this.#seat(via);
    if (harm === 'storeAway') {
      const giveBack = await this.#store.takeAway();
      // Whoever asks how it is makes it write; what it answers is the matter of other tests.
      await seat.server.call(getHealth).catch(() => null);
      return giveBack();
    }
    seat.isEnding = true;
    this.#seats[via % this.#seats.length] = seat.server.end(harm).then(() => this.#start());
    await this.#seat(via);
  }

  /** Ends all processes, and makes sure that none ended by itself before or said that it had met the unforeseen. */
  async end(harm: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    for (const waiting of this.#seats) {
      const seat = await waiting;
      const { server } = seat;
      if (this.#fallen !== null) throw this.#fallen;
      seat.isEnding = true;
      await server.end(harm);
      if (UNFORESEEN.test(server.output())) throw new Error(`Unforeseen:\n${server.output()}`);
    }
  }

  /** Ends whatever still runs. */
  async close(): Promise<void> {
    for (const seat of await Promise.allSettled(this.#seats)) {
      if (seat.status === 'rejected') continue;
      seat.value.isEnding = true;
      await seat.value.server.end('SIGKILL');
    }
  }
}
