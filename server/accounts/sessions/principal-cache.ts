import { LRUCache } from 'lru-cache';
import type { Principal } from '../../platform/http/principal.ts';

/** A session as read from the store: who it is, and until when. */
export interface KnownSession {
  principal: Principal;
  /** Epoch ms. */
  expiresAt: number;
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
  readonly #clocks: Clocks;
  readonly #known: LRUCache<string, KnownSession>;
  /** Sessions that are being read now: whose they are is not known yet. */
  readonly #reading = new Set<string>();

  constructor(
    load: (sessionId: string) => Promise<KnownSession | null>,
    clocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() },
  ) {
    this.#clocks = clocks;
    this.#known = new LRUCache({
      max: MAX_ENTRIES,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: clocks.monotonic },
      // Who waits for a reading that is forgotten meanwhile gets it; nobody else does.
      ignoreFetchAbort: true,
      fetchMethod: async (sessionId, _stale, { options }) => {
        const since = clocks.monotonic();
        this.#reading.add(sessionId);
        try {
          const known = await load(sessionId);
          // It is as old as the beginning of its reading.
          options.ttl = Math.max(1, MAX_AGE_MS - (clocks.monotonic() - since));
          return known ?? undefined;
        } finally {
          this.#reading.delete(sessionId);
        }
      },
    });
  }

  /** @returns null when the session is not, or no longer, valid. */
  async get(sessionId: string): Promise<Principal | null> {
    const known = await this.#known.fetch(sessionId);
    return known !== undefined && known.expiresAt > this.#clocks.wall() ? known.principal : null;
  }

  /** Forgets the sessions that `concerns` names, and what is being read, at once. */
  forget(concerns: (sessionId: string, principal: Principal) => boolean): void {
    const known = [...this.#known.entries()].filter(([sessionId, { principal }]) =>
      concerns(sessionId, principal),
    );
    for (const sessionId of [...this.#reading, ...known.map(([id]) => id)]) this.#known.delete(sessionId);
  }
}
