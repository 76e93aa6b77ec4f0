import { expect } from 'vitest';
import { changeAssembly, getSnapshot, openAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { createConcept, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import type { Rule, Threshold } from '../../shared/assemblies/law/majority.ts';
import { castVote, getApartmentsQuantity, getQuorum } from '../../shared/assemblies/votes.api.ts';
import { defined } from '../../shared/defined.ts';
import type { TestApp } from './app.ts';
import type { AssemblyFixture } from './assembly-fixture.ts';
import { type HandQuestion, type HandUnit, type HandVote, reckon, weighed } from './reference-tally.ts';
import { qrSession } from './store-asserts.ts';

/** Question put to the vote in a test, with the votes sent and the expected state at the closing. */
export interface Put {
  conceptId: number;
  rule: Rule;
  answers: number;
  /** Number of the approving answer, from 1. */
  approving: number;
  /** Percentage to exceed, for the rule `threshold`. */
  threshold?: Threshold | undefined;
  /** Number of the blank answer of an election. Null without a blank answer. */
  blank: number | null;
  /** Votes sent so far. Key: id of the unit. */
  votes: Map<string, HandVote>;
  /** Registered units and number of the call at the last closing. Null while the question is open. */
  closing: { present: ReadonlySet<string>; call: 1 | 2 } | null;
}

/**
 * Number of votes sent at the same time: as many as in a busy hall, but few enough for the connection pool of a
 * process.
 */
const AT_ONCE = 40;

/**
 * Runs a test assembly through the API and computes the expected results with separate code (`reckon`).
 * `settles` closes a question and compares both.
 */
export class AssemblyModel {
  readonly #app: TestApp;
  readonly #evening: AssemblyFixture;
  readonly #roll: readonly HandUnit[];
  readonly #mode: HandQuestion['mode'];
  #assemblyId = 0;
  #call: 1 | 2;
  #present = new Set<string>();
  /** Ids of the units registered by an owner's account, from home or the room. */
  readonly #home = new Set<string>();
  #code: string | undefined;

  private constructor(
    app: TestApp,
    evening: AssemblyFixture,
    roll: readonly HandUnit[],
    mode: HandQuestion['mode'],
    call: 1 | 2,
  ) {
    this.#app = app;
    this.#evening = evening;
    this.#roll = roll;
    this.#mode = mode;
    this.#call = call;
  }

  /** Opens an assembly. The joint's former assembly is archived if it was opened. */
  static async open(
    app: TestApp,
    evening: AssemblyFixture,
    roll: readonly HandUnit[],
    { mode = 'inPerson', call = 1 }: { mode?: HandQuestion['mode']; call?: 1 | 2 } = {},
  ): Promise<AssemblyModel> {
    const sitting = new AssemblyModel(app, evening, roll, mode, call);
    const firstCallAt = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const opened = await app.call(
      openAssembly,
      {
        params: { jointId: evening.jointId },
        body: { mode, call, ...defined({ firstCallAt: call === 2 ? firstCallAt : undefined }) },
      },
      sitting.#desk,
    );
    expect(opened.status).toBe(201);
    sitting.#assemblyId = opened.body.assemblyId;
    return sitting;
  }

  get #desk() {
    return { token: this.#evening.operator };
  }

  /** Registers units at the desk, all with the same new card. */
  async arrive(units: readonly HandUnit[]): Promise<void> {
    if (units.length === 0) return;
    this.#code = await this.#evening.register(units.map(({ id }) => id));
    for (const { id } of units) this.#present.add(id);
  }

  /** Registers units from home with the token of a user linked to the units. */
  async joinFromHome(units: readonly HandUnit[], token: string): Promise<void> {
    if (units.length === 0) return;
    const { jointId } = this.#evening;
    await this.#app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, this.#desk);
    const apartmentIds = units.map(({ id }) => id);
    const done = await this.#app.call(register, { params: { jointId }, body: { apartmentIds } }, { token });
    expect(done.status).toBe(201);
    for (const { id } of units) {
      this.#present.add(id);
      this.#home.add(id);
    }
  }

  /** Starts the second call: the attendance begins anew, empty. */
  async secondCall(): Promise<void> {
    const params = { jointId: this.#evening.jointId };
    const changed = await this.#app.call(changeAssembly, { params, body: { call: 2 } }, this.#desk);
    expect(changed.status).toBe(200);
    this.#call = 2;
    this.#present = new Set();
    this.#home.clear();
  }

  /**
   * Removes the registration of units. A closed question keeps the units' votes; a reopening excludes the units'
   * votes.
   */
  async leave(units: readonly HandUnit[]): Promise<void> {
    const { jointId } = this.#evening;
    for (const { id } of units) {
      const call = { params: { jointId, conceptId: 1 }, query: { apartmentId: id } };
      expect((await this.#app.call(removeRegistrations, call, this.#desk)).status).toBe(204);
      this.#present.delete(id);
      this.#home.delete(id);
    }
  }

  /** Opens a question with numbered answers. */
  async put(
    rule: Rule,
    {
      answers = 3,
      approving = 1,
      blank = null,
      threshold = rule === 'threshold' ? { percent: 60, base: 'represented' } : undefined,
    }: {
      answers?: number;
      approving?: number;
      blank?: number | null;
      threshold?: Threshold | undefined;
    } = {},
  ): Promise<Put> {
    const texts = Array.from({ length: answers }, (_, at) => ({ answerDescription: String(at + 1) }));
    const { jointId } = this.#evening;
    const body = { jointId, conceptDescription: '¿Sí?', active: 1 as const, answers: texts, rule };
    const created = await this.#app.call(
      createConcept,
      { body: { ...body, threshold, approvingAnswerId: approving, blankAnswerId: blank } },
      this.#desk,
    );
    expect(created.status).toBe(201);
    const { conceptId } = created.body;
    return { conceptId, rule, answers, approving, threshold, blank, votes: new Map(), closing: null };
  }

  /** Enters paper votes at the desk. Skips units without a coefficient. */
  byPaper(put: Put, answerId: number, units: readonly HandUnit[]): Promise<void> {
    return this.#cast(put, answerId, units, this.#evening.operator);
  }

  /** Votes in the hall, with the last card used for a registration. */
  async byCard(put: Put, answerId: number, units: readonly HandUnit[]): Promise<void> {
    const token = await qrSession(this.#app, this.#code ?? '');
    return this.#cast(put, answerId, units, token);
  }

  /** Votes from home with the token of a user. */
  fromHome(put: Put, answerId: number, units: readonly HandUnit[], token: string): Promise<void> {
    return this.#cast(put, answerId, units, token);
  }

  /** Sends votes. The registration of the unit decides between room and home, regardless of the sender. */
  async #cast(put: Put, answerId: number, units: readonly HandUnit[], token: string): Promise<void> {
    const { jointId } = this.#evening;
    const voting = units.filter(({ nano }) => nano > 0n);
    for (let at = 0; at < voting.length; at += AT_ONCE) {
      const sent = voting.slice(at, at + AT_ONCE).map(async ({ id }) => {
        const body = { jointId, apartmentId: id, conceptId: put.conceptId, voteId: answerId };
        const reply = await this.#app.call(castVote, { body }, { token });
        expect(reply.status, JSON.stringify(reply.error)).toBe(201);
        const inRoom = this.#mode === 'inPerson' || (this.#mode === 'mixed' && !this.#home.has(id));
        put.votes.set(id, { answerId, inRoom });
      });
      await Promise.all(sent);
    }
  }

  async close(put: Put): Promise<void> {
    await this.#toggle(put, 0);
    put.closing = { present: new Set(this.#present), call: this.#call };
  }

  async reopen(put: Put): Promise<void> {
    await this.#toggle(put, 1);
    put.closing = null;
    for (const id of put.votes.keys()) if (!this.#present.has(id)) put.votes.delete(id);
  }

  async #toggle({ conceptId }: Put, active: 0 | 1): Promise<void> {
    const body = { jointId: this.#evening.jointId, conceptId, active };
    expect((await this.#app.call(toggleConcept, { body }, this.#desk)).status).toBe(200);
  }

  /** Closes a question, and compares the results before and after. Returns the status of the result. */
  async settles(put: Put): Promise<string | undefined> {
    expect(await this.compare(put)).toBe('open');
    await this.close(put);
    return this.#compareShown(put);
  }

  /** Compares the API's results of a question with the expected results. Returns the status of the result. */
  async compare(put: Put): Promise<string | undefined> {
    const status = await this.#compareShown(put);
    await this.#compareCalls(put);
    return status;
  }

  /** Compares the results in the snapshot for screens. */
  async #compareShown(put: Put): Promise<string | undefined> {
    const { jointId } = this.#evening;
    const params = { jointId };
    // Asks by assembly number too: archived and current assemblies give the same.
    const query = { assemblyId: this.#assemblyId };
    const [current, byNumber] = await Promise.all([
      this.#app.call(getSnapshot, { params, query: {} }, this.#desk),
      this.#app.call(getSnapshot, { params, query }, this.#desk),
    ]);
    const isCurrent = current.body.assembly?.assemblyId === this.#assemblyId;
    const expected = reckon({
      rule: put.rule,
      threshold: put.threshold,
      answers: put.answers,
      approving: put.approving,
      blank: put.blank,
      votes: put.votes,
      ...(put.closing ?? { present: this.#present, call: this.#call }),
      open: put.closing === null,
      mode: this.#mode,
      roll: this.#roll,
    });
    for (const { body } of isCurrent ? [current, byNumber] : [byNumber]) {
      const shown = body.concepts.find(({ conceptId }) => conceptId === put.conceptId);
      expect(shown).toMatchObject({
        ...expected,
        outcome: { ...expected.outcome, share: expect.any(Number) },
      });
      expect(shown?.answers).toEqual(expected.answers);
      expect(shown?.outcome?.share).toBeCloseTo(expected.outcome?.share ?? Number.NaN, 12);
      expect(body.total).toEqual(weighed(this.#roll));
      expect(body.registered).toEqual(weighed(this.#roll.filter(({ id }) => this.#present.has(id))));
    }
    return expected.outcome?.status;
  }

  /**
   * Compares the answers of the calls listed in the specification: coefficient and unit count, by answer and in
   * total.
   */
  async #compareCalls(put: Put): Promise<void> {
    const params = { jointId: this.#evening.jointId, conceptId: put.conceptId };
    for (let voteId = 0; voteId <= put.answers; voteId += 1) {
      const query = {
        assemblyId: this.#assemblyId,
        ...defined({ voteId: voteId === 0 ? undefined : voteId }),
      };
      const [sum, many] = await Promise.all([
        this.#app.call(getQuorum, { params, query }, this.#desk),
        this.#app.call(getApartmentsQuantity, { params, query }, this.#desk),
      ]);
      const units = this.#roll.filter(({ id }) => {
        const answerId = put.votes.get(id)?.answerId;
        return voteId === 0 ? answerId !== undefined : answerId === voteId;
      });
      expect({ apartments: many.body.quantity, ...sum.body }).toEqual(weighed(units));
    }
  }
}
