import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../db/connect.ts';
import {
  type DueMessage,
  dropDue,
  dueMail,
  endLeases,
  keepLease,
  leaseMail,
  type MessageKind,
  noteProblem,
  noteSent,
} from './leases.repository.ts';
import type { MailKind, MailKinds } from './mail-kind.ts';
import { CONNECTIONS, type Delivery, type Mailer } from './mailer.ts';
import type { Prepared, Writer } from './writer.ts';

const MINUTE_MS = 60 * 1000;
/** After it, a message whose process died is another's; a living one puts it off. */
const LEASE_MS = MINUTE_MS;
/** How often it is put off: a busy thread may miss two. */
const KEEP_MS = LEASE_MS / 4;
/** When a message is tried again, after its first attempt and so on: about a day in all. */
const AGAIN_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** How often the outbox is looked at; what is queued here is sent at once. */
const LOOK_MS = 15 * 1000;
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

interface Job {
  /** Its attempts with this one. */
  message: DueMessage;
  prepared: Prepared;
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
  /** Kinds that somebody waits for. */
  readonly #awaited: readonly MessageKind[];
  #round: Promise<Round> | null = null;
  /** Something was queued while a round was ending. */
  #again = false;
  #awayUntil = 0;
  #looks: NodeJS.Timeout | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
    const kinds = Object.entries(options.kinds) as [MessageKind, MailKind][];
    this.#writers = new Map(kinds.map(([kind, { writer }]) => [kind, writer(this.#stopping.signal)]));
    this.#awaited = kinds.filter(([, { isAwaited }]) => isAwaited).map(([kind]) => kind);
  }

  /** Looks at the outbox from now on, until `stop`. */
  async start(): Promise<void> {
    const { store } = this.#options;
    // One server alone has an SQLite store: what is leased there was left by one that died.
    if (store.engine === 'sqlite') await endLeases(store.db);
    this.#looks = setInterval(() => this.nudge(), LOOK_MS);
    this.#looks.unref();
    this.nudge();
  }

  /** Sends what is due, soon; unless the mail server was away just now. */
  nudge(): void {
    if (this.#isStopped || performance.now() < this.#awayUntil) return;
    this.#again = this.#round !== null;
    this.run().catch((error: unknown) => {
      // The store is away for a moment; there is another look soon.
      this.#options.log.warn({ err: error }, 'mail');
    });
  }

  /** One round: everything that is due now, or until the mail server is away. */
  run(): Promise<Round> {
    this.#round ??= this.#work().finally(() => {
      this.#round = null;
      if (!this.#again) return;
      this.#again = false;
      this.nudge();
    });
    return this.#round;
  }

  /** Takes nothing more, and lets what is under way end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#looks !== null) clearInterval(this.#looks);
    let patience: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      patience = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([this.#round?.catch(() => undefined), enough]);
    clearTimeout(patience);
    this.#options.mailer.close();
  }

  async #work(): Promise<Round> {
    const round: Round = { sent: 0, failed: 0, later: 0, dropped: 0 };
    const underWay = new Set<Promise<void>>();
    this.#awayUntil = 0;
    try {
      for (;;) {
        const job = this.#mayTake() ? await this.#take(round) : null;
        if (job === null && underWay.size === 0) return round;
        if (job !== null) {
          const sending: Promise<void> = this.#deliver(job, round)
            // Not marked, since the store is away: its lease ends, and it is tried again.
            .catch((error: unknown) => this.#options.log.warn({ err: error }, 'mail'))
            .finally(() => underWay.delete(sending));
          underWay.add(sending);
        }
        if (job === null || underWay.size >= CONNECTIONS) await Promise.race(underWay);
      }
    } finally {
      await Promise.all(underWay);
    }
  }

  #mayTake(): boolean {
    return !this.#isStopped && this.#awayUntil === 0;
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Leases the next due message; null where there is none. */
  async #take(round: Round): Promise<Job | null> {
    const { db } = this.#options.store;
    for (const message of await dueMail(db, Date.now(), { first: this.#awaited, limit: 10 })) {
      const prepared = await this.#write(message);
      const at = Date.now();
      if (typeof prepared === 'string') {
        await dropDue(db, message.messageId, at, prepared);
        round.dropped += 1;
        continue;
      }
      const { messageId, attempts } = message;
      const to = prepared.to.address;
      const taken = await db.transaction().execute(async (trx) => {
        if (!(await leaseMail(trx, { messageId, attempts, to, at, until: at + LEASE_MS }))) return false;
        await prepared.onLeased?.(trx, at);
        return true;
      });
      if (taken) return { message: { ...message, attempts: attempts + 1 }, prepared };
    }
    return null;
  }

  #write(message: DueMessage): Promise<Prepared | string> {
    const write = this.#writers.get(message.kind);
    if (write === undefined) throw new Error(`No feature writes messages of the kind '${message.kind}'.`);
    return write(message);
  }

  async #deliver({ message, prepared }: Job, round: Round): Promise<void> {
    const { db } = this.#options.store;
    const delivery = await this.#whileLeased(message, () => this.#send(message, prepared));
    if (delivery === null) return;
    const at = Date.now();
    if (delivery.ended === 'sent') {
      await db.transaction().execute(async (trx) => {
        await prepared.onSent?.(trx, at);
        await noteSent(trx, message.messageId, at);
      });
      round.sent += 1;
      return;
    }
    if (delivery.ended === 'away') this.#awayUntil = performance.now() + AWAY_MS;
    if (delivery.stayed) await prepared.onStayed?.(db);
    const wait = delivery.ended === 'refused' ? undefined : AGAIN_MS[message.attempts - 1];
    await noteProblem(db, message, delivery.problem, wait === undefined ? null : at + wait);
    if (wait === undefined) round.failed += 1;
    else round.later += 1;
  }

  /** Writes a message and hands it over; null where the lease was lost meanwhile, and it is another's. */
  async #send(message: DueMessage, { to, compose }: Prepared): Promise<Delivery | null> {
    const { store, mailer, from, log } = this.#options;
    const { messageId, attempts, createdAt } = message;
    let written: Awaited<ReturnType<typeof compose>>;
    try {
      written = await compose();
    } catch (error) {
      if (this.#isStopped) return { ended: 'later', problem: STOPPED, stayed: true };
      log.warn({ err: error, messageId }, 'mail');
      return { ended: 'later', problem: UNMADE, stayed: true };
    }
    if (!(await keepLease(store.db, { messageId, attempts, until: Date.now() + LEASE_MS }))) return null;
    return mailer.send({
      // Kept through all attempts, so that a mailbox that gets it twice can tell.
      messageId: `scaf-${messageId}-${createdAt.toString(36)}@${domainOf(from)}`,
      to,
      ...written,
    });
  }

  /** Does what may last longer than a lease. */
  async #whileLeased<T>({ messageId, attempts }: DueMessage, work: () => Promise<T>): Promise<T> {
    const { store, log } = this.#options;
    const keeping = setInterval(() => {
      keepLease(store.db, { messageId, attempts, until: Date.now() + LEASE_MS }).catch((error: unknown) =>
        log.warn({ err: error }, 'mail'),
      );
    }, KEEP_MS);
    try {
      return await work();
    } finally {
      clearInterval(keeping);
    }
  }
}

/** What stands behind the @ of an address, alone or in angle brackets. */
const domainOf = (from: string): string => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';
