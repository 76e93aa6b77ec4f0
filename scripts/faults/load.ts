import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../client/lib/api.ts';
import type { Random } from '../../server/testing/random.ts';
import { assignHolder, register, removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { exchangeHolder, withdrawHolder } from '../../shared/assemblies/codes.api.ts';
import { ATTENDANCE, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { addPayment, annulReceipt } from '../../shared/billing/payments.api.ts';
import { Book, type MoveAsked } from './book.ts';
import { Caller, type Traffic } from './caller.ts';
import type { Hall, Holder, Prepared } from './ground/prepare.ts';

/** Maximum pause in ms of a person before a vote. `DESK_MS`: of the desk between two acts. */
const THINK_MS = 800;
const DESK_MS = 120;
const CASHIERS = 2;
const VALUE_DATE = '2026-02-05';
/** Share of annulled payments: one in 6. */
const ANNUL_ONE_IN = 6;
const ANSWERS = 3;

/**
 * Simulated people of a fault run: vote, arrive, leave and pay until stopped. `book` records every
 * operation, to compare with the store.
 */
export class Load {
  readonly book = new Book();
  readonly #prepared: Prepared;
  readonly #random: Random;
  readonly #leisure: number;
  readonly #giveUp = new AbortController();
  readonly #caller: Caller;
  #actors: Promise<unknown>[] = [];
  #isStopping = false;
  #keys = 0;

  /**
   * @param url returns the address of the balancer
   * @param leisure factor for all pauses
   */
  constructor(url: () => string, prepared: Prepared, random: Random, leisure: number) {
    this.#prepared = prepared;
    this.#random = random;
    this.#leisure = leisure;
    this.#caller = new Caller(url, random.fork(), this.#giveUp.signal);
    for (const { jointId, registered } of prepared.halls) {
      this.book.present.set(jointId, new Set(registered));
    }
  }

  get traffic(): Traffic {
    return this.#caller.traffic;
  }

  start(): void {
    const { halls, billed } = this.#prepared;
    this.#actors = [
      ...halls.flatMap((hall) => [
        this.#holdVotes(hall),
        this.#tendDoor(hall),
        ...hall.selves.map((owner) => this.#comeAndGo(hall, owner)),
      ]),
      ...Array.from({ length: CASHIERS }, () => this.#takeMoney(billed)),
    ];
    // Errors of actors are reported by `stop`.
    for (const actor of this.#actors) actor.catch(() => undefined);
  }

  /**
   * Lets all actors finish their current act. After `withinMs` milliseconds, gives up operations without an
   * acknowledgement.
   */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    const deadline = setTimeout(() => this.#giveUp.abort(new Error('The load was stopped.')), withinMs);
    await Promise.all(this.#actors);
    clearTimeout(deadline);
  }

  /** Opens question after question, each until everybody has voted. */
  async #holdVotes(hall: Hall): Promise<void> {
    const { jointId, operator } = hall;
    const paper: Holder = { token: operator, units: hall.paper };
    for (const conceptId of hall.questions) {
      if (this.#isStopping) return;
      const body = { jointId, conceptId, active: 1 as const };
      const opened = await this.#operate(`question ${conceptId}`, () =>
        this.#caller.ask(toggleConcept, { body }, { token: operator }),
      );
      if (!opened.isDone) return;
      this.book.open.set(jointId, conceptId);
      await Promise.all(
        [...hall.owners, ...hall.codes, paper].map((holder) => this.#vote(jointId, conceptId, holder)),
      );
    }
  }

  /** Votes for all units of a person in a single call, as a phone does. */
  async #vote(jointId: number, conceptId: number, { token, units }: Holder): Promise<void> {
    await this.#think(THINK_MS);
    if (this.#isStopping) return;
    const votes = units.map(async (apartmentId) => {
      const answerId = this.#random.between(1, ANSWERS);
      const vote = { jointId, conceptId, apartmentId, answerId, receipt: null as string | null };
      this.book.votes.push(vote);
      const body = { jointId, conceptId, apartmentId, voteId: answerId };
      const { answer } = await this.#operate(`vote ${conceptId}/${apartmentId}`, () =>
        this.#caller.ask(castVote, { body }, { token, key: this.#newKey() }),
      );
      vote.receipt = answer?.receipt ?? null;
    });
    await Promise.all(votes);
  }

  /**
   * Plays the desk of an assembly: registers units with a card, sometimes changes cards, and frees units in one of
   * three ways.
   */
  async #tendDoor({ jointId, operator, door, cards }: Hall): Promise<void> {
    const as = { token: operator };
    for (let turn = 0; !this.#isStopping; turn += 1) {
      await this.#think(DESK_MS);
      const from = (3 * turn) % (door.length - 3);
      const apartmentIds = door.slice(from, from + this.#random.between(1, 3));
      const [code = '', other = ''] = [
        cards[(2 * turn) % cards.length],
        cards[(2 * turn + 1) % cards.length],
      ];
      const body = { apartmentIds, code };
      const came = await this.#move({ jointId, apartmentIds, what: 'registered' }, () =>
        this.#caller.ask(register, { params: { jointId }, body }, { ...as, key: this.#newKey() }),
      );
      if (!came) return;
      let held = code;
      if (this.#random.next() < 0.3) {
        const { isDone } = await this.#operate(`exchange ${code}`, () =>
          this.#caller.ask(
            exchangeHolder,
            { params: { code }, body: { code: other } },
            { ...as, doneIf: ['holderNotFound'] },
          ),
        );
        if (!isDone) return;
        held = other;
      }
      const way = this.#random.pick(['withdrawn', 'freed', 'reversed'] as const);
      if (way === 'withdrawn') {
        const left = await this.#move({ jointId, apartmentIds, what: 'freed' }, () =>
          this.#caller.ask(
            withdrawHolder,
            { params: { code: held }, query: {} },
            { ...as, doneIf: ['holderNotFound'] },
          ),
        );
        if (!left) return;
        continue;
      }
      for (const apartmentId of apartmentIds) {
        const left = await this.#move({ jointId, apartmentIds: [apartmentId], what: 'freed' }, () =>
          way === 'freed'
            ? this.#caller.ask(assignHolder, { body: { jointId, apartmentId, userId: null } }, as)
            : this.#caller.ask(
                removeRegistrations,
                { params: { conceptId: ATTENDANCE, jointId }, query: { apartmentId } },
                { ...as, doneIf: ['apartmentNotFound'] },
              ),
        );
        if (!left) return;
      }
    }
  }

  /** Registers an owner from home again and again; each time the desk frees the units. */
  async #comeAndGo({ jointId, operator }: Hall, { token, units }: Holder): Promise<void> {
    while (!this.#isStopping) {
      await this.#think(10 * DESK_MS);
      const body = { apartmentIds: units };
      const came = await this.#move({ jointId, apartmentIds: units, what: 'registered' }, () =>
        this.#caller.ask(register, { params: { jointId }, body }, { token, key: this.#newKey() }),
      );
      if (!came) return;
      await this.#think(10 * DESK_MS);
      for (const apartmentId of units) {
        const free = { jointId, apartmentId, userId: null };
        const left = await this.#move({ jointId, apartmentIds: [apartmentId], what: 'freed' }, () =>
          this.#caller.ask(assignHolder, { body: free }, { token: operator }),
        );
        if (!left) return;
      }
    }
  }

  async #takeMoney({ jointId, units, staff: token }: Prepared['billed']): Promise<void> {
    while (!this.#isStopping) {
      await this.#think(DESK_MS);
      const [apartmentId, pesos] = [this.#random.pick(units), this.#random.between(1_000, 90_000)];
      const payment = {
        reference: this.#newKey(),
        apartmentId,
        centavos: 100 * pesos,
        numbers: null as { payment: number; receipt: number } | null,
        annulment: 'none' as const,
      };
      this.book.payments.push(payment);
      const { reference } = payment;
      const body = { apartmentId, amount: pesos, valueDate: VALUE_DATE, reference };
      const { answer } = await this.#operate(`payment ${reference}`, () =>
        this.#caller.ask(addPayment, { params: { jointId }, body }, { token, key: reference }),
      );
      const cashReceipt = answer?.receipt?.cashReceipt;
      if (answer === null || cashReceipt === undefined) return;
      payment.numbers = { payment: answer.payment, receipt: cashReceipt };
      if (this.#random.between(1, ANNUL_ONE_IN) > 1) continue;
      const params = { jointId, cashReceipt };
      const annulled: { annulment: string } = payment;
      annulled.annulment = 'asked';
      const { isDone } = await this.#operate(`annulment ${cashReceipt}`, () =>
        this.#caller.ask(
          annulReceipt,
          { params, body: { reason: 'Se digitó dos veces' } },
          { token, doneIf: ['alreadyAnnulled'] },
        ),
      );
      if (!isDone) return;
      annulled.annulment = 'acknowledged';
    }
  }

  async #move(newMove: Omit<MoveAsked, 'isAcknowledged'>, send: () => Promise<unknown>): Promise<boolean> {
    const move = { ...newMove, isAcknowledged: false };
    this.book.moves.push(move);
    const { isDone } = await this.#operate(`${newMove.what} ${newMove.apartmentIds}`, send);
    if (isDone) this.book.moved(move);
    return isDone;
  }

  /** Runs an operation and records the result: acknowledged, given up, or refused (a problem of the run). */
  async #operate<T>(
    name: string,
    send: () => Promise<T | null>,
  ): Promise<{ isDone: boolean; answer: T | null }> {
    try {
      const answer = await send();
      this.book.acknowledged += 1;
      return { isDone: true, answer };
    } catch (error) {
      if (this.#giveUp.signal.aborted) this.book.givenUp += 1;
      else if (error instanceof ApiError) this.book.refused.push(`${name}: ${error.status} ${error.code}`);
      else throw error;
      return { isDone: false, answer: null };
    }
  }

  async #think(mostMs: number): Promise<void> {
    await pause(this.#random.next() * mostMs * this.#leisure);
  }

  #newKey(): string {
    this.#keys += 1;
    return `faults-${String(this.#keys).padStart(6, '0')}-${this.#random.between(0, 999_999)}`;
  }
}
