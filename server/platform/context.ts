import type { FastifyBaseLogger } from 'fastify';
import type { Signer } from './audit/signing.ts';
import type { Store } from './db/connect.ts';
import type { Counters } from './db/counters.ts';
import type { Contact } from './http/contact.ts';
import type { GuardSources } from './http/guard.ts';
import type { JointFinder } from './http/joint-places.ts';
import type { KeyedHash } from './lib/keyed-hash.ts';
import type { SecretBox } from './lib/secret-box.ts';
import type { ChangeNotifier } from './live/publisher.ts';
import type { OutgoingMail } from './mail/kind.ts';
import type { BackgroundReports } from './queue/background-reports.ts';

/**
 * Services of the platform, passed to every feature at the start: store, mail, log, live changes …. A
 * feature may extend the type.
 */
export interface Context {
  store: Store;
  directory: JointFinder;
  /** Counters of failures and similar events, shared by all processes of a store. */
  counters: Counters;
  /** Function to hash short secrets with the server's key. */
  keyedHash: KeyedHash;
  /** Encrypts secrets for the store with a key of the installation. */
  secretBox: SecretBox;
  /** Notifies connected screens of changes of a joint. */
  publisher: ChangeNotifier;
  /** Signs the checkpoints (heads) of the audit chains. */
  signer: Signer;
  /** Functions to check the caller of a request. */
  guard: GuardSources;
  log: FastifyBaseLogger;
  /** Returns the ids of users and the codes with a live connection to any of the joints. */
  connected: (jointIds: readonly number[]) => Promise<ReadonlySet<string>>;
  mail: OutgoingMail;
  /** Background jobs for reports. */
  reports: BackgroundReports;
  /** Registers work to run when the application closes, after the last request. */
  onClose: (work: () => Promise<void>) => void;
  /** Web address at the start of every link to the server. */
  publicUrl: string;
  /** E-mail address and phone for support. */
  contact: Contact;
}
