import type { EventPicture } from '../../shared/events/live.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { OneUnderWay } from '../platform/lib/one-under-way.ts';
import { restOf } from '../platform/lib/rest-of.ts';
import { findEventFacts, newestEventRevisions } from './events.repository.ts';
import { listAttended } from './participants.repository.ts';

/** As joints: a lone change goes out at once, then at most ten pictures a second. */
const INTERVAL_MS = 100;
/** Arrivals in one picture: more than two crowded desks note in the second that a picture may be late. */
const NEWEST = 50;

/** An event in this process: what it knows of it, and whether a picture is being read or due. */
interface Watched {
  revision: number;
  reading: boolean;
  /** Changed since the last reading began. */
  dirty: boolean;
  timer: NodeJS.Timeout | null;
  /** By the monotonic clock; before any, so long ago that nothing waits for it. */
  lastRead: number;
}

interface Pictures {
  /** Sends a picture to this process's own screens. */
  show: (picture: EventPicture) => void;
  /** Whether any of them has the event open. */
  isWatched: (eventId: number) => boolean;
}

/**
 * After a commit somebody calls `touch(eventId)`: the event is read once for many changes, and shown to whoever has
 * it open. Each picture is whole by itself; the database is the truth.
 */
export class EventPublisher {
  readonly #db: Db;
  readonly #watched = new Map<number, Watched>();
  readonly #touchListeners: ((eventId: number) => void)[] = [];
  /** Pictures that are being read for who asked: many who ask at once share them. */
  readonly #asked = new Map<number, OneUnderWay<EventPicture | undefined>>();
  #screens: Pictures | null = null;
  #stopped = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Where pictures go. */
  showOn(screens: Pictures): void {
    this.#screens = screens;
  }

  /** Hears of touches of this process itself: the word that the other processes need. */
  onTouch(listener: (eventId: number) => void): void {
    this.#touchListeners.push(listener);
  }

  /** An event changed in this process. */
  touch(eventId: number): void {
    this.changed(eventId);
    for (const listener of this.#touchListeners) listener(eventId);
  }

  /** An event changed somewhere: it is read at once, or when its interval is over, if anybody has it open. */
  changed(eventId: number): void {
    if (this.#screens?.isWatched(eventId) !== true) {
      this.#forget(eventId);
      return;
    }
    const watched = this.#watch(eventId);
    watched.dirty = true;
    if (watched.reading || watched.timer !== null || this.#stopped) return;
    const wait = restOf(INTERVAL_MS, watched.lastRead);
    watched.timer = setTimeout(() => {
      watched.timer = null;
      void this.#readAndShow(eventId, watched);
    }, wait);
  }

  /** What an event looks like now; undefined when there is none. */
  async current(eventId: number): Promise<EventPicture | undefined> {
    const asked =
      this.#asked.get(eventId) ??
      new OneUnderWay(() => readPicture(this.#db, eventId).finally(() => this.#asked.delete(eventId)));
    this.#asked.set(eventId, asked);
    const picture = await asked.ask();
    // Changes from here on are noticed, also when their word is lost.
    if (picture !== undefined) this.#watch(eventId, picture.revision);
    return picture;
  }

  /** Looks for changes whose word was lost between this process and another. */
  async lookForLostWords(): Promise<void> {
    const newest = await newestEventRevisions(this.#db, [...this.#watched.keys()]);
    for (const [eventId, { revision }] of this.#watched) {
      if ((newest.get(eventId) ?? 0) > revision) this.changed(eventId);
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const { timer } of this.#watched.values()) if (timer !== null) clearTimeout(timer);
  }

  #watch(eventId: number, revision = 0): Watched {
    const known = this.#watched.get(eventId);
    if (known !== undefined) return known;
    const fresh: Watched = {
      revision,
      reading: false,
      dirty: false,
      timer: null,
      lastRead: Number.NEGATIVE_INFINITY,
    };
    this.#watched.set(eventId, fresh);
    return fresh;
  }

  #forget(eventId: number): void {
    const timer = this.#watched.get(eventId)?.timer ?? null;
    if (timer !== null) clearTimeout(timer);
    this.#watched.delete(eventId);
  }

  async #readAndShow(eventId: number, watched: Watched): Promise<void> {
    watched.reading = true;
    watched.dirty = false;
    watched.lastRead = performance.now();
    try {
      const picture = await readPicture(this.#db, eventId);
      if (picture !== undefined && picture.revision > watched.revision) {
        watched.revision = picture.revision;
        this.#screens?.show(picture);
      }
    } catch {
      // The store is away for a moment: the change is still to be told.
      watched.dirty = true;
    }
    watched.reading = false;
    if (watched.dirty) this.changed(eventId);
  }
}

function readPicture(db: Db, eventId: number): Promise<EventPicture | undefined> {
  return readAsOfNow(db, async (trx) => {
    const event = await findEventFacts(trx, eventId);
    if (event === undefined) return undefined;
    return {
      eventId,
      revision: event.revision,
      at: new Date().toISOString(),
      total: event.participants,
      attended: event.attended,
      newest: await listAttended(trx, eventId, NEWEST),
    };
  });
}
