import type { Principal } from '../http/principal.ts';

/** Port: sessions behind live connections, implemented by the accounts. */
export interface LiveSessions {
  /** Current principal of a session. Null if the session has ended. */
  now: (sessionId: string) => Promise<Principal | null>;
  /** Returns the valid sessions of a list, with a single query. */
  stillStanding: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Drops the cache of a session or a user, so that the next request reads the store. */
  forget: (which: { sessionId: string } | { userId: string }) => void;
  /** Registers a listener for ended sessions of the same process. */
  onEnded: (listener: (sessionIds: string[]) => void) => void;
  /** Registers a listener for users with changed access, in the same process. */
  onReachChanged: (listener: (userId: string) => void) => void;
}
