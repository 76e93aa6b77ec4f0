import type { Principal } from '../../platform/http/principal.ts';

/** Session as read from the database: the caller with the rights (`principal`), and the end. */
export interface KnownSession {
  principal: Principal;
  /** End of the session, epoch ms. */
  expiresAt: number;
}

interface Entry extends KnownSession {
  /** Instant of the read, in ms of a clock that never goes back. */
  readAt: number;
}

interface Clocks {
  /** Current time in epoch ms, to compare with the end of sessions. */
  wall: () => number;
  /**
   * Milliseconds of a clock that never goes back, for the age of entries. After a step back of the wall clock old
   * entries would look new.
   */
  monotonic: () => number;
}

/**
 * Maximum age of an entry in ms, and so the longest delay of a revocation or of a new link from another process.
 */
const MAX_AGE_MS = 5_000;
/** Maximum number of cached sessions, about 1 kB each. */
const MAX_ENTRIES = 20_000;

/**
 * Caches the signed-in caller (principal, with rights) of each session for 5 seconds, so not every request
 * reads the database. Concurrent requests share a read. A session ended during the read is not cached.
 */
export class PrincipalCache {
  readonly #load: (sessionId: string) => Promise<KnownSession | null>;
  readonly #clocks: Clocks;
  readonly #known = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<KnownSession | null>>();
  #forgotten = 0;

  constructor(
    load: (sessionId: string) => Promise<KnownSession | null>,
    clocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() },
  ) {
    this.#load = load;
    this.#clocks = clocks;
  }

  /** Returns the principal of a session; null if the session is unknown or no longer valid. */
  async get(sessionId: string): Promise<Principal | null> {
    const now = this.#clocks.monotonic();
    const entry = this.#known.get(sessionId);
    if (entry !== undefined && now - entry.readAt < MAX_AGE_MS) {
      return entry.expiresAt > this.#clocks.wall() ? entry.principal : null;
    }
    const loading = this.#loading.get(sessionId) ?? this.#read(sessionId, now);
    return (await loading)?.principal ?? null;
  }

  /** Removes the sessions selected by `concerns` from the cache at once. */
  forget(concerns: (sessionId: string, principal: Principal) => boolean): void {
    this.#forgotten += 1;
    // Sessions being read are still unknown: later requests read again.
    this.#loading.clear();
    for (const [sessionId, { principal }] of this.#known) {
      if (concerns(sessionId, principal)) this.#known.delete(sessionId);
    }
  }

  #read(sessionId: string, now: number): Promise<KnownSession | null> {
    const forgotten = this.#forgotten;
    const reading = this.#load(sessionId)
      .then((session) => {
        if (forgotten === this.#forgotten) this.#remember(sessionId, session, now);
        return session;
      })
      .finally(() => {
        if (this.#loading.get(sessionId) === reading) this.#loading.delete(sessionId);
      });
    this.#loading.set(sessionId, reading);
    return reading;
  }

  #remember(sessionId: string, session: KnownSession | null, readAt: number): void {
    // Deleted first: the map stays in order of reading, oldest first.
    this.#known.delete(sessionId);
    if (session === null) return;
    if (this.#known.size >= MAX_ENTRIES) {
      const oldest = this.#known.keys().next().value;
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(sessionId, { ...session, readAt });
  }
}
