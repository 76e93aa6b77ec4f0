import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import type { Written } from './mail-page.ts';
import type { DueMessage } from './outbox.repository.ts';

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
