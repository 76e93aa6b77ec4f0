import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSnapshot } from '../../../../shared/assemblies/assemblies.api.ts';
import { removeRegistrations } from '../../../../shared/assemblies/attendance.api.ts';
import { createConcept, type NewConcept, toggleConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { castSplit } from '../../../../shared/assemblies/powers/split-vote.api.ts';
import { correctRoll } from '../../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { changeJoint } from '../../../../shared/properties/joints.api.ts';
import { rounds } from '../../../../shared/testing/rounds.ts';
import { appForEachTest, describeOnBothEngines, type TestApp } from '../../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, type Unit } from '../../../testing/assembly-fixture.ts';
import { expectTalliesKept, expectTrailExplainsAll } from '../../../testing/store-asserts.ts';
import { keepTallies } from './kept-tally.repository.ts';

const units: Unit[] = [
  ...['101', '102', '103'].map((id): Unit => [id, 11, 'RITA']),
  ['201', 27, 'ANA'],
  ['202', 20, 'LUIS'],
  ['LOCAL 1', 10, 'LUIS'],
  ['LOCAL 2', 10, 'EVA'],
];
const ids = units.map(([id]) => id);
const kinds = ['vote', 'vote', 'vote', 'split', 'annul', 'reset', 'reopen', 'leave', 'correct'] as const;
const act = fc.record({
  kind: fc.constantFrom(...kinds),
  unit: fc.nat(ids.length - 1),
  answer: fc.integer({ min: 1, max: 3 }),
  more: fc.integer({ min: 1, max: 3 }),
  question: fc.nat(2),
});

describeOnBothEngines('the stored tally of the votes', (make) => {
  const app = appForEachTest(make);
  let second: TestApp;
  let evening: AssemblyFixture;
  let jointId: number;
  beforeEach(async () => {
    second = await app.another();
    evening = await holdAssembly(app, { units });
    ({ jointId } = evening);
    await app.call(changeJoint, { params: { jointId }, body: { votePer: 'owner' } }, evening.staff);
  });
  afterEach(() => second.close());

  const as = () => ({ token: evening.operator });
  const prepare = async (more: Partial<NewConcept>) => {
    const answers = ['A', 'B', 'C'].map((answerDescription) => ({ answerDescription }));
    const body = { jointId, conceptDescription: '¿Cuál?', answers, active: 0 as const, ...more };
    return (await app.call(createConcept, { body }, as())).body.conceptId;
  };
  const toggle = (conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active } }, as());
  const vote = (on: TestApp, conceptId: number, apartmentId: string, voteId: number, more = voteId) =>
    on.call(
      castVote,
      {
        body: {
          jointId,
          conceptId,
          apartmentId,
          voteId,
          ...defined({ voteIds: more === voteId ? undefined : [voteId, more] }),
        },
      },
      as(),
    );
  const remove = (conceptId: number, query: { apartmentId?: string }) =>
    app.call(removeRegistrations, { params: { jointId, conceptId }, query }, as());
  const snapshot = async (on: TestApp) =>
    (await on.call(getSnapshot, { params: { jointId }, query: {} }, as())).body.concepts;

  it('the stored tally equals the counted votes after any acts of two processes', async () => {
    const most = { ballots: 0, divided: 0 };
    const note = async () => {
      const { db } = app.store;
      const { ballots } = await db
        .selectFrom('tally')
        .select((eb) => eb.fn.max('ballots').as('ballots'))
        .executeTakeFirstOrThrow();
      const { divided } = await db
        .selectFrom('owner_tally')
        .select((eb) => eb.fn.max('divided').as('divided'))
        .executeTakeFirstOrThrow();
      most.ballots = Math.max(most.ballots, ballots);
      most.divided = Math.max(most.divided, divided);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 20 }), async (acts) => {
        const questions = [
          await prepare({ rule: 'perUnit' }),
          await prepare({ rule: 'election', seats: 2, method: 'nominal' }),
          await prepare({}),
        ];
        await evening.register(ids).catch(() => undefined);
        // Starts with an owner of three units with different votes.
        let open = 0;
        await toggle(questions[open] ?? 0, 1);
        for (const [i, on] of [app, second].entries())
          await vote(on, questions[open] ?? 0, ids[i] ?? '', 1 + i);
        await expectTalliesKept(app.store.db);
        await note();
        for (const [i, { kind, unit, answer, more, question }] of acts.entries()) {
          // Acts are on the open question: other questions refuse votes.
          if (kind === 'reopen') open = question;
          const conceptId = questions[open] ?? 0;
          const apartmentId = ids[unit] ?? '';
          if (kind === 'reopen') await toggle(conceptId, 1);
          if (kind === 'vote') {
            const named = open === 1 ? more : answer;
            await vote(i % 2 === 0 ? app : second, conceptId, apartmentId, answer, named);
          } else if (kind === 'split') {
            const votes = [unit, (unit + 1) % ids.length].map((at, n) => ({
              apartmentId: ids[at] ?? '',
              voteId: n === 0 ? answer : more,
            }));
            await app.call(castSplit, { params: { jointId }, body: { conceptId, votes } }, as());
          } else if (kind === 'annul') await remove(conceptId, { apartmentId });
          else if (kind === 'reset') await remove(conceptId, {});
          else if (kind === 'leave') {
            await remove(1, { apartmentId });
            await evening.register([apartmentId]).catch(() => undefined);
          } else if (kind === 'correct') {
            const body = { owner: answer === 1 ? 'RITA' : 'ANA', reason: 'Error en la tabla' };
            await app.call(correctRoll, { params: { jointId, apartmentId }, body }, as());
          }
          await expectTalliesKept(app.store.db);
          await note();
        }
        expect(await snapshot(second)).toEqual(await snapshot(app));
      }),
      { numRuns: rounds(1, 20) },
    );
    expect([most.ballots > 1, most.divided > 0], 'they voted, and some owners differently').toEqual([
      true,
      true,
    ]);
    await expectTrailExplainsAll(app);
  });

  it('a wrong tally is recounted at the start, and at the closing with a note in its entry', async () => {
    const { db } = app.store;
    await evening.register(ids);
    const conceptId = await prepare({ rule: 'perUnit' });
    await toggle(conceptId, 1);
    for (const [i, id] of ids.entries())
      expect((await vote(app, conceptId, id, 1 + (i % 2))).status).toBe(201);
    const counted = await snapshot(app);
    expect(await keepTallies(db)).toBe(0);
    for (const table of ['tally', 'owner_ballots', 'owner_tally'] as const) {
      await db.deleteFrom(table).execute();
      const third = await app.another();
      await expectTalliesKept(db);
      expect(await snapshot(third)).toEqual(counted);
      await third.close();
    }
    const closings = async () =>
      (
        await db.selectFrom('audit_entry').select('data').where('act', '=', 'conceptDeactivated').execute()
      ).map(({ data }) => JSON.parse(data).tallyRecounted);
    await toggle(conceptId, 0);
    await toggle(conceptId, 1);
    await db.updateTable('tally').set({ apartments: 99 }).execute();
    await toggle(conceptId, 0);
    expect(await closings()).toEqual([undefined, true]);
    const [closed] = (await snapshot(app)).filter((concept) => concept.conceptId === conceptId);
    expect(closed?.voted.apartments).toBe(ids.length);
    await expectTrailExplainsAll(app);
  });
});
