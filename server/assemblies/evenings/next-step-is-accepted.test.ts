import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, type NewConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { type NextStep, nextStep } from '../../../shared/assemblies/course/next-step.ts';
import { topicAnswers, topicIds, topicNeed, topics } from '../../../shared/assemblies/course/topics.ts';
import { noteLot } from '../../../shared/assemblies/elections/elections.api.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  unitsOf,
} from '../../testing/assembly-fixture.ts';

const units = unitsOf('101;30;ANA', '102;30;LUIS', '103;20;EVA', '104;20;NORA');
const ids = units.map(([id]) => id);
/** Maximum number of steps of an evening. More steps mean a circle. */
const MOST_STEPS = 120;

/** Random evening: agenda, prepared questions by place in the agenda, votes, and units leaving before a step. */
const course = fc.record({
  agenda: fc.subarray([...topicIds]),
  prepared: fc.array(fc.record({ place: fc.nat(8), isElection: fc.boolean() }), { maxLength: 3 }),
  votes: fc.array(fc.nat(3), { minLength: 4, maxLength: 12 }),
  departures: fc.uniqueArray(fc.nat(30), { maxLength: 3 }),
  isSecondCallDue: fc.boolean(),
});
type Course = typeof course extends fc.Arbitrary<infer C> ? C : never;

const lists = ['ABCD', 'EFGH'].map((names, at) => ({
  answerDescription: `Plancha ${at + 1}`,
  names: [...names].map((name) => `Persona ${name}`),
}));

describeOnOneEngine('the next step', (make) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  it('the server accepts each next step, up to the end of any evening', async () => {
    await fc.assert(
      fc.asyncProperty(course, async (evening) => {
        const hall = await holdAssembly(app, { units, staff });
        const acts = await runEvening(hall, evening);
        expect(acts.at(-1), acts.join(' ')).toBe('acta');
      }),
      { numRuns: rounds(3, 60) },
    );
  });

  /** Follows the next step to the end. Returns the acts in order. */
  async function runEvening(hall: AssemblyFixture, evening: Course): Promise<string[]> {
    const { jointId, operator: token } = hall;
    const as = { token };
    const code = await freshCode(app, token, jointId);
    await prepare(hall, evening);
    const acts: string[] = [];
    let votes = 0;
    for (let at = 0; at < MOST_STEPS; at += 1) {
      if (evening.departures.includes(at)) {
        const query = { apartmentId: ids[at % ids.length] ?? '' };
        await app.call(removeRegistrations, { params: { jointId, conceptId: 1 }, query }, as);
      }
      const { body: snapshot } = await app.call(getSnapshot, { params: { jointId } }, as);
      const { isSecondCallDue } = evening;
      const step = nextStep({
        guide: null,
        isEarly: false,
        evening: { ...snapshot, isSecondCallDue, isSector: false },
      });
      acts.push(step.act);
      if (step.act === 'acta') return acts;
      if (step.act === 'closeVote') {
        for (const apartmentId of ids) {
          const voteId = evening.votes[votes % evening.votes.length] ?? 1;
          votes += 1;
          const vote = { jointId, apartmentId, conceptId: step.concept.conceptId, voteId };
          // A unit that left may not vote.
          await app.call(castVote, { body: vote }, as);
        }
      }
      const { status, error } = await take(hall, step, snapshot, code);
      expect(status, `${acts.join(' ')}: ${JSON.stringify(error)}`).toBeLessThan(300);
    }
    return acts;
  }

  async function prepare({ jointId, operator: token }: AssemblyFixture, { agenda, prepared }: Course) {
    const text = agenda.map((id, at) => `${at + 1}. ${topics[id].point}`).join('\n');
    const params = { jointId };
    await app.call(changeAssembly, { params, body: { agenda: text === '' ? null : text } }, { token });
    for (const { place, isElection } of prepared) {
      const body: NewConcept = {
        jointId,
        conceptDescription: isElection ? '¿Qué plancha elige?' : '¿Aprueba la proposición?',
        active: 0,
        agendaItem: place > 0 && place <= agenda.length ? place : null,
        ...(isElection
          ? { rule: 'election', seats: 3, answers: lists }
          : { answers: [{ answerDescription: 'Ana' }, { answerDescription: 'Beto' }], rule: 'election' }),
      };
      expect((await app.call(createConcept, { body }, { token })).status).toBe(201);
    }
  }

  /** Registers the first unit not yet present. */
  async function registerOne(jointId: number, token: string, code: string) {
    for (const apartmentId of ids) {
      const body = { apartmentIds: [apartmentId], code };
      const reply = await app.call(register, { params: { jointId }, body }, { token });
      if (reply.error?.code !== 'alreadyRegistered') return reply;
    }
    throw new Error('all units are registered');
  }

  /** Takes a step as the panel does. */
  function take(
    { jointId, operator: token }: AssemblyFixture,
    step: NextStep,
    snapshot: Snapshot,
    code: string,
  ) {
    const as = { token };
    const params = { jointId };
    const change = (body: object) => app.call(changeAssembly, { params, body }, as);
    const toggle = (conceptId: number, active: 0 | 1) =>
      app.call(toggleConcept, { body: { jointId, conceptId, active } }, as);
    const ask = (body: Omit<NewConcept, 'jointId' | 'active'>) =>
      app.call(createConcept, { body: { jointId, active: 1, ...body } }, as);
    switch (step.act) {
      case 'guide':
        return app.call(openAssembly, { params, body: { opens: snapshot.assembly?.assemblyId } }, as);
      case 'register':
        return registerOne(jointId, token, code);
      case 'callAgain':
        return change({ call: 2 });
      case 'verify':
      case 'point':
        return change({ point: step.point.number });
      case 'ask': {
        const { topic } = step;
        return ask({
          conceptDescription: (topic && topics[topic].question) ?? '¿Aprueba?',
          answers: topicAnswers.map((answerDescription) => ({ answerDescription })),
          agendaItem: snapshot.assembly?.point?.number ?? null,
          ...(topic === null ? {} : { matter: topics[topic].matter, ...topicNeed(topic, {}) }),
        });
      }
      case 'vote':
        return toggle(step.concept.conceptId, 1);
      case 'closeVote':
        return toggle(step.concept.conceptId, 0);
      case 'repeat':
        return ask({
          conceptDescription: step.concept.conceptDescription,
          rule: 'election',
          answers: step.concept.answers.map(({ answerDescription }) => ({ answerDescription })),
        });
      case 'lot': {
        const { conceptId, outcome } = step.concept;
        const order = [...(outcome?.election?.ties[0]?.answerIds ?? [])];
        return app.call(noteLot, { params: { jointId, conceptId }, body: { order, how: 'bolsa' } }, as);
      }
      case 'end':
        return change({ closed: true });
      default:
        throw new Error(`no act for ${step.act}`);
    }
  }
});
