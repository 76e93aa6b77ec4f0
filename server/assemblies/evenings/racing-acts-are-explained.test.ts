import { expect, it } from 'vitest';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { actOfEntry } from '../../../shared/evidence/acts.ts';
import { replayTrail } from '../../../shared/evidence/replay.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { compareWithStore } from '../../audit/compare-store.repository.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { readsCodeIds } from '../../platform/audit/code-ids.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { appForSuite, describeOnBothEngines, type Reply } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly } from '../../testing/assembly-fixture.ts';
import { registeredUnits, votesOf } from '../../testing/store-asserts.ts';

/** Order of the first votes and the act. The other votes always run at the same time as the act. */
const ORDERS = ['votes first', 'votes last', 'all at once'] as const;
/** Number of joints at the same time, and rounds in each: each act in each order once, 1,200 rounds in a long run. */
const JOINTS = ORDERS.length;
const ROUNDS = rounds(6, 400);
const MADE = JOINTS * ROUNDS;

const units = ['101', '102', '103', '104', '105', '106'].map(
  (unit, i) => [unit, 10 + i, `PERSONA ${i}`] as const,
);
const ids = units.map(([unit]) => unit);

/** Kinds of acts that run at the same time as votes. Each round runs an act among six votes. */
const kinds = ['deactivation', 'reversal', 'reset', 'attendance reset', 'withdrawal', 'all'] as const;

const VOTES_APART = 3;

interface Entry {
  seq: number;
  at: number;
  actor: string;
  act: string;
  data: string;
}

describeOnBothEngines('votes racing acts that end the vote', (make) => {
  const app = appForSuite(make);
  const second = appForSuite(() => app.another());

  it('votes racing other acts end in a state that the audit trail explains', async () => {
    const evenings: AssemblyFixture[] = [];
    for (let i = 0; i < JOINTS; i++) evenings.push(await holdAssembly(app, { units }));
    const raced = await Promise.all(evenings.map((evening, i) => raceOn(evening, i)));
    // In two of three rounds some votes are surely before or after the act.
    const sum = (of: (one: Raced) => number) => raced.reduce((all, one) => all + of(one), 0);
    expect(sum((one) => one.rounds)).toBe(MADE);
    expect(sum((one) => one.accepted)).toBeGreaterThan(MADE / 2);
    expect(sum((one) => one.refused)).toBeGreaterThan(MADE / 2);
    expect(sum((one) => one.annulled)).toBeGreaterThan(MADE / 10);
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  }, 600_000);

  interface Raced {
    rounds: number;
    accepted: number;
    refused: number;
    annulled: number;
  }

  async function raceOn(evening: AssemblyFixture, place: number): Promise<Raced> {
    const { jointId, operator } = evening;
    const roll = dice(675 + place);
    const as = { token: operator };
    const entries: Entry[] = [];
    const done: Raced = { rounds: 0, accepted: 0, refused: 0, annulled: 0 };
    const server = () => (roll(2) === 0 ? app : second);
    let question = await evening.ask('¿Aprueba?');
    const other = await prepare();
    let code = await evening.register(ids);

    for (let round = 0; round < ROUNDS; round++) {
      const kind = kinds[round % kinds.length] ?? 'all';
      await setOut();
      const from = entries.length;
      const racing: (() => Promise<Reply<unknown>>)[] = ids.map((apartmentId) => () => cast(apartmentId));
      const order = ORDERS[(round + place) % ORDERS.length];
      const apart = order === 'all at once' ? [] : racing.splice(0, VOTES_APART);
      const castApart = () => Promise.all(apart.map((fire) => fire()));
      const before = order === 'votes first' ? await castApart() : [];
      for (const act of actsOf(kind)) racing.splice(roll(racing.length + 1), 0, act);
      // Some calls start a few turns of the event loop later, so that each side sometimes is first.
      const raced = await Promise.all(racing.map((fire) => afterTurns(roll(12)).then(fire)));
      const after = order === 'votes last' ? await castApart() : [];
      const replies = [...before, ...raced, ...after];
      await check(`joint ${jointId}, round ${round}: votes and ${kind}, ${order}`, replies, from);
      done.rounds += 1;
    }
    return done;

    /** Registers all units and opens the question without votes. */
    async function setOut(): Promise<void> {
      await app.call(removeRegistrations, { params: { jointId, conceptId: question }, query: {} }, as);
      const open = { jointId, conceptId: question, active: 1 as const };
      const opened = await app.call(toggleConcept, { body: open }, as);
      // A long run opens the question more often than a question may be opened.
      if (opened.status === 422) question = await evening.ask('¿Aprueba?');
      else expect(opened.status).toBe(200);
      const present = new Set(await registeredUnits(app, jointId));
      const absent = ids.filter((unit) => !present.has(unit));
      if (absent.length === 0) return;
      if (absent.length === ids.length) code = await freshCode(app, operator, jointId);
      const body = { apartmentIds: absent, code };
      const back = await app.call(register, { params: { jointId }, body }, as);
      expect(back.status).toBe(201);
    }

    async function prepare(): Promise<number> {
      const answers = [{ answerDescription: 'Si' }];
      const body = { jointId, conceptDescription: '¿Otra?', active: 0 as const, answers };
      return (await app.call(createConcept, { body }, as)).body.conceptId;
    }

    function cast(apartmentId: string): Promise<Reply<unknown>> {
      const body = { jointId, apartmentId, conceptId: question, voteId: 1 + roll(3) };
      return server().call(castVote, { body }, as);
    }

    function actsOf(kind: (typeof kinds)[number]): (() => Promise<Reply<unknown>>)[] {
      const remove = (conceptId: number, query: { apartmentId?: string }) => () =>
        server().call(removeRegistrations, { params: { jointId, conceptId }, query }, as);
      const toggle = (conceptId: number, active: 0 | 1) => () =>
        server().call(toggleConcept, { body: { jointId, conceptId, active } }, as);
      const reversal = () => remove(1, { apartmentId: ids[roll(ids.length)] ?? '101' });
      const withdrawal = () => server().call(withdrawHolder, { params: { code }, query: {} }, as);
      switch (kind) {
        case 'deactivation':
          return [toggle(question, 0)];
        case 'reversal':
          return [reversal(), reversal()];
        case 'reset':
          return [remove(question, {})];
        case 'attendance reset':
          return [remove(1, {})];
        case 'withdrawal':
          return [withdrawal];
        case 'all':
          return [toggle(other, 1), reversal(), remove(question, {}), remove(1, {}), toggle(question, 0)];
      }
    }

    async function check(what: string, replies: readonly Reply<unknown>[], from: number): Promise<void> {
      for (const reply of replies) {
        expect([200, 201, 204, 404, 409, 422], `${what}: ${JSON.stringify(reply.error)}`).toContain(
          reply.status,
        );
      }
      entries.push(...(await newEntries(entries.at(-1)?.seq ?? 0)));
      const fresh = entries.slice(from);
      const answered = replies.flatMap(({ status, body }) => (status === 201 ? [receiptOf(body)] : []));
      const stored = fresh.filter(({ act }) => act === 'votes').flatMap((entry) => receiptsIn(entry));
      expect(stored.sort(), `${what}: acknowledged and stored`).toEqual(answered.sort());

      const replayed = replayTrail(entries.map(actOfEntry));
      expect(replayed.contradictions, what).toEqual([]);
      const store = await readsCodeIds(app.store.db, jointId, entries);
      expect(await compareWithStore(store, jointId, replayed), what).toEqual([]);
      const present = new Set(await registeredUnits(app, jointId));
      const votes = await votesOf(app, jointId);
      const voters = votes.map((vote) => vote.slice(vote.indexOf('/') + 1, vote.indexOf('=')));
      // Units that left during the open question lost the vote. Units that left after the closing did not.
      const last = fresh.findLastIndex(({ act }) => act === 'conceptDeactivated');
      const leftLater = fresh.slice(last + 1).some(({ act }) => act === 'freed' || act === 'attendanceReset');
      if (last < 0 || !leftLater)
        expect(
          voters.filter((unit) => !present.has(unit)),
          what,
        ).toEqual([]);
      if (last >= 0) {
        const after = fresh.slice(last + 1).filter(({ act }) => act === 'votes');
        expect(after, `${what}: a vote after the closing`).toEqual([]);
      }
      done.accepted += answered.length;
      done.refused += replies.filter(({ status }) => status === 409 || status === 422).length;
      done.annulled += answered.length - Math.min(votes.length, answered.length);
    }

    function newEntries(after: number): Promise<Entry[]> {
      return app.store.db
        .selectFrom('audit_entry')
        .select(['seq', 'at', 'actor', 'act', 'data'])
        .where('chain', '=', jointChain(jointId))
        .where('seq', '>', after)
        .orderBy('seq')
        .execute();
    }
  }
});

/** Returns a random generator that repeats by seed, so a failing round can run again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

async function afterTurns(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}

const receiptOf = (record: unknown): string => String(Reflect.get(Object(record), 'receipt'));
const receiptsIn = ({ data }: Entry): string[] => {
  const { votes }: { votes: unknown[][] } = JSON.parse(data);
  return votes.map((vote) => String(vote[5]));
};
