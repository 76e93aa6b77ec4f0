import { StoreFault } from './store-fault.ts';

/**
 * Names of the lanes, the highest priority first. A lane is a priority of database calls: a free connection
 * goes to the waiting call with the highest lane, so votes pass before reports.
 */
export const LANES = ['votes', 'registrations', 'reads', 'lists', 'reports', 'checks'] as const;
/** Priority of a database call: a value of `LANES`. */
export type Lane = (typeof LANES)[number];

/**
 * A number of calls or connections for each lane (priority of database calls). As limit of the connections:
 * a call of a lane waits if the number of connections is in use, so connections stay free for higher lanes.
 */
export type LaneRoom = Readonly<Record<Lane, number>>;

/**
 * Maximum calls waiting in a lane. A further call is refused at once, because the caller would give up first. The
 * ballot box limits the votes earlier (`MAX_WAITING`).
 */
const MOST_WAITING: LaneRoom = {
  votes: 20_000,
  registrations: 5000,
  reads: 2000,
  lists: 500,
  reports: 500,
  checks: 1000,
};

/**
 * Milliseconds covered by the average wait, as for the delay of the event loop: a single long transaction is no
 * crowd.
 */
const WINDOW_MS = 5000;

interface WaitingStatement {
  since: number;
  begin: () => void;
}

/** Average wait of the calls of a lane in the last seconds. */
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
 * Queue for the store's connections: higher lanes first; within a lane, first come, first served. SQLite has a
 * single connection; on PostgreSQL lower lanes leave part of the connections to higher lanes.
 */
export class StoreLanes {
  readonly #room: LaneRoom;
  readonly #patienceMs: number;
  readonly #now: () => number;
  readonly #lanes: Record<Lane, { waiting: Set<WaitingStatement>; lateness: Lateness }>;
  #taken = 0;

  /**
   * @param room maximum connections in use, by lane
   * @param patienceMs longest wait for a connection
   * @param now clock in milliseconds that never goes back
   */
  constructor(room: LaneRoom, patienceMs = Number.POSITIVE_INFINITY, now = () => performance.now()) {
    this.#room = room;
    this.#patienceMs = patienceMs;
    this.#now = now;
    const lane = () => ({ waiting: new Set<WaitingStatement>(), lateness: new Lateness() });
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
   * @param isBack true for a caller that gave the connection back for a moment: never refused
   * @throws StoreFault if too many calls wait in the lane, or after `patienceMs`
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
      const turn: WaitingStatement = { since: this.#now(), begin: resolve };
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

  /**
   * Returns the average milliseconds that calls of a lane have waited in the last seconds; more if no call got a
   * connection since.
   */
  lateMs(lane: Lane): number {
    const { waiting, lateness } = this.#lanes[lane];
    const [oldest] = waiting;
    const stalled = oldest === undefined ? 0 : this.#now() - oldest.since - WINDOW_MS;
    return Math.max(lateness.mean(this.#now()), stalled);
  }

  /** Returns the milliseconds that the oldest waiting call of all lanes has waited; 0 if no call waits. */
  longestWaitMs(): number {
    const oldest = LANES.flatMap((lane) => [...this.#lanes[lane].waiting].slice(0, 1));
    return Math.max(0, ...oldest.map(({ since }) => this.#now() - since));
  }

  /** Returns the number of calls now waiting in a lane. */
  waitingIn(lane: Lane): number {
    return this.#lanes[lane].waiting.size;
  }
}

const crowded = (lane: Lane): StoreFault =>
  new StoreFault('crowded', new Error(`Too many calls wait for the store in lane ${lane}.`));

/** Milliseconds between two looks. */
const STALL_LOOK_MS = 15_000;
/** Milliseconds that a call waits for an unused connection before the server counts as stalled. */
const STALLED_MS = 30_000;

interface Watched {
  lanes: StoreLanes;
  /** Messages to the connection: number sent so far, and number without an answer yet. */
  traffic: { sent: number; unanswered: number };
}

/**
 * Returns a function to call every few seconds. The function detects a stuck transaction: the transaction
 * has held SQLite's only connection for 30 seconds without sending a statement, while other calls waited. A
 * stuck transaction is a fault of the program.
 * @returns function with a sentence for the log as result, or null without a stuck transaction
 */
export function stallFinder({ lanes, traffic }: Watched): () => string | null {
  let sentBefore = -1;
  return () => {
    const isUnused = traffic.unanswered === 0 && traffic.sent === sentBefore;
    sentBefore = traffic.sent;
    const waitMs = lanes.longestWaitMs();
    if (!isUnused || waitMs < STALLED_MS) return null;
    return `A transaction has held the store for ${Math.round(waitMs / 1000)} s without a statement, and others wait.`;
  };
}

/**
 * Looks for a stuck transaction (see `stallFinder`) every 15 seconds, and calls `onStall` at the first
 * find.
 * @returns function to end the checks
 */
export function watchForStall(watched: Watched, onStall: (error: Error) => void): () => void {
  const find = stallFinder(watched);
  const timer = setInterval(() => {
    const stall = find();
    if (stall === null) return;
    clearInterval(timer);
    onStall(new Error(stall));
  }, STALL_LOOK_MS).unref();
  return () => clearInterval(timer);
}
