import type { Principal } from '../../platform/http/principal.ts';

/** A session as read from the store: who it is, and until when. */
export interface KnownSession {
  principal: Principal;
  /** Epoch ms. */
  expiresAt: number;
}

interface Entry extends KnownSession {
  /** By the monotonic clock. */
  readAt: number;
}

interface Clocks {
  /** Epoch ms: a session ends at an hour of the day. */
  wall: () => number;
  /** Milliseconds that only grow: how old what was read is. A wall clock set back would make it young again. */
  monotonic: () => number;
}

/** Within this, what another process revoked or linked becomes true here too. */
const MAX_AGE_MS = 5_000;
/** Sessions remembered at once: some 1 kB each. */
const MAX_ENTRIES = 20_000;

/**
 * Remembers for a few seconds who a session is. Many requests that arrive together wait for one reading; what
 * is forgotten while it is being read is not remembered afterwards.
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

  /** @returns null when the session is not, or no longer, valid. */
  async get(sessionId: string): Promise<Principal | null> {
    const now = this.#clocks.monotonic();
    const entry = this.#known.get(sessionId);
    if (entry !== undefined && now - entry.readAt < MAX_AGE_MS) {
      return entry.expiresAt > this.#clocks.wall() ? entry.principal : null;
    }
    const loading = this.#loading.get(sessionId) ?? this.#read(sessionId, now);
    return (await loading)?.principal ?? null;
  }

  /** Forgets the sessions that `concerns` names, at once. */
  forget(concerns: (sessionId: string, principal: Principal) => boolean): void {
    this.#forgotten += 1;
    // Whose these are is not known yet: whoever asks from now on reads again.
    this.#loading.clear();
    for (const [sessionId, { principal }] of this.#known) {
      if (concerns(sessionId, principal)) this.#known.delete(sessionId);
    }
  }

  #read(sessionId: string, now: number): Promise<KnownSession | null> {
    const forgotten = this.#forgotten;
    const reading = this.#load(sessionId)
      .then((known) => {
        if (forgotten === this.#forgotten) this.#remember(sessionId, known, now);
        return known;
      })
      .finally(() => {
        if (this.#loading.get(sessionId) === reading) this.#loading.delete(sessionId);
      });
    this.#loading.set(sessionId, reading);
    return reading;
  }

  #remember(sessionId: string, known: KnownSession | null, readAt: number): void {
    // Deleted first, so that the map's order is the order of reading and its first is the oldest.
    this.#known.delete(sessionId);
    if (known === null) return;
    if (this.#known.size >= MAX_ENTRIES) {
      const oldest = this.#known.keys().next().value;
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(sessionId, { ...known, readAt });
  }
}
