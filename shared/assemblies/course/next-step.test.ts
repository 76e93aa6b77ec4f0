import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblyOf } from '../../testing/assembly.ts';
import { rounds } from '../../testing/rounds.ts';
import { agendaItems } from '../law/agenda.ts';
import { likelyMatter } from '../law/matters.ts';
import type { LiveConcept } from '../live.ts';
import { type Evening, type GuideStep, nextStep } from './next-step.ts';
import { proposedAgenda, topicIds, topicNeed, topicOf, topics } from './topics.ts';

const weight = (apartments: number) => ({ apartments, coefficient: apartments * 10 });
const question = (changes: Partial<LiveConcept> = {}): LiveConcept => ({
  conceptId: 2,
  conceptDescription: '¿Sí?',
  active: 0,
  rule: 'simple',
  voted: weight(0),
  answers: [],
  outcome: {
    status: 'open',
    answerId: null,
    base: weight(0),
    share: 0,
    passesHalf: null,
    blankAnswerId: null,
    mode: 'inPerson',
  },
  ...changes,
});
const closed = (
  conceptId: number,
  status: 'approved' | 'tied' | 'noQuorum',
  at = '2027-03-06T14:00:00.000Z',
) => {
  const { outcome } = question();
  if (outcome === null) throw new Error('no outcome');
  return question({ conceptId, outcome: { ...outcome, status }, closing: { at, by: null } });
};
const opened = assemblyOf({
  openedAt: '2027-03-06T13:00:00.000Z',
  agenda: '1. Quórum\n2. Orden del día\n3. Varios',
});
const evening: Evening = {
  assembly: opened,
  concepts: [],
  quorum: { required: 50, reached: true, missing: 0 },
  registered: weight(6),
  total: weight(10),
  isSecondCallDue: false,
  isSector: false,
};
const missing = { ...evening, quorum: { required: 50, reached: false, missing: 20 }, registered: weight(3) };
const at = (point: number) => ({
  ...opened,
  point: { number: point, text: '', since: '2027-03-06T13:05:00.000Z' },
});
const next = (changes: Partial<Evening>) =>
  nextStep({ guide: null, isEarly: false, evening: { ...evening, ...changes } });
const guide: GuideStep[] = [
  { id: 'units', isDone: true, isOptional: false },
  { id: 'owners', isDone: false, isOptional: true },
  { id: 'call', isDone: false, isOptional: false },
  { id: 'open', isDone: false, isOptional: false },
];

describe('the next step', () => {
  it('in the guide: the first required step, then the opening on the day, then the panel', () => {
    const of = (steps: GuideStep[], isEarly = false) => nextStep({ guide: steps, isEarly, evening: null });
    const done = guide.map((step) => ({ ...step, isDone: step.id !== 'open' }));
    expect(of(guide)).toEqual({ act: 'prepare', id: 'call' });
    expect(of(done)).toEqual({ act: 'open' });
    expect(of(done, true)).toEqual({ act: 'wait' });
    expect(of(guide.map((step) => ({ ...step, isDone: step.id === 'open' })))).toEqual({ act: 'panel' });
  });

  it('follows the agenda: quorum, the question of the point, the next point, the end', () => {
    expect(next({})).toMatchObject({ act: 'verify', point: { number: 1 } });
    expect(next({ assembly: at(1) })).toMatchObject({ act: 'point', point: { number: 2 } });
    expect(next({ assembly: at(2) })).toEqual({ act: 'ask', topic: 'agenda' });
    const voted = { ...closed(2, 'approved'), agendaItem: 2 };
    expect(next({ assembly: at(2), concepts: [voted] })).toMatchObject({
      act: 'point',
      point: { number: 3 },
    });
    expect(next({ assembly: at(3), concepts: [voted] })).toEqual({ act: 'end' });
    expect(next({ assembly: { ...at(3), closedAt: '2027-03-06T15:00:00.000Z' } })).toEqual({ act: 'acta' });
  });

  it('opens a prepared question at its point, and closes an open question first', () => {
    const later = question({ agendaItem: 3 });
    expect(next({ assembly: at(1), concepts: [later] })).toMatchObject({ act: 'point' });
    expect(next({ assembly: at(3), concepts: [later] })).toEqual({ act: 'vote', concept: later });
    const loose = question({ conceptId: 3 });
    expect(next({ assembly: at(3), concepts: [loose] })).toEqual({ act: 'vote', concept: loose });
    const open = question({ active: 1 });
    expect(next({ ...missing, concepts: [open] })).toEqual({ act: 'closeVote', concept: open });
  });

  it('after a tie: the lot of several seats, else the question again, once', () => {
    const tie = closed(2, 'tied');
    expect(next({ assembly: at(3), concepts: [tie] })).toEqual({ act: 'repeat', concept: tie });
    const again = question({ conceptId: 3 });
    expect(next({ assembly: at(3), concepts: [tie, again] })).toMatchObject({ act: 'vote' });
    const decided = closed(3, 'approved', '2027-03-06T14:10:00.000Z');
    expect(next({ assembly: at(3), concepts: [tie, decided] })).toEqual({ act: 'end' });
  });

  it('without a quorum: registration, a due second call, or the end with all units there', () => {
    expect(next(missing)).toEqual({ act: 'register' });
    expect(next({ ...missing, isSecondCallDue: true })).toEqual({ act: 'callAgain' });
    const decided = [closed(2, 'approved')];
    expect(next({ ...missing, isSecondCallDue: true, concepts: decided })).toEqual({ act: 'register' });
    const undecided = [closed(2, 'noQuorum')];
    expect(next({ ...missing, isSecondCallDue: true, concepts: undecided })).toEqual({ act: 'callAgain' });
    expect(next({ ...missing, registered: weight(10) })).toEqual({ act: 'end' });
    expect(next({ ...missing, assembly: at(3) })).toEqual({ act: 'end' });
  });

  it('a sector leaves agenda and end to the joint', () => {
    expect(next({ isSector: true })).toEqual({ act: 'none' });
    expect(next({ isSector: true, concepts: [question()] })).toMatchObject({ act: 'vote' });
  });

  it('every state has a step, and only an ended assembly or a sector has nothing to do', () => {
    const concepts = fc.array(
      fc.constantFrom(question(), question({ active: 1 }), closed(2, 'tied'), closed(2, 'approved')),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(concepts, fc.nat(4), fc.boolean(), fc.nat(10), (some, point, reached, here) => {
        const step = next({
          assembly: point === 0 ? opened : at(point),
          concepts: some.map((one, i) => ({ ...one, conceptId: i + 2 })),
          quorum: { required: 50, reached, missing: reached ? 0 : 10 },
          registered: weight(here),
        });
        expect(['acta', 'none', 'panel', 'wait', 'open', 'guide']).not.toContain(step.act);
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('the subjects of every assembly', () => {
  it('each point of the proposed agenda is found by its words', () => {
    expect(agendaItems(proposedAgenda()).map(({ text }) => topicOf(text))).toEqual([...topicIds]);
    expect(topicOf('Informe del revisor fiscal')).toBe('reports');
    expect(topicOf('Zonas comunes')).toBeNull();
  });

  it('no proposed question looks like another matter, and each takes a yes-or-no majority', () => {
    for (const id of topicIds) {
      const { question: text, matter } = topics[id];
      if (text !== null) expect([matter, null], id).toContain(likelyMatter(text));
      expect(topicNeed(id, {}).rule).toBe('simple');
    }
  });

  it('the by-laws set the majority of a subject', () => {
    const threshold = { percent: 60, base: 'represented' } as const;
    expect(topicNeed('budget', { budget: { threshold, clause: 'art. 45' } })).toMatchObject({
      rule: 'threshold',
      threshold,
    });
  });
});
