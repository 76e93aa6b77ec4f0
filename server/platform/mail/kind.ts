import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import type { JointFinder } from '../http/joint-places.ts';
import type { DueMessage, MessageKind } from './outbox.repository.ts';
import type { Written } from './page.ts';

/** Mail ready to send: recipient, and functions for content and for the steps around sending. */
export interface Prepared {
  to: { name: string; address: string };
  /**
   * Writes the mail after a worker took the message, possibly slowly. A thrown error is retried like a failure of
   * the mail server.
   */
  compose: () => Promise<Written>;
  /** Stores data needed by the mail, for example a link, in the transaction of taking the message for sending. */
  onLeased?: (trx: Db, at: Millis) => Promise<void>;
  /** Removes the data stored by `onLeased` if the mail certainly was not sent. */
  onStayed?: (db: Db) => Promise<void>;
  /** Writes an entry in the joint's audit log, in the transaction of marking the mail as sent. */
  onSent?: (trx: Db, at: Millis) => Promise<void>;
}

/** Function to prepare a mail of a kind. Returns a Spanish reason if the mail is no longer needed. */
export type Writer = (message: DueMessage) => Promise<Prepared | string>;

/** Kind of mail (for example invitation or bill), registered by the feature that writes the mails. */
export interface MailKind {
  /** Creates the function to prepare mails. The signal aborts the writing. */
  writer: (signal: AbortSignal) => Writer;
  /** Lock and audit chain for acts of staff on a mail of a joint. Undefined: the audit chain of accounts. */
  ofJoint?: { lock: (trx: Db, jointId: number) => Promise<unknown>; chain: (jointId: number) => string };
  /** True if a person waits for the mail: sent before others. */
  isAwaited?: boolean;
}

/** All kinds of mail with their functions, by name. */
export type MailKinds = Readonly<Record<MessageKind, MailKind>>;

/** Services used by the functions to write mails. */
export interface MailNeeds {
  store: Store;
  directory: JointFinder;
  /** Address of the web client for links in mails, without trailing slash. */
  publicUrl: string;
}

/** Outgoing mail of the server. */
export interface OutgoingMail {
  /** True if there is a mail server. */
  configured: boolean;
  /** Starts sending soon. Call after a mail was queued. */
  nudge: () => void;
}
