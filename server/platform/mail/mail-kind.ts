import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import type { JointPlaces } from '../http/joint-places.ts';
import type { Written } from './mail-page.ts';
import type { DueMessage, MessageKind } from './outbox.repository.ts';

/** A message that may leave: to whom, and how it is written. */
export interface Prepared {
  to: { name: string; address: string };
  /** Writes it, once it is leased: that may take long. What it throws is tried again like a mail server's fault. */
  compose: () => Promise<Written>;
  /** Stores what the message needs to be true, in the transaction that leases it. */
  onLeased?: (trx: Db, at: Millis) => Promise<void>;
  /** Drops that again where the message certainly stayed. */
  onStayed?: (db: Db) => Promise<void>;
  /** Notes in the joint's trail that it was sent, in the transaction that marks it. */
  onSent?: (trx: Db, at: Millis) => Promise<void>;
}

/** Makes the messages of one kind; answers with why, in Spanish, where one does not apply any more. */
export type Writer = (message: DueMessage) => Promise<Prepared | string>;

/** A kind of message, as the feature that queues it hands it in. */
export interface MailKind {
  /** Makes the writer of one sender; the signal ends what it is making. */
  writer: (signal: AbortSignal) => Writer;
  /** Whose turn an act of the staff on such a message takes, and which chain keeps it; the accounts' without it. */
  ofJoint?: { lock: (trx: Db, jointId: number) => Promise<unknown>; chain: (jointId: number) => string };
  /** Somebody waits for it at a page: it leaves before others. */
  isAwaited?: boolean;
}

/** Every kind that the outbox may hold. */
export type MailKinds = Readonly<Record<MessageKind, MailKind>>;

/** What the writers of a feature are made of. */
export interface MailNeeds {
  store: Store;
  directory: JointPlaces;
  /** What links begin with, without a slash at its end. */
  publicUrl: string;
}

/** Outgoing mail: whether a mail server is configured, and the word that something was queued. */
export interface OutgoingMail {
  configured: boolean;
  nudge: () => void;
}
