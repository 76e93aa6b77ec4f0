import type { Principal } from '../http/principal.ts';

/**
 * Functions to check the sessions behind live connections. Declared here for the live server, implemented
 * by the feature of accounts.
 */
export interface LiveSessions {
  /** Returns the signed-in caller of a session with the present access. Null if the session has ended. */
  now: (sessionId: string) => Promise<Principal | null>;
  /** Returns, of a list of session ids, the ids of valid sessions, with a single query. */
  stillStanding: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Removes a session or a user from the cache, so the next request reads the database. */
  forget: (which: { sessionId: string } | { userId: string }) => void;
  /** Registers a listener for sessions ended by this process. */
  onEnded: (listener: (sessionIds: string[]) => void) => void;
  /** Registers a listener for users with access changed by this process. */
  onReachChanged: (listener: (userId: string) => void) => void;
}
