import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import type { JointFinder } from '../http/joint-places.ts';
import type { DueMessage, MessageKind } from './outbox.repository.ts';
import type { Written } from './page.ts';

/** Message ready to send: recipient and content. */
export interface Prepared {
  to: { name: string; address: string };
  /**
   * Writes the content after the lease, possibly slowly. A thrown error is retried like a failure of the mail server.
   */
  compose: () => Promise<Written>;
  /** Stores prerequisites of the message, for example a link, in the transaction of the lease. */
  onLeased?: (trx: Db, at: Millis) => Promise<void>;
  /** Removes the prerequisites if the message certainly did not leave. */
  onStayed?: (db: Db) => Promise<void>;
  /** Writes an entry in the joint's audit log, in the transaction that marks the message as sent. */
  onSent?: (trx: Db, at: Millis) => Promise<void>;
}

/** Prepares the messages of a kind. Returns the Spanish reason if a message no longer applies. */
export type Writer = (message: DueMessage) => Promise<Prepared | string>;

/** Kind of message, registered by a feature. */
export interface MailKind {
  /** Creates the writer of a sender. The signal aborts the writing. */
  writer: (signal: AbortSignal) => Writer;
  /** Lock and audit chain for staff acts on a message of a joint. Without, the accounts chain. */
  ofJoint?: { lock: (trx: Db, jointId: number) => Promise<unknown>; chain: (jointId: number) => string };
  /** A person waits for the message: sent before others. */
  isAwaited?: boolean;
}

/** All kinds of messages in the outbox. */
export type MailKinds = Readonly<Record<MessageKind, MailKind>>;

/** Dependencies of the writers. */
export interface MailNeeds {
  store: Store;
  directory: JointFinder;
  /** Base address of links, without trailing slash. */
  publicUrl: string;
}

/** Outgoing mail: `configured` if a mail server is set, and `nudge` after queueing. */
export interface OutgoingMail {
  configured: boolean;
  nudge: () => void;
}
