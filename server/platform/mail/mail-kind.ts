import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { JointPlaces } from '../http/joint-places.ts';
import type { MessageKind } from './outbox.repository.ts';
import type { Writer } from './writer.ts';

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
