import type { FastifyBaseLogger } from 'fastify';
import { dropAccess, insertAccess, type NewAccess } from '../accounts/access-links.repository.ts';
import { isOver, makeInvitation } from '../assemblies/invitation.ts';
import { findAssembly, readInvited } from '../assemblies/invited.repository.ts';
import type { Db } from '../db/engine.ts';
import type { JointDirectory } from '../properties/joint-directory.ts';
import { writeInvitation } from './invitation-mail.ts';
import { CONNECTIONS, type Mailer, type Outgoing } from './mailer.ts';
import { type DueMessage, dropDue, dueMail, leaseMail, noteProblem, noteSent } from './outbox.repository.ts';

const MINUTE_MS = 60 * 1000;
/** Longer than any delivery lasts; after it, a message whose process died is tried again. */
const LEASE_MS = 5 * MINUTE_MS;
/** When a message is tried again, after its first attempt and so on: about a day in all. */
const AGAIN_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** How often the outbox is looked at; what is queued here is sent at once. */
const LOOK_MS = 15 * 1000;
/** How long a mail server that was away is left alone. */
const AWAY_MS = MINUTE_MS;
/** A closing server waits this long for deliveries under way; what is later is found by its lease. */
const PATIENCE_MS = 5_000;

export interface SenderOptions {
  db: Db;
  directory: JointDirectory;
  publicUrl: string;
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
  message: DueMessage;
  outgoing: Outgoing;
  made: NewAccess[];
}

/**
 * Sends what is due in the outbox. Each message is leased in the store before it leaves and marked after the mail
 * server took it, so that of several processes one sends it, and one that dies leaves it to the others.
 */
export class MailSender {
  readonly #options: SenderOptions;
  #round: Promise<Round> | null = null;
  /** Something was queued while a round was ending. */
  #again = false;
  #stopped = false;
  #awayUntil = 0;
  #looks: NodeJS.Timeout | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Looks at the outbox from now on, until `stop`. */
  start(): void {
    this.#looks = setInterval(() => this.nudge(), LOOK_MS);
    this.#looks.unref();
    this.nudge();
  }

  /** Sends what is due, soon; unless the mail server was away just now. */
  nudge(): void {
    if (this.#stopped || Date.now() < this.#awayUntil) return;
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
    this.#stopped = true;
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
    return !this.#stopped && this.#awayUntil === 0;
  }

  /** Leases the next due message and writes it; null where there is none. */
  async #take(round: Round): Promise<Job | null> {
    const { db } = this.#options;
    for (const message of await dueMail(db, Date.now(), 10)) {
      const job = await this.#write(message);
      const at = Date.now();
      if (typeof job === 'string') {
        await dropDue(db, message.messageId, at, job);
        round.dropped += 1;
        continue;
      }
      const { messageId, attempts } = message;
      const to = job.outgoing.to.address;
      const taken = await db.transaction().execute(async (trx) => {
        if (!(await leaseMail(trx, { messageId, attempts, to, at, until: at + LEASE_MS }))) return false;
        await insertAccess(trx, job.made, { actor: 'mail', at });
        return true;
      });
      if (taken) return job;
    }
    return null;
  }

  /** The message as it leaves, or why it does not any more. */
  async #write(message: DueMessage): Promise<Job | string> {
    const { db, directory, publicUrl, from } = this.#options;
    const { messageId, assemblyId, userId, createdAt } = message;
    const assembly = await findAssembly(db, assemblyId);
    const place = assembly && (await directory.find(assembly.joint_id));
    if (assembly === undefined || place === undefined || isOver(assembly))
      return 'La asamblea ya fue cerrada.';
    const family = await directory.family(place.rootId);
    const [person] = await readInvited(db, { assemblyId, family, userId });
    if (person === undefined)
      return 'La persona ya no es propietaria en la copropiedad, o no está habilitada.';
    if (person.email === null) return 'La persona ya no tiene correo.';
    const of = { person, place, assembly, publicUrl };
    const { invitation, made } = await makeInvitation(of, 'invitation', Date.now());
    const outgoing: Outgoing = {
      messageId: `scaf-${messageId}-${createdAt.toString(36)}@${domainOf(from)}`,
      to: { name: invitation.name, address: person.email },
      ...writeInvitation(invitation),
    };
    return { message, outgoing, made };
  }

  async #deliver({ message, outgoing, made }: Job, round: Round): Promise<void> {
    const { db, mailer } = this.#options;
    const delivery = await mailer.send(outgoing);
    const { messageId } = message;
    const attempts = message.attempts + 1;
    const at = Date.now();
    if (delivery.ended === 'sent') {
      await noteSent(db, messageId, at);
      round.sent += 1;
      return;
    }
    if (delivery.ended === 'away') this.#awayUntil = at + AWAY_MS;
    if (delivery.stayed) {
      await dropAccess(
        db,
        made.map(({ hash }) => hash),
      );
    }
    const wait = delivery.ended === 'refused' ? undefined : AGAIN_MS[attempts - 1];
    await noteProblem(db, { messageId, attempts }, delivery.problem, wait === undefined ? null : at + wait);
    if (wait === undefined) round.failed += 1;
    else round.later += 1;
  }
}

/** What stands behind the @ of an address, alone or in angle brackets. */
const domainOf = (from: string): string => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';
