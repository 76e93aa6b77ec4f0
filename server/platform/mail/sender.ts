import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import { type Hold, LeasedQueue } from '../queue/leased-queue.ts';
import type { MailKind, MailKinds, Prepared, Writer } from './mail-kind.ts';
import { CONNECTIONS, type Delivery, type Mailer } from './mailer.ts';
import {
  type DueMessage,
  dropDue,
  dueMail,
  type MessageKind,
  mailRows,
  noteAddress,
  noteProblem,
  noteSent,
} from './outbox.repository.ts';

const MINUTE_MS = 60 * 1000;
/** When a message is tried again, after its first attempt and so on: about a day in all. */
const AGAIN_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** How long a mail server that was away is left alone. */
const AWAY_MS = MINUTE_MS;
/** A closing server waits this long for deliveries under way; what is later is found by its lease. */
const PATIENCE_MS = 5_000;

export interface SenderOptions {
  store: Store;
  kinds: MailKinds;
  /** The address that messages come from, for their ids. */
  from: string;
  mailer: Mailer;
  log: FastifyBaseLogger;
}

/** What one round did with the messages it took. */
export interface Round {
  sent: number;
  failed: number;
  /** To be tried again. */
  later: number;
  /** Called back, since they no longer apply. */
  dropped: number;
}

/** A message that could not be written. */
const UNMADE = 'No se pudieron generar los informes que lleva adjuntos.';
const STOPPED = 'El servidor se detuvo antes de enviarlo.';

/**
 * Sends what is due in the outbox. Each message is leased in the store before it leaves and marked after the mail
 * server took it, so that of several processes one sends it, and one that dies leaves it to the others.
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
    // Somebody waits for these.
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
      waits: AGAIN_MS,
    });
  }

  /** Looks at the outbox from now on, until `stop`. */
  start(): Promise<void> {
    return this.#queue.start();
  }

  /** Sends what is due, soon; unless the mail server was away just now. */
  nudge(): void {
    this.#queue.nudge();
  }

  /** One round: everything that is due now, or until the mail server is away. */
  async run(): Promise<Round> {
    this.#round = noRound();
    await this.#queue.run();
    return this.#round;
  }

  /** Takes nothing more, and lets what is under way end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue.stop(PATIENCE_MS);
    this.#options.mailer.close();
  }

  /** Leases a message that still applies. */
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
    const at = Date.now();
    if (delivery.ended === 'sent') {
      await db.transaction().execute(async (trx) => {
        await prepared.onSent?.(trx, at);
        await noteSent(trx, message.id, at);
      });
      this.#round.sent += 1;
      return;
    }
    if (delivery.ended === 'away') this.#queue.rest(AWAY_MS);
    if (delivery.stayed) await prepared.onStayed?.(db);
    const wait = delivery.ended === 'refused' ? undefined : hold.nextWait;
    await noteProblem(db, hold, delivery.problem, wait === undefined ? null : Math.round(at + wait));
    this.#round[wait === undefined ? 'failed' : 'later'] += 1;
  }

  /** Writes a message and hands it over; null where the lease was lost meanwhile, and it is another's. */
  async #send(message: DueMessage, { to, compose }: Prepared, hold: Hold): Promise<Delivery | null> {
    const { store, mailer, from, log } = this.#options;
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
      // Kept through all attempts, so that a mailbox that gets it twice can tell.
      messageId: `scaf-${id}-${createdAt.toString(36)}@${domainOf(from)}`,
      to,
      ...written,
    });
  }
}

const noRound = (): Round => ({ sent: 0, failed: 0, later: 0, dropped: 0 });

/** What stands behind the @ of an address, alone or in angle brackets. */
const domainOf = (from: string): string => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';
