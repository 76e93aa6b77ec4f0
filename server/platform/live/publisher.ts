import { OneUnderWay } from '../lib/one-under-way.ts';
import { restOf } from '../lib/rest-of.ts';

/**
 * Milliseconds between two pushes of a key: a single change is pushed at once, then at most ten a second (the
 * specification, live).
 */
const INTERVAL_MS = 100;
/** Largest share of a processor core for the pushes of a key: an expensive push delays the next push. */
const MOST_OF_CORE = 0.4;
/** Longest milliseconds between pushes, at any cost: the process may have been suspended during a push. */
const LONGEST_MS = 2_000;

/** State of a joint or event as sent to live clients, with the revision (counter of changes). */
export interface Published {
  /** Counter of changes of the joint or event; grows with every change. */
  revision: number;
  /** Part of the state visible to everybody. */
  snapshot: object;
}

/** Functions to read the states to publish from the database. A key is the number of a joint or event. */
export interface StateSource<State> {
  /** Reads the newest state of a key. May reuse unchanged parts of `before`. Rejects if the key does not exist. */
  readState: (key: number, before: State | undefined) => Promise<State>;
  /** Reads only the newest revision numbers of keys (joints, events). */
  newestRevisions: (keys: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

/** Progress of sending changes to the live clients in the background. */
export interface Sending {
  /** Milliseconds of the event loop spent on sending so far. */
  readonly spentMs: number;
  /** Resolves when all messages passed so far are sent. */
  whenSent: () => Promise<void>;
}

/** Sender that has sent all messages: the state at the start. */
const SENT: Sending = { spentMs: 0, whenSent: () => Promise.resolve() };

/** Function to announce changed joints or events after a commit, so live clients get the new state. */
export interface ChangeNotifier {
  /** Announces changes of joints or events by number. Call after the commit. */
  touch: (...keys: number[]) => void;
}

/**
 * Function called with each new state of a joint or event read in the process, and with the state before.
 */
export type StateListener<State> = (now: State, before: State | undefined, key: number) => void;

/** Data of a key with listeners in this process: last read state, last pushed state, and waiting push. */
interface Watched<State> {
  state: State | undefined;
  /** Last pushed state. A client's question may have read a newer state, to be sent by the next push. */
  lastPushed: State | undefined;
  /** True while a push reads the state. */
  isReading: boolean;
  /** True while the last push is being sent. */
  isSending: boolean;
  /** Milliseconds until the next push, computed from the cost of the last push. */
  interval: number;
  /** Reads the state; concurrent callers share a query. */
  read: OneUnderWay<State>;
  /** Reads the revision; concurrent callers share a query. */
  revision: OneUnderWay<number>;
  /** True if the key changed since the last push began. */
  dirty: boolean;
  timer: NodeJS.Timeout | null;
  /**
   * Start of the last push, in milliseconds of a clock that never goes back. Long ago at first, so the first push
   * does not wait.
   */
  lastPush: number;
}

/**
 * Publishes the states of joints or events (key: number of the joint or event). After a commit,
 * `touch(key)` makes the publisher read the state from the database, once for many changes, and call the
 * listeners. Requests for a state get the last state read, after a check for a newer revision.
 */
export class CoalescedPublisher<State extends Published> implements ChangeNotifier {
  readonly #source: StateSource<State>;
  readonly #watched = new Map<number, Watched<State>>();
  readonly #listeners: StateListener<State>[] = [];
  readonly #touchListeners: ((keys: readonly number[]) => void)[] = [];
  /** Returns true if a listener of this process follows the key. Default: always. */
  #isFollowed: (key: number) => boolean = () => true;
  #sending = SENT;
  #stopped = false;

  constructor(source: StateSource<State>) {
    this.#source = source;
  }

  onState(listener: StateListener<State>): void {
    this.#listeners.push(listener);
  }

  /** Counts the sending in the cost of a push: a push begins only after the earlier push is sent. */
  paceBy(sending: Sending): void {
    this.#sending = sending;
  }

  /**
   * Reads states only for keys with a listener (`isFollowed`). A change of another key drops the cached state; the
   * next request reads the state again.
   */
  readOnlyFollowed(isFollowed: (key: number) => boolean): void {
    this.#isFollowed = isFollowed;
  }

  /** Registers a listener for keys changed by this process, for example to notify the other processes. */
  onTouch(listener: (keys: readonly number[]) => void): void {
    this.#touchListeners.push(listener);
  }

  /** Handles keys changed by this process: reads and pushes the states, and notifies the other processes. */
  touch(...keys: number[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.changed(key);
    for (const listener of this.#touchListeners) listener(keys);
  }

  /** Handles the change of a key by any process: reads the state at once, or after the pause between pushes. */
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

  /** Returns the newest state of a key, from memory if the revision in the database is unchanged. */
  async current(key: number): Promise<State> {
    const watched = this.#watch(key);
    if (watched.state !== undefined) {
      const revision = await watched.revision.ask();
      if (revision <= watched.state.revision) return watched.state;
    }
    return watched.read.ask();
  }

  /**
   * Returns the state for a new listener. Pushes a waiting state first, so later events continue from the returned
   * state.
   */
  async joined(key: number): Promise<State> {
    const state = await this.current(key);
    const watched = this.#watch(key);
    this.#tell(key, watched);
    return watched.lastPushed ?? state;
  }

  /** Handles keys changed by another process. Reads and pushes only keys with a state in memory. */
  changedElsewhere(keys: readonly number[]): void {
    for (const key of keys) if (this.#watched.get(key)?.state !== undefined) this.changed(key);
  }

  /** Looks for changes of other processes with a lost message: compares the revisions with the database. */
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

  /** Pushes the last read state to the listeners if newer than the last pushed state, and measures the cost. */
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

  /** Reads the state from the source. Only `watched.read` calls this function, so never concurrently. */
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
