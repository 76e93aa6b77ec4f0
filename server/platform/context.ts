import type { FastifyBaseLogger } from 'fastify';
import type { Signer } from './audit/signing.ts';
import type { Store } from './db/connect.ts';
import type { Counters } from './db/counters.ts';
import type { Contact } from './http/contact.ts';
import type { GuardSources } from './http/guard.ts';
import type { JointFinder } from './http/joint-places.ts';
import type { KeyedHash } from './lib/keyed-hash.ts';
import type { ChangeNotifier } from './live/publisher.ts';
import type { OutgoingMail } from './mail/kind.ts';
import type { BackgroundReports } from './queue/background-reports.ts';

/** Services of the platform for every feature. A feature extends this type for further needs. */
export interface Context {
  store: Store;
  directory: JointFinder;
  /** Counters of failures and similar events, shared by the processes of a store. */
  counters: Counters;
  /** Hashes short secrets under the server's key. */
  keyedHash: KeyedHash;
  /** Notifies followers of changed joints. */
  publisher: ChangeNotifier;
  /** Signs the checkpoints of the trail's trees. */
  signer: Signer;
  guard: GuardSources;
  log: FastifyBaseLogger;
  /** Returns holders (users' ids and codes) with a live connection to one of the joints. */
  connected: (jointIds: readonly number[]) => Promise<ReadonlySet<string>>;
  mail: OutgoingMail;
  reports: BackgroundReports;
  /** Runs work when the application closes, after the last request. */
  onClose: (work: () => Promise<void>) => void;
  publicUrl: string;
  contact: Contact;
}
