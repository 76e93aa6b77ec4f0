import { describe, expect, it } from 'vitest';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import { draftIn, draftOfQuestion } from './question-draft.ts';

const answersOf = (...texts: string[]) =>
  texts.map((answerDescription, i) => ({ answerId: i + 1, jointId: 1, conceptId: 2, answerDescription }));

const closed: Concept = {
  conceptId: 2,
  jointId: 1,
  conceptDescription: '¿Quién preside?',
  active: 0,
  rule: 'election',
  threshold: null,
  matter: null,
  approvingAnswerId: 1,
  blankAnswerId: 2,
  agendaItem: 3,
  hideResults: true,
  answers: answersOf('Ana', 'Voto en blanco', 'Beto', 'Clara'),
};

describe('a draft of a closed question', () => {
  it('a repeated tie has the tied answers, the blank vote and the rule of the election', () => {
    const draft = draftOfQuestion(closed, [3, 4, 2]);
    expect(draft.answers.slice(0, draft.count)).toEqual(['Voto en blanco', 'Beto', 'Clara']);
    expect(draft).toMatchObject({
      question: '¿Quién preside?',
      rule: 'election',
      blank: 1,
      hideResults: true,
    });
    expect(draft).not.toHaveProperty('seats');
    expect(draft).not.toHaveProperty('election');
  });

  it('a repeated tie without a blank vote has none, also with an answer of this text', () => {
    const draft = draftOfQuestion({ ...closed, blankAnswerId: null }, [2, 3]);
    expect(draft).toMatchObject({ count: 2, rule: 'election', blank: 0 });
  });

  it('a decision keeps the answers, rule, percentage, matter and approving answer', () => {
    const draft = draftOfQuestion({
      ...closed,
      rule: 'threshold',
      threshold: { percent: 66.6667, base: 'roll' },
      matter: 'budget',
      approvingAnswerId: 2,
      blankAnswerId: null,
      hideResults: false,
      answers: answersOf('No', 'Sí'),
    });
    expect(draft.answers.slice(0, draft.count)).toEqual(['No', 'Sí']);
    expect(draft).toMatchObject({
      rule: 'threshold',
      threshold: { percent: '66,6667', base: 'roll' },
      matter: 'budget',
      approving: 2,
      hideResults: false,
    });
    expect(draft).not.toHaveProperty('blank');
  });

  it('an election of several seats keeps candidates and seats', () => {
    const draft = draftOfQuestion({ ...closed, seats: 3, method: 'nominal' });
    expect(draft).toMatchObject({
      rule: 'election',
      seats: 3,
      election: { method: 'nominal', candidates: 'Ana\nBeto\nClara', hasBlank: true },
    });
  });

  it('the point of the agenda at the closing is left out, for a changed agenda', () => {
    expect(draftOfQuestion(closed)).not.toHaveProperty('agendaItem');
    expect(draftOfQuestion(closed, [1, 3])).not.toHaveProperty('agendaItem');
  });
});

it('a proposal of another assembly leaves the draft, and the text stays', () => {
  const proposal = { proposalId: 1, author: 'ANA', assemblyId: 7 };
  const draft = { ...draftOfQuestion(closed), proposal };
  expect(draftIn(draft, 7)).toBe(draft);
  expect(draftIn(draft, undefined)).toBe(draft);
  expect(draftIn(draft, 8)).toEqual(draftOfQuestion(closed));
});
