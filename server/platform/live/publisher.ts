import { type JointState, readJointState } from '../../assemblies/meeting/joint-state.ts';
import { readRevisions } from '../../assemblies/meeting/revisions.repository.ts';
import type { JointDirectory } from '../../properties/joint-directory.ts';
import type { Db } from '../db/engine.ts';
import { OneUnderWay } from '../lib/one-under-way.ts';
import { restOf } from '../lib/rest-of.ts';

/** At most ten pushes a second per joint (the specification, live). */
const INTERVAL_MS = 100;

/** Hears of every new state of a joint with the one before it, both of this process. */
export type StateListener = (now: JointState, before: JointState | undefined) => void;

/** A joint in this process: its last read state, and whether a read is under way or due. */
interface Watched {
  state: JointState | undefined;
  isReading: boolean;
  /** Reads the state; many who ask at once share a read. */
  read: OneUnderWay<JointState>;
  /** Reads the revision, likewise: a flood of questions is a few reads. */
  revision: OneUnderWay<number>;
  /** Changed since the last read began. */
  dirty: boolean;
  timer: NodeJS.Timeout | null;
  /** By the monotonic clock; before any, so long ago that nothing waits for it. */
  lastRead: number;
}

/**
 * After a commit somebody calls `touch(jointId)`; the publisher reads the joint's state from the database, once
 * for many changes, and tells its listeners. It also answers polled reads from what it read last, having asked
 * the database whether that is still the newest.
 */
export class Publisher {
  readonly #db: Db;
  readonly #directory: JointDirectory;
  readonly #watched = new Map<number, Watched>();
  readonly #listeners: StateListener[] = [];
  readonly #touchListeners: ((jointIds: readonly number[]) => void)[] = [];
  #stopped = false;

  constructor(db: Db, directory: JointDirectory) {
    this.#db = db;
    this.#directory = directory;
  }

  onState(listener: StateListener): void {
    this.#listeners.push(listener);
  }

  /** Hears of touches of this process itself: the word that the other processes need. */
  onTouch(listener: (jointIds: readonly number[]) => void): void {
    this.#touchListeners.push(listener);
  }

  /** Joints changed in this process: read and tell, and let the other processes know. */
  touch(...jointIds: number[]): void {
    if (jointIds.length === 0) return;
    for (const jointId of jointIds) this.changed(jointId);
    for (const listener of this.#touchListeners) listener(jointIds);
  }

  /** A joint changed somewhere: read it at once, or when its interval is over. */
  changed(jointId: number): void {
    const watched = this.#watch(jointId);
    watched.dirty = true;
    if (watched.isReading || watched.timer !== null || this.#stopped) return;
    const wait = restOf(INTERVAL_MS, watched.lastRead);
    watched.timer = setTimeout(() => {
      watched.timer = null;
      if (watched.dirty) void this.#readAndTell(jointId, watched);
    }, wait);
  }

  /** The newest state of a joint: from memory when the database says that nothing happened since. */
  async current(jointId: number): Promise<JointState> {
    const watched = this.#watch(jointId);
    if (watched.state !== undefined) {
      const revision = await watched.revision.ask();
      if (revision <= watched.state.revision) return watched.state;
    }
    return watched.read.ask();
  }

  /** Joints that somebody asked for, with the revision this process knows; for the slow poll of lost words. */
  known(): { jointId: number; revision: number }[] {
    return [...this.#watched].flatMap(([jointId, { state }]) =>
      state === undefined ? [] : [{ jointId, revision: state.revision }],
    );
  }

  stop(): void {
    this.#stopped = true;
    for (const watched of this.#watched.values()) if (watched.timer !== null) clearTimeout(watched.timer);
  }

  #watch(jointId: number): Watched {
    const known = this.#watched.get(jointId);
    if (known !== undefined) return known;
    const fresh: Watched = {
      ...{ state: undefined, isReading: false, dirty: false, timer: null },
      lastRead: Number.NEGATIVE_INFINITY,
      read: new OneUnderWay(() => this.#read(jointId, fresh)),
      revision: new OneUnderWay(async () => (await readRevisions(this.#db, jointId)).revision),
    };
    this.#watched.set(jointId, fresh);
    return fresh;
  }

  async #readAndTell(jointId: number, watched: Watched): Promise<void> {
    try {
      await watched.read.ask();
    } catch {
      // The store is away for a moment: the change is still to be told.
      watched.dirty = true;
      this.changed(jointId);
    }
  }

  /** Run by `watched.read` alone, so never twice at once. */
  async #read(jointId: number, watched: Watched): Promise<JointState> {
    const wasDirty = watched.dirty;
    watched.dirty = false;
    watched.lastRead = performance.now();
    watched.isReading = true;
    try {
      const place = await this.#directory.find(jointId);
      if (place === undefined) throw new Error(`no joint ${jointId}`);
      const now = await readJointState(this.#db, place, watched.state);
      const before = watched.state;
      if (before === undefined || now.revision > before.revision) {
        watched.state = now;
        for (const listener of this.#listeners) listener(now, before);
      }
      return watched.state ?? now;
    } catch (error) {
      // What was waiting to be told still is.
      watched.dirty ||= wasDirty;
      throw error;
    } finally {
      watched.isReading = false;
      // A change that came while this was read is not in it, whoever asked for the read.
      if (watched.dirty) this.changed(jointId);
    }
  }
}
