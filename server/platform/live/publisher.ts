import { OneUnderWay } from '../lib/one-under-way.ts';
import { restOf } from '../lib/rest-of.ts';

/** A lone change is told at once, then at most ten a second per key (the specification, live). */
const INTERVAL_MS = 100;
/** What telling a key may take of a core: a push that costs more than this part of the interval makes the next one wait. */
const MOST_OF_CORE = 0.4;
/** What is not told for longer than this, whatever a push cost: the process may have been held up. */
const LONGEST_MS = 2_000;

/** What is published of a key; its revision only grows. */
export interface Published {
  revision: number;
  /** What of it is shown to everybody. */
  snapshot: object;
}

/** Port: where states are read. */
export interface StateSource<State> {
  /** The newest state; what did not change since `known` may be taken from it. Rejects where the key is nobody's. */
  readState: (key: number, known: State | undefined) => Promise<State>;
  /** The newest revisions alone, by key. */
  newestRevisions: (keys: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

/** Port: what sends on what listeners tell, in slices, also after they have returned. */
export interface Sending {
  /** Milliseconds of this thread that it has taken so far. */
  readonly spentMs: number;
  /** Resolves when all that it was given is sent. */
  whenSent: () => Promise<void>;
}

/** Where nothing is sent on. */
const SENT: Sending = { spentMs: 0, whenSent: () => Promise.resolve() };

/** Is told, after a commit, of what changed. */
export interface ChangeNotifier {
  touch: (...keys: number[]) => void;
}

/** Hears of every new state of a key with the one before it, both of this process. */
export type StateListener<State> = (now: State, before: State | undefined, key: number) => void;

/** A key in this process: its last read state, what of it was told, and whether a push is under way or due. */
interface Watched<State> {
  state: State | undefined;
  /** What was told last: who asks may have read a newer state, which waits for the next push. */
  told: State | undefined;
  /** A push reads the state. */
  isReading: boolean;
  /** The last push is not sent to everybody yet. */
  isSending: boolean;
  /** Milliseconds from the last push to the next, by what the last one cost. */
  interval: number;
  /** Reads the state; many who ask at once share a read. */
  read: OneUnderWay<State>;
  /** Reads the revision, likewise: a flood of questions is a few reads. */
  revision: OneUnderWay<number>;
  /** Changed since the last push began. */
  dirty: boolean;
  timer: NodeJS.Timeout | null;
  /** When the last push began, by the monotonic clock; before any, so long ago that nothing waits for it. */
  lastPush: number;
}

/**
 * Coalesced publisher. After a commit somebody calls `touch(key)`; the publisher reads the key's state from the
 * database, once for many changes, and tells its listeners. It also answers polled reads from what it read last,
 * having asked the database whether that is still the newest.
 */
export class CoalescedPublisher<State extends Published> implements ChangeNotifier {
  readonly #source: StateSource<State>;
  readonly #watched = new Map<number, Watched<State>>();
  readonly #listeners: StateListener<State>[] = [];
  readonly #touchListeners: ((keys: readonly number[]) => void)[] = [];
  /** Whether a change of a key is told to anybody here; left out: always. */
  #isFollowed: (key: number) => boolean = () => true;
  #sending = SENT;
  #stopped = false;

  constructor(source: StateSource<State>) {
    this.#source = source;
  }

  onState(listener: StateListener<State>): void {
    this.#listeners.push(listener);
  }

  /** Takes what sends on for a part of each push: its time counts, and a push begins when the one before is sent. */
  paceBy(sending: Sending): void {
    this.#sending = sending;
  }

  /** Reads changes of keys alone that are followed here; others are forgotten until somebody asks. */
  readOnlyFollowed(isFollowed: (key: number) => boolean): void {
    this.#isFollowed = isFollowed;
  }

  /** Hears of touches of this process itself: the word that the other processes need. */
  onTouch(listener: (keys: readonly number[]) => void): void {
    this.#touchListeners.push(listener);
  }

  /** Keys changed in this process: read and tell, and let the other processes know. */
  touch(...keys: number[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.changed(key);
    for (const listener of this.#touchListeners) listener(keys);
  }

  /** A key changed somewhere: read it at once, or when its interval is over. */
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

  /** The newest state of a key: from memory when the database says that nothing happened since. */
  async current(key: number): Promise<State> {
    const watched = this.#watch(key);
    if (watched.state !== undefined) {
      const revision = await watched.revision.ask();
      if (revision <= watched.state.revision) return watched.state;
    }
    return watched.read.ask();
  }

  /** The same for who hears of every change from now on: what was not told yet is told now, so that events lead on from it. */
  async joined(key: number): Promise<State> {
    const state = await this.current(key);
    const watched = this.#watch(key);
    this.#tell(key, watched);
    return watched.told ?? state;
  }

  /** Keys changed in another process: those whose state this one knows are read and told. */
  changedElsewhere(keys: readonly number[]): void {
    for (const key of keys) if (this.#watched.get(key)?.state !== undefined) this.changed(key);
  }

  /** Looks for changes whose word was lost between this process and another. */
  async lookForLostWords(): Promise<void> {
    const known = [...this.#watched].filter(([, { state }]) => state !== undefined);
    if (known.length === 0) return;
    const newest = await this.#source.newestRevisions(known.map(([key]) => key));
    for (const [key, { state }] of known)
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
    const known = this.#watched.get(key);
    if (known !== undefined) return known;
    const fresh: Watched<State> = {
      ...{ state: undefined, told: undefined, isReading: false, isSending: false, dirty: false, timer: null },
      interval: INTERVAL_MS,
      lastPush: Number.NEGATIVE_INFINITY,
      read: new OneUnderWay(() => this.#read(key, fresh)),
      revision: new OneUnderWay(async () => (await this.#source.newestRevisions([key])).get(key) ?? 0),
    };
    this.#watched.set(key, fresh);
    return fresh;
  }

  /** Tells what was read last, where it is newer than what was told, and measures what that costs. */
  #tell(key: number, watched: Watched<State>): void {
    const { state: now, told: before } = watched;
    if (now === undefined || (before !== undefined && now.revision <= before.revision)) return;
    watched.told = now;
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
      // The store is away for a moment: the change is still to be told.
      watched.dirty = true;
    } finally {
      watched.isReading = false;
      // A change that came while this was read may not be in it.
      if (watched.dirty) this.changed(key);
    }
  }

  /** Run by `watched.read` alone, so never twice at once. */
  async #read(key: number, watched: Watched<State>): Promise<State> {
    const now = await this.#source.readState(key, watched.state);
    if (watched.state === undefined || now.revision > watched.state.revision) watched.state = now;
    // Whoever asks must not cost everybody a push: what they read before others heard of it is told at its pace.
    if (watched.told !== undefined && this.#isFollowed(key)) {
      if (watched.state.revision > watched.told.revision && !watched.isReading) this.changed(key);
    } else this.#tell(key, watched);
    return watched.state;
  }
}
