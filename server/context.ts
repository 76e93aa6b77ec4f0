import type { Sessions } from './accounts/sessions/sessions.service.ts';
import type { EventPictures } from './events/pictures.ts';
import type { Store } from './platform/db/connect.ts';
import type { Counters } from './platform/db/counters.ts';
import type { GuardSources } from './platform/http/guard.ts';
import type { KeyedHash } from './platform/lib/keyed-hash.ts';
import type { PlainFeed } from './platform/live/plain-socket.ts';
import type { Publisher } from './platform/live/publisher.ts';
import type { JointDirectory } from './properties/joint-directory.ts';

/** What every feature may use. */
export interface Context {
  store: Store;
  directory: JointDirectory;
  sessions: Sessions;
  /** Of failures and the like, shared by the processes of a store. */
  counters: Counters;
  /** Hashes short secrets under the server's key. */
  keyedHash: KeyedHash;
  publisher: Publisher;
  guard: GuardSources;
  feed: PlainFeed;
  /** What desks see of an event. */
  pictures: EventPictures;
  /** Holders (users' ids and codes) that have one of the joints open on a live connection now. */
  connected: (jointIds: readonly number[]) => Promise<ReadonlySet<string>>;
  /** Outgoing mail: whether a mail server is configured, and the word that something was queued. */
  mail: { configured: boolean; nudge: () => void };
  /** Reports made in the background: the word that one was asked for, or called off. */
  reports: { nudge: () => void; callOff: (jobId: string) => void };
  /** Does a work when the application closes, after the last request. */
  onClose: (work: () => Promise<void>) => void;
  publicUrl: string;
  contact: { email: string | null; phone: string | null };
}
