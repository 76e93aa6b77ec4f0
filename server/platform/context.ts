import type { FastifyBaseLogger } from 'fastify';
import type { Signer } from './audit/signing.ts';
import type { Store } from './db/connect.ts';
import type { Counters } from './db/counters.ts';
import type { Contact } from './http/contact.ts';
import type { GuardSources } from './http/guard.ts';
import type { JointPlaces } from './http/joint-places.ts';
import type { KeyedHash } from './lib/keyed-hash.ts';
import type { ChangeNotifier } from './live/publisher.ts';
import type { OutgoingMail } from './mail/mail-kind.ts';
import type { BackgroundReports } from './queue/background-reports.ts';

/** What every feature may use. A feature that needs more of another one extends it by that. */
export interface Context {
  store: Store;
  directory: JointPlaces;
  /** Of failures and the like, shared by the processes of a store. */
  counters: Counters;
  /** Hashes short secrets under the server's key. */
  keyedHash: KeyedHash;
  /** The word that joints changed, for everybody who follows them. */
  publisher: ChangeNotifier;
  /** Signs the heads of the trail's trees. */
  signer: Signer;
  guard: GuardSources;
  log: FastifyBaseLogger;
  /** Holders (users' ids and codes) that have one of the joints open on a live connection now. */
  connected: (jointIds: readonly number[]) => Promise<ReadonlySet<string>>;
  mail: OutgoingMail;
  reports: BackgroundReports;
  /** Does a work when the application closes, after the last request. */
  onClose: (work: () => Promise<void>) => void;
  publicUrl: string;
  contact: Contact;
}
