import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import type { JointFinder } from '../http/joint-places.ts';
import type { KeyedHash } from '../lib/keyed-hash.ts';
import type { DueMessage, MessageKind } from './outbox.repository.ts';
import type { Written } from './page.ts';

/**
 * Mail ready to send: recipient, and functions for content and for the steps around sending. Made by a
 * `Writer`.
 */
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
  /**
   * Records the sending, in the transaction of marking the mail as sent. `answer`: answer of the mail server.
   */
  onSent?: (trx: Db, at: Millis, answer: string) => Promise<void>;
}

/**
 * Function of a feature to prepare a queued mail. Returns a Spanish reason instead if the mail is no longer
 * needed.
 */
export type Writer = (message: DueMessage) => Promise<Prepared | string>;

/**
 * Functions for a kind of mail (for example invitation or bill), registered by the feature of the mails.
 */
export interface MailKind {
  /** Creates the function to prepare mails. The signal aborts the writing. */
  writer: (signal: AbortSignal) => Writer;
  /**
   * Lock and audit chain for recording a retry or a cancellation by staff. Undefined: the audit chain of
   * accounts.
   */
  ofJoint?: { lock: (trx: Db, jointId: number) => Promise<unknown>; chain: (jointId: number) => string };
  /** True if a person waits for the mail, for example for a new password: sent before other mails. */
  isAwaited?: boolean;
}

/** All kinds of mail with their functions, by name. */
export type MailKinds = Readonly<Record<MessageKind, MailKind>>;

/** Services needed by the features to write mails. */
export interface MailNeeds {
  store: Store;
  /** Function to hash a code sent by mail, as `Context.keyedHash`. */
  keyedHash: KeyedHash;
  directory: JointFinder;
  /** Phone for help, shown in mails to owners; null if not configured. */
  helpPhone: string | null;
  /** Address of the web client for links in mails, without trailing slash. */
  publicUrl: string;
  /** Sender of all mails: `a@b.co` or `Name <a@b.co>`; '' without a mail server. */
  from: string;
}

/**
 * Sending of mails, as seen by the features: presence of a mail server, and a signal after queuing a mail.
 */
export interface OutgoingMail {
  /** True if the installation has a mail server. */
  configured: boolean;
  /** Starts sending soon, without waiting for the next regular look. Call after queuing a mail. */
  nudge: () => void;
}
