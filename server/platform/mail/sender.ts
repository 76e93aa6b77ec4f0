import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '../../../shared/durations.ts';
import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import { StoreFault } from '../db/store-fault.ts';
import { type Hold, LeasedQueue } from '../queue/leased-queue.ts';
import type { MailKind, MailKinds, Prepared, Writer } from './kind.ts';
import { CONNECTIONS, type Delivery, type Mailer } from './mailer.ts';
import {
  type DueMessage,
  dropDue,
  dueMail,
  isNotedSent,
  type MessageKind,
  mailRows,
  noteAddress,
  noteProblem,
  noteSent,
} from './outbox.repository.ts';
import type { ReturnAddresses } from './return-address.ts';

/** Milliseconds between the attempts to send a mail: about a day in total. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** Pause in milliseconds after the mail server did not work. */
const AWAY_MS = MINUTE_MS;
/** Pause in milliseconds before another attempt to mark a sent mail, after a failure of the store. */
const MARK_PAUSE_MS = 1_000;
/**
 * Longest wait in milliseconds of a closing server for running deliveries. The next start finds the others by their
 * reservation.
 */
const STOP_WAIT_MS = 5_000;

/** Parts and settings for a `MailSender`. */
export interface SenderOptions {
  store: Store;
  kinds: MailKinds;
  /** Sender address; the domain is a part of message ids. */
  from: string;
  /** Return addresses of the mails; null without a mailbox of bounces: bounces go to the sender. */
  returns?: ReturnAddresses | null;
  mailer: Mailer;
  log: FastifyBaseLogger;
}

/** Numbers of mails by result, in a round of sending (a look for due mails). */
export interface Round {
  sent: number;
  /** Number of mails given up. */
  failed: number;
  /** Number of failed mails, to be sent again later. */
  later: number;
  /** Number of mails cancelled because no longer needed. */
  dropped: number;
}

/** Spanish problem text if the attachments of a mail could not be made. */
const UNMADE = 'No se pudieron generar los informes que lleva adjuntos.';
const STOPPED = 'El servidor se detuvo antes de enviarlo.';

/**
 * Sends the due mails of the outbox. Reserves each mail in the database before sending, and marks the mail
 * as sent after the mail server accepts. So only a single process sends a mail, and others take over from a
 * dead process.
 */
export class MailSender {
  readonly #options: SenderOptions;
  readonly #stopping = new AbortController();
  readonly #writers: ReadonlyMap<MessageKind, Writer>;
  readonly #queue: LeasedQueue<DueMessage>;
  #round: Round = noRound();

  constructor(options: SenderOptions) {
    this.#options = options;
    const kinds = Object.entries(options.kinds) as [MessageKind, MailKind][];
    this.#writers = new Map(kinds.map(([kind, { writer }]) => [kind, writer(this.#stopping.signal)]));
    // A person waits for these kinds.
    const first = kinds.filter(([, { isAwaited }]) => isAwaited).map(([kind]) => kind);
    const { db } = options.store;
    this.#queue = new LeasedQueue<DueMessage>(options, {
      name: 'mail',
      rows: mailRows,
      due: (at) => dueMail(db, at, { first, limit: 10 }),
      begin: (message, lease) => this.#begin(message, lease),
      giveUp: (hold) => noteProblem(db, hold, STOPPED, null),
      leaseMs: MINUTE_MS,
      beatMs: MINUTE_MS / 4,
      lookMs: MINUTE_MS / 4,
      atOnce: CONNECTIONS,
      waits: RETRY_DELAYS_MS,
    });
  }

  /** Looks for due mails regularly until `stop`. */
  start(): Promise<void> {
    return this.#queue.start();
  }

  /** Sends due mails soon, unless the mail server failed just now. */
  nudge(): void {
    this.#queue.nudge();
  }

  /** Sends all due mails, or stops when the mail server fails. */
  async run(): Promise<Round> {
    this.#round = noRound();
    await this.#queue.run();
    return this.#round;
  }

  /** Takes no more mails and waits for running deliveries. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue.stop(STOP_WAIT_MS);
    this.#options.mailer.close();
  }

  /** Reserves a due mail, or cancels a mail no longer needed. */
  async #begin(message: DueMessage, lease: (db: Db) => Promise<boolean>) {
    const { db } = this.#options.store;
    const write = this.#writers.get(message.kind);
    if (write === undefined) throw new Error(`No feature writes messages of the kind '${message.kind}'.`);
    const prepared = await write(message);
    const at = Date.now();
    if (typeof prepared === 'string') {
      await dropDue(db, message.id, at, prepared);
      this.#round.dropped += 1;
      return null;
    }
    const isLeased = await db.transaction().execute(async (trx) => {
      if (!(await lease(trx))) return false;
      await noteAddress(trx, message.id, prepared.to.address);
      await prepared.onLeased?.(trx, at);
      return true;
    });
    return isLeased ? (hold: Hold) => this.#deliver(message, prepared, hold) : null;
  }

  async #deliver(message: DueMessage, prepared: Prepared, hold: Hold): Promise<void> {
    const { db } = this.#options.store;
    const delivery = await this.#send(message, prepared, hold);
    if (delivery === null) return;
    if (delivery.ended === 'sent') {
      await this.#mark(message, prepared, delivery.answer);
      this.#round.sent += 1;
      return;
    }
    const at = Date.now();
    if (delivery.ended === 'away') this.#queue.rest(AWAY_MS);
    if (delivery.stayed) await prepared.onStayed?.(db);
    const wait = delivery.ended === 'refused' ? undefined : hold.nextWait;
    await noteProblem(db, hold, delivery.problem, wait === undefined ? null : Math.round(at + wait));
    this.#round[wait === undefined ? 'failed' : 'later'] += 1;
  }

  /**
   * Marks a mail as sent. A failing store is tried until the mark is stored, because an unmarked mail is sent
   * again. The queue renews the lease meanwhile. A closing server makes one last attempt.
   */
  async #mark({ id }: DueMessage, { onSent }: Prepared, answer: string): Promise<void> {
    const at = Date.now();
    for (;;) {
      const isLast = this.#stopping.signal.aborted;
      try {
        return await this.#options.store.db.transaction().execute(async (trx) => {
          // A connection lost at the end of a transaction may have stored the mark.
          if (await isNotedSent(trx, id, at)) return;
          // First, because `onSent` may lock a joint, and an act with the lock changes mails.
          await onSent?.(trx, at, answer);
          await noteSent(trx, id, at);
        });
      } catch (error) {
        if (isLast || !(error instanceof StoreFault)) throw error;
      }
      await pause(MARK_PAUSE_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** Writes a mail and hands the mail to the server. Returns null if another process took the mail meanwhile. */
  async #send(message: DueMessage, { to, compose }: Prepared, hold: Hold): Promise<Delivery | null> {
    const { store, mailer, from, returns, log } = this.#options;
    const { id, createdAt } = message;
    let written: Awaited<ReturnType<typeof compose>>;
    try {
      written = await compose();
    } catch (error) {
      if (this.#stopping.signal.aborted) return { ended: 'later', problem: STOPPED, stayed: true };
      log.warn({ err: error, messageId: id }, 'mail');
      return { ended: 'later', problem: UNMADE, stayed: true };
    }
    if (!(await hold.renew(store.db))) return null;
    return mailer.send({
      // Equal in all attempts, so that a mailbox can recognize duplicates.
      messageId: `scaf-${id}-${createdAt.toString(36)}@${domainOf(from)}`,
      to,
      returnTo: returns?.of(id),
      ...written,
    });
  }
}

const noRound = (): Round => ({ sent: 0, failed: 0, later: 0, dropped: 0 });

/** Returns the domain of a mail address, with or without angle brackets. */
const domainOf = (from: string): string => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';
