import { StoreFault } from './store-fault.ts';

/** Users of the store, in order of priority. */
export const LANES = ['votes', 'registrations', 'reads', 'lists', 'reports', 'checks'] as const;
export type Lane = (typeof LANES)[number];

/** Used connections at most before a lane may take another: leaves room for lanes before it. */
export type LaneRoom = Readonly<Record<Lane, number>>;

/**
 * Turns that may wait in a lane. The next turn is refused at once, because the caller would give up first. The ballot
 * box limits the votes (`MAX_WAITING`).
 */
const MOST_WAITING: LaneRoom = {
  votes: 20_000,
  registrations: 5000,
  reads: 2000,
  lists: 500,
  reports: 500,
  checks: 1000,
};

/** Period of the averages, as for the delay of the event loop: a single long transaction is no crowd. */
const WINDOW_MS = 5000;

interface Waiting {
  since: number;
  begin: () => void;
}

/** Mean of the waits of the last seconds. */
class Lateness {
  #began = 0;
  #now = { sum: 0, times: 0 };
  #before = { sum: 0, times: 0 };

  note(waitMs: number, at: number): void {
    this.#turnTo(at);
    this.#now.sum += waitMs;
    this.#now.times += 1;
  }

  mean(at: number): number {
    this.#turnTo(at);
    return (this.#now.sum + this.#before.sum) / Math.max(1, this.#now.times + this.#before.times);
  }

  #turnTo(at: number): void {
    if (at - this.#began < WINDOW_MS / 2) return;
    this.#before = at - this.#began < WINDOW_MS ? this.#now : { sum: 0, times: 0 };
    this.#now = { sum: 0, times: 0 };
    this.#began = at;
  }
}

/**
 * Semaphore before the store's connections: first lane first, and in a lane first come, first served. SQLite has one
 * connection; on PostgreSQL later lanes leave part of the pool to the lanes before.
 */
export class StoreLanes {
  readonly #room: LaneRoom;
  readonly #patienceMs: number;
  readonly #now: () => number;
  readonly #lanes: Record<Lane, { waiting: Set<Waiting>; lateness: Lateness }>;
  #taken = 0;

  /** @param patienceMs longest wait for a turn; @param now monotonic milliseconds */
  constructor(room: LaneRoom, patienceMs = Number.POSITIVE_INFINITY, now = () => performance.now()) {
    this.#room = room;
    this.#patienceMs = patienceMs;
    this.#now = now;
    const lane = () => ({ waiting: new Set<Waiting>(), lateness: new Lateness() });
    this.#lanes = {
      votes: lane(),
      registrations: lane(),
      reads: lane(),
      lists: lane(),
      reports: lane(),
      checks: lane(),
    };
  }

  /**
   * Waits for a connection.
   * @param isBack true for a turn given back for a moment: never refused
   * @throws StoreFault if too many wait in the lane, or after the patience
   */
  async take(lane: Lane, isBack = false): Promise<void> {
    const { waiting, lateness } = this.#lanes[lane];
    if (waiting.size === 0 && this.#taken < this.#room[lane]) {
      this.#taken += 1;
      lateness.note(0, this.#now());
      return;
    }
    if (!isBack && waiting.size >= MOST_WAITING[lane]) throw crowded(lane);
    await new Promise<void>((resolve, reject) => {
      const turn: Waiting = { since: this.#now(), begin: resolve };
      waiting.add(turn);
      if (this.#patienceMs === Number.POSITIVE_INFINITY) return;
      const timer = setTimeout(() => {
        waiting.delete(turn);
        reject(crowded(lane));
      }, this.#patienceMs);
      turn.begin = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  giveBack(): void {
    this.#taken -= 1;
    for (const lane of LANES) {
      const { waiting, lateness } = this.#lanes[lane];
      for (const turn of waiting) {
        if (this.#taken >= this.#room[lane]) break;
        waiting.delete(turn);
        // Stays taken for the next turn: no other caller may come between.
        this.#taken += 1;
        lateness.note(this.#now() - turn.since, this.#now());
        turn.begin();
      }
    }
  }

  /** Average wait for turns of a lane in the last seconds; more if no turn came in that time. */
  lateMs(lane: Lane): number {
    const { waiting, lateness } = this.#lanes[lane];
    const [oldest] = waiting;
    const stalled = oldest === undefined ? 0 : this.#now() - oldest.since - WINDOW_MS;
    return Math.max(lateness.mean(this.#now()), stalled);
  }

  /** Number of turns waiting in a lane now. */
  waitingIn(lane: Lane): number {
    return this.#lanes[lane].waiting.size;
  }
}

const crowded = (lane: Lane): StoreFault =>
  new StoreFault('crowded', new Error(`Too many wait for the store in the lane of ${lane}.`));
