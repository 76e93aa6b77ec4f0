import type { Principal } from '../http/principal.ts';

/** Port: the sessions behind live connections. The accounts implement it. */
export interface LiveSessions {
  /** Who a session is now; null when it has ended. */
  now: (sessionId: string) => Promise<Principal | null>;
  /** Which of some sessions still stand, by one look at the store. */
  stillStanding: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Makes the next request of a session, or of a user's sessions, read the store anew. */
  forget: (which: { sessionId: string } | { userId: string }) => void;
  /** Hears of sessions that ended in this process. */
  onEnded: (listener: (sessionIds: string[]) => void) => void;
  /** Hears of users whose reach changed in this process. */
  onReachChanged: (listener: (userId: string) => void) => void;
}
