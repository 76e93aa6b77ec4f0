import { OneUnderWay } from '../lib/one-under-way.ts';
import { restOf } from '../lib/rest-of.ts';

/** A single change is pushed at once, then at most ten a second per key (the specification, live). */
const INTERVAL_MS = 100;
/** Largest share of a core for the pushes of a key: a more expensive push delays the next push. */
const MOST_OF_CORE = 0.4;
/** Longest interval between pushes for any cost: the process may have been suspended. */
const LONGEST_MS = 2_000;

/** Published state of a key. The revision only grows. */
export interface Published {
  revision: number;
  /** Part of the state visible to all. */
  snapshot: object;
}

/** Port: source of the states. */
export interface StateSource<State> {
  /** Reads the newest state. May reuse unchanged parts of `before`. Rejects if the key does not exist. */
  readState: (key: number, before: State | undefined) => Promise<State>;
  /** Reads only the newest revisions, by key. */
  newestRevisions: (keys: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

/** Port: sender of the listeners' messages, in slices, also after the listeners have returned. */
export interface Sending {
  /** Milliseconds of the event loop used so far. */
  readonly spentMs: number;
  /** Resolves when all passed messages are sent. */
  whenSent: () => Promise<void>;
}

/** Sender without messages. */
const SENT: Sending = { spentMs: 0, whenSent: () => Promise.resolve() };

/** Receives changed keys after a commit. */
export interface ChangeNotifier {
  touch: (...keys: number[]) => void;
}

/** Receives each new state of a key and the previous state, both of this process. */
export type StateListener<State> = (now: State, before: State | undefined, key: number) => void;

/** State of a key in this process: the last read state, the last pushed state, and the pending push. */
interface Watched<State> {
  state: State | undefined;
  /** Last pushed state. A question may have read a newer state, pending for the next push. */
  lastPushed: State | undefined;
  /** A push is reading the state. */
  isReading: boolean;
  /** The last push is still being sent. */
  isSending: boolean;
  /** Milliseconds until the next push, from the cost of the last push. */
  interval: number;
  /** Reads the state; concurrent questions share a read. */
  read: OneUnderWay<State>;
  /** Reads the revision; concurrent questions share a read. */
  revision: OneUnderWay<number>;
  /** Changed since the last push began. */
  dirty: boolean;
  timer: NodeJS.Timeout | null;
  /** Start of the last push by the monotonic clock. Initially long ago, so the first push does not wait. */
  lastPush: number;
}

/**
 * Coalesced publisher. After a commit, `touch(key)` makes the publisher read the state from the database, once for
 * many changes, and notify the listeners. Also answers polls from the last read state after checking that the
 * revision is still the newest.
 */
export class CoalescedPublisher<State extends Published> implements ChangeNotifier {
  readonly #source: StateSource<State>;
  readonly #watched = new Map<number, Watched<State>>();
  readonly #listeners: StateListener<State>[] = [];
  readonly #touchListeners: ((keys: readonly number[]) => void)[] = [];
  /** True if a listener of this process follows the key. Default: always. */
  #isFollowed: (key: number) => boolean = () => true;
  #sending = SENT;
  #stopped = false;

  constructor(source: StateSource<State>) {
    this.#source = source;
  }

  onState(listener: StateListener<State>): void {
    this.#listeners.push(listener);
  }

  /** Includes the sender in the cost of a push: a push begins only after the former is sent. */
  paceBy(sending: Sending): void {
    this.#sending = sending;
  }

  /** Reads changes only of followed keys. Other keys are dropped until the next question. */
  readOnlyFollowed(isFollowed: (key: number) => boolean): void {
    this.#isFollowed = isFollowed;
  }

  /** Registers a listener for touches of this process, to notify the other processes. */
  onTouch(listener: (keys: readonly number[]) => void): void {
    this.#touchListeners.push(listener);
  }

  /** Records changed keys: reads and pushes the states, and notifies the other processes. */
  touch(...keys: number[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.changed(key);
    for (const listener of this.#touchListeners) listener(keys);
  }

  /** Records a changed key of any process: reads at once, or after the interval. */
  changed(key: number): void {
    if (!this.#isFollowed(key)) {
      this.#forget(key);
      return;
    }
    const watched = this.#watch(key);
    watched.dirty = true;
    if (watched.isReading || watched.isSending || watched.timer !== null || this.#stopped) return;
    const wait = restOf(watched.interval, watched.lastPush);
    watched.timer = setTimeout(() => {
      watched.timer = null;
      void this.#push(key, watched);
    }, wait);
  }

  /** Returns the newest state of a key, from memory if the revision is unchanged. */
  async current(key: number): Promise<State> {
    const watched = this.#watch(key);
    if (watched.state !== undefined) {
      const revision = await watched.revision.ask();
      if (revision <= watched.state.revision) return watched.state;
    }
    return watched.read.ask();
  }

  /**
   * Returns the state for a new follower. Pushes a pending state first, so that later events continue from the
   * returned state.
   */
  async joined(key: number): Promise<State> {
    const state = await this.current(key);
    const watched = this.#watch(key);
    this.#tell(key, watched);
    return watched.lastPushed ?? state;
  }

  /** Records changed keys of another process. Reads and pushes keys with a known state. */
  changedElsewhere(keys: readonly number[]): void {
    for (const key of keys) if (this.#watched.get(key)?.state !== undefined) this.changed(key);
  }

  /** Looks for changes with a lost message between processes. */
  async lookForLostWords(): Promise<void> {
    const watchedStates = [...this.#watched].filter(([, { state }]) => state !== undefined);
    if (watchedStates.length === 0) return;
    const newest = await this.#source.newestRevisions(watchedStates.map(([key]) => key));
    for (const [key, { state }] of watchedStates)
      if ((newest.get(key) ?? 0) > (state?.revision ?? 0)) this.changed(key);
  }

  stop(): void {
    this.#stopped = true;
    for (const watched of this.#watched.values()) if (watched.timer !== null) clearTimeout(watched.timer);
  }

  #forget(key: number): void {
    const watched = this.#watched.get(key);
    if (watched === undefined || watched.isReading || watched.isSending) return;
    if (watched.timer !== null) clearTimeout(watched.timer);
    this.#watched.delete(key);
  }

  #watch(key: number): Watched<State> {
    const watched = this.#watched.get(key);
    if (watched !== undefined) return watched;
    const fresh: Watched<State> = {
      state: undefined,
      lastPushed: undefined,
      isReading: false,
      isSending: false,
      dirty: false,
      timer: null,
      interval: INTERVAL_MS,
      lastPush: Number.NEGATIVE_INFINITY,
      read: new OneUnderWay(() => this.#read(key, fresh)),
      revision: new OneUnderWay(async () => (await this.#source.newestRevisions([key])).get(key) ?? 0),
    };
    this.#watched.set(key, fresh);
    return fresh;
  }

  /** Pushes the last read state if newer than the last pushed state, and measures the cost. */
  #tell(key: number, watched: Watched<State>): void {
    const { state: now, lastPushed: before } = watched;
    if (now === undefined || (before !== undefined && now.revision <= before.revision)) return;
    watched.lastPushed = now;
    const sending = this.#sending;
    const began = performance.now();
    for (const listener of this.#listeners) listener(now, before, key);
    const took = performance.now() - began;
    const { spentMs } = sending;
    watched.isSending = true;
    void sending.whenSent().then(() => {
      watched.isSending = false;
      const cost = took + sending.spentMs - spentMs;
      watched.interval = Math.min(LONGEST_MS, Math.max(INTERVAL_MS, cost / MOST_OF_CORE));
      if (watched.dirty) this.changed(key);
    });
  }

  async #push(key: number, watched: Watched<State>): Promise<void> {
    watched.dirty = false;
    watched.lastPush = performance.now();
    watched.isReading = true;
    try {
      await watched.read.ask();
      this.#tell(key, watched);
    } catch {
      // The store is away for a moment; the change stays pending.
      watched.dirty = true;
    } finally {
      watched.isReading = false;
      // A change during the read may be missing in the state.
      if (watched.dirty) this.changed(key);
    }
  }

  /** Called only by `watched.read`, so never concurrently. */
  async #read(key: number, watched: Watched<State>): Promise<State> {
    const now = await this.#source.readState(key, watched.state);
    if (watched.state === undefined || now.revision > watched.state.revision) watched.state = now;
    // A question must not cause a push out of turn: a newer state found by a question is pushed at the usual pace.
    if (watched.lastPushed !== undefined && this.#isFollowed(key)) {
      if (watched.state.revision > watched.lastPushed.revision && !watched.isReading) this.changed(key);
    } else this.#tell(key, watched);
    return watched.state;
  }
}
