/** Simulated evening, held through the API and recorded in the expected state (books) at the same time. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { isWorthResending } from '../../../client/lib/resend.ts';
import type { Reply, TestApp } from '../../../server/testing/app.ts';
import { signInWithCode } from '../../../shared/accounts/auth.api.ts';
import { defined } from '../../../shared/defined.ts';
import { type Caster, type EveningAct, isKeyed, sendAct } from './acts.ts';
import { type NotedEvening, newAssembly } from './books.ts';
import {
  type Lists,
  listsByHand,
  onScreen,
  type Picture,
  pictureByHand,
  readLists,
  readPicture,
} from './picture.ts';
import type { Harm, Premises } from './premises.ts';
import { type DueAnswer, enter, whyNoSession } from './rules.ts';
import { EveningScreen } from './screen.ts';

/** Way to send an act in a simulated evening: server process, and fault during the act. */
export interface Manner {
  /** Index of the server process. */
  via: number;
  /** Fault of the server during the act; null without a fault. */
  harm: Harm | null;
  /** Delay before the fault: turns of the event loop, or answers to acts sent at once. */
  after: number;
  /** True to send the act again with the same key after the answer. */
  again: boolean;
}

/** Time limit until a screen is right, ms: long, because the test checks correctness and not speed. */
const SCREEN_PATIENCE_MS = 60_000;

interface Seen {
  shown: Picture;
  lists: Lists;
}

export class HeldEvening {
  readonly premises: Premises;
  books: NotedEvening;
  /** Receipts that the application returned. */
  readonly receipts = new Set<string>();
  /** Number of answers by act and result: `vote 201`, `vote alreadyVoted`. */
  readonly answered = new Map<string, number>();
  readonly #screens: EveningScreen[] = [];
  #keys = 0;

  private constructor(premises: Premises) {
    const { plan } = premises;
    this.premises = premises;
    const now = newAssembly({ kind: 'ordinary', mode: 'inPerson', call: 1 });
    this.books = { plan, now, archive: [], revoked: new Set(), withdrawn: new Set(), annulled: new Set() };
    for (let at = 0; at < premises.processes; at += 1) {
      this.#screens.push(new EveningScreen(premises, at, plan.operator.token));
    }
    const [owner] = plan.owners;
    if (owner !== undefined) this.#screens.push(new EveningScreen(premises, 0, owner.token));
  }

  /** Opens the first assembly, with screens that follow from the start. */
  static async begin(premises: Premises): Promise<HeldEvening> {
    const evening = new HeldEvening(premises);
    const act = { kind: 'next', mode: 'inPerson', call: 1, extraordinary: false } as const;
    await evening.does(act, { via: 0, harm: null, after: 0, again: false });
    // Assemblies before the evening are not checked.
    evening.books.archive = [];
    await evening.screensAreRight();
    return evening;
  }

  close(): void {
    for (const screen of this.#screens) screen.close();
  }

  /**
   * Executes an act through the API and in the books (expected state). The answer and the state afterwards must
   * agree.
   */
  async does(act: EveningAct, manner: Manner): Promise<void> {
    const session = await this.#session(act, manner.via);
    if (session === null) return;
    if (isKeyed(act)) await this.#withKey([{ act, token: session }], manner);
    else await this.#withoutKey(act, session, manner);
    await this.isAsInBooks(manner.via + 1);
  }

  /**
   * Executes acts of different units at once, each with an idempotency key. The fault happens after `manner.after`
   * answers.
   */
  async doAll(acts: readonly EveningAct[], manner: Manner): Promise<void> {
    const sent: { act: EveningAct; token: string }[] = [];
    for (const act of acts) {
      const token = await this.#session(act, manner.via);
      if (token !== null) sent.push({ act, token });
    }
    await this.#withKey(sent, manner);
    await this.isAsInBooks(manner.via + 1);
  }

  /** Checks that the state of the application equals the books (expected state). */
  async isAsInBooks(via: number): Promise<void> {
    assert.deepStrictEqual(await this.#see(via), this.#due(this.books));
    for (const screen of this.#screens) await screen.look();
  }

  /** Checks that every screen shows the expected state. */
  async screensAreRight(): Promise<void> {
    const due = onScreen(pictureByHand(this.books.now));
    for (const screen of this.#screens) {
      const shown = await screen.until((one) => isDeepStrictEqual(one, due), SCREEN_PATIENCE_MS);
      assert.deepStrictEqual(shown, due, 'what a screen shows');
    }
  }

  /** Returns the session token of the actor. Null if the application refuses the card, as expected. */
  async #session(act: EveningAct, via: number): Promise<string | null> {
    const { plan } = this.books;
    const by: Caster = act.kind === 'vote' ? act.by : 'desk';
    const self = act.kind === 'register' && act.by === 'owner' ? act.holder : by;
    if (self === 'desk') return plan.operator.token;
    if ('owner' in self) return plan.owners[self.owner]?.token ?? '';
    const body = { code: plan.cards[self.card] ?? '' };
    const reply = await this.premises.ask(via, (call) => call(signInWithCode, { body }));
    const due = whyNoSession(this.books, self.card);
    isAnsweredAs(reply, due ?? { status: 200 }, { session: act });
    return due === null ? reply.body.jwt : null;
  }

  async #withKey(sent: readonly { act: EveningAct; token: string }[], manner: Manner): Promise<void> {
    const { premises } = this;
    const after = structuredClone(this.books);
    const dues = sent.map(({ act }) => enter(after, act));
    const { harm, via } = manner;
    let answered = 0;
    let harmed: Promise<void> | null = null;
    // A single act is disturbed in transit; a batch after some answers.
    const isDue = (): boolean => sent.length === 1 || answered >= Math.min(manner.after, sent.length - 1);
    const strike = (): void => {
      if (harm !== null && harmed === null && isDue()) {
        harmed = premises.hurt(via, harm, sent.length === 1 ? manner.after : 0);
      }
    };
    const key = () => `${this.books.plan.jointId}-noche-${this.#keys++}`;
    const waitingReplies = sent.map(async ({ act, token }, at) => {
      const as = { token, key: key() };
      const send = (call: TestApp['call']) => sendAct(call, this.books.plan, act, as);
      const reply = await premises.ask(via + at, send);
      answered += 1;
      strike();
      return { reply, send };
    });
    strike();
    const replies = await Promise.all(waitingReplies);
    await harmed;
    for (const [at, { reply, send }] of replies.entries()) {
      const due = dues[at] ?? { status: 0 };
      const act = sent[at]?.act;
      isAnsweredAs(reply, due, act);
      this.#count(act, due);
      if (reply.status === 201) this.#sign(after, reply.body);
      if (!manner.again || reply.status !== 201) continue;
      const repeated = await premises.ask(via + at + 1, send);
      assert.deepStrictEqual(repeated.body, reply.body, 'a repeat is answered as the first time');
    }
    this.books = after;
  }

  async #withoutKey(act: EveningAct, token: string, { via, harm, after: turns }: Manner): Promise<void> {
    const { premises } = this;
    const after = structuredClone(this.books);
    const due = enter(after, act);
    const send = (call: TestApp['call']) => sendAct(call, this.books.plan, act, { token });
    const sending = premises.once(via, send).catch((error: unknown) => {
      if (isWorthResending(error)) return null;
      throw error;
    });
    const [first] = await Promise.all([sending, harm === null ? undefined : premises.hurt(via, harm, turns)]);
    await premises.allUp();
    // Outcome unknown: the actor looks, and repeats the act if missing.
    const reply = first ?? ((await this.#isDone(after, via)) ? null : await premises.ask(via, send));
    if (reply !== null) isAnsweredAs(reply, due, act);
    this.#count(act, due);
    this.books = after;
    await this.#learnNumber(via);
  }

  #count(act: EveningAct | undefined, { status, code }: DueAnswer): void {
    const name = `${act?.kind} ${code ?? status}`;
    this.answered.set(name, (this.answered.get(name) ?? 0) + 1);
  }

  /** True if the application shows the state after an act, false if the state before the act. */
  async #isDone(after: NotedEvening, via: number): Promise<boolean> {
    const seen = await this.#see(via, after);
    const [then, before] = [this.#due(after), this.#due(this.books)];
    if (then.shown.assembly !== null && then.shown.assembly.assemblyId === null) {
      then.shown.assembly.assemblyId = seen.shown.assembly?.assemblyId ?? null;
      if (seen.shown.assembly?.assemblyId === before.shown.assembly?.assemblyId) return false;
    }
    if (isDeepStrictEqual(seen, then)) return true;
    assert.deepStrictEqual(
      await this.#see(via),
      before,
      'an act without an answer is done whole, or not at all',
    );
    return false;
  }

  /** Reads the number of the assembly from the application into the books (expected state). */
  async #learnNumber(via: number): Promise<void> {
    const { now } = this.books;
    if (now.assemblyId !== null) return;
    const shown = await readPicture(this.premises.reader(via), this.books.plan.jointId);
    now.assemblyId = shown.assembly?.assemblyId ?? null;
  }

  /** Records the receipts of acknowledged votes in the books (expected state). */
  #sign(books: NotedEvening, body: unknown): void {
    for (const record of [body].flat()) {
      const [conceptId, unit, receipt] = ['conceptId', 'apartmentId', 'receipt'].map((name) =>
        Reflect.get(Object(record), name),
      );
      if (typeof receipt !== 'string') continue;
      assert.ok(!this.receipts.has(receipt), `a receipt is given once: ${receipt}`);
      this.receipts.add(receipt);
      const vote = books.now.questions.get(Number(conceptId))?.votes.get(String(unit));
      assert.ok(vote !== undefined, `nobody voted for ${unit}`);
      vote.receipt = receipt;
    }
  }

  async #see(via: number, { now, plan } = this.books): Promise<Seen> {
    const read = this.premises.reader(via);
    const shown = await readPicture(read, plan.jointId);
    // Skip questions absent from the current state: an undeleted question shows up in `shown`.
    const there = shown.questions.map(({ conceptId }) => conceptId);
    const questionIds = [...now.questions.keys()].filter((conceptId) => there.includes(conceptId));
    return { shown, lists: await readLists(read, plan, questionIds) };
  }

  #due(books: NotedEvening): Seen {
    return { shown: pictureByHand(books.now), lists: listsByHand(books) };
  }
}

function isAnsweredAs(reply: Reply<unknown>, due: DueAnswer, what: unknown): void {
  const answered: DueAnswer = {
    status: reply.status,
    ...defined({ code: reply.status >= 400 ? reply.error.code : undefined }),
  };
  assert.deepStrictEqual(answered, due, `what is answered to ${JSON.stringify(what, withoutBigInts)}`);
}

const withoutBigInts = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
