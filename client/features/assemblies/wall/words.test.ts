import { describe, expect, it } from 'vitest';
import { barsOf, turnoutOf } from '../../../../shared/assemblies/answer-bars.ts';
import type { LiveConcept, Snapshot } from '../../../../shared/assemblies/live.ts';
import { ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { ticksOf } from '../../../../shared/assemblies/ticks.ts';
import { assemblyOf } from '../../../../shared/testing/assembly.ts';
import { gaugeOf } from './figures.ts';
import { countedOf, countNews, newsBetween } from './news.ts';
import { seriesOf } from './series.ts';
import { shownOf } from './shown.ts';
import { isPrepared, quorumRule, quorumSentence } from './words.ts';

/** Null values for the outcome fields that only elections use. */
const noElection = { passesHalf: null, blankAnswerId: null } as const;

type WallState = Pick<Snapshot, 'assembly' | 'registered' | 'total' | 'quorum' | 'concepts'>;

function state(changes: Partial<WallState> = {}): WallState {
  return {
    assembly: null,
    registered: { apartments: 60, coefficient: 46.8766 },
    total: { apartments: 120, coefficient: 100 },
    quorum: { required: 50, reached: false, missing: 3.123_400_001 },
    concepts: [],
    ...changes,
  };
}

function question(conceptId: number, changes: Partial<LiveConcept> = {}): LiveConcept {
  return {
    conceptId,
    conceptDescription: `Pregunta ${conceptId - 1}`,
    active: 0,
    rule: 'simple',
    voted: { apartments: 4, coefficient: 8 },
    answers: [
      { answerId: 1, answerDescription: 'Si', apartments: 3, coefficient: 2, dwellings: 0, inRoom: 0 },
      { answerId: 2, answerDescription: 'No', apartments: 1, coefficient: 6, dwellings: 0, inRoom: 0 },
    ],
    outcome: {
      status: 'open',
      answerId: 1,
      base: { apartments: 4, coefficient: 8 },
      share: 0,
      mode: 'inPerson',
      ...noElection,
    },
    ...changes,
  };
}

const meeting = assemblyOf({ openedAt: '2026-03-05T23:00:00.000Z' });

const closed = (status: NonNullable<LiveConcept['outcome']>['status']) => ({
  active: 0 as const,
  outcome: {
    status,
    answerId: 1,
    base: { apartments: 4, coefficient: 8 },
    share: 0.6,
    mode: 'inPerson' as const,
    ...noElection,
  },
});

describe('quorum in words', () => {
  it('the missing quorum is shown with four decimals', () => {
    expect(quorumSentence(state())).toBe('Falta más de 3,1234 para el quórum');
    expect(quorumRule(state())).toBe('Quórum: más de 50,0000');
  });

  it('a reached quorum is shown', () => {
    expect(quorumSentence(state({ quorum: { required: 50, reached: true, missing: 0 } }))).toBe('Hay quórum');
  });

  it('a missing quorum is never shown as zero', () => {
    const half = { registered: { apartments: 60, coefficient: 50 } };
    const quorum = { required: 50, reached: false, missing: 0.000_000_001 };
    expect(quorumSentence(state({ ...half, quorum }))).toBe('Falta 0,000000001 para el quórum');
  });

  it('a single owner with more than half still needs another owner', () => {
    const quorum = { required: 50, reached: false, missing: 0 };
    const alone = state({ registered: { apartments: 90, coefficient: 70 }, quorum });
    expect(quorumSentence(alone)).toBe('Falta otro propietario: se necesitan al menos dos');
  });

  it('a required coefficient of 0 in an event means second call', () => {
    const quorum = { required: 0, reached: false, missing: 0 };
    expect(quorumSentence(state({ quorum }))).toBe('Faltan propietarios: se necesitan al menos dos');
    expect(quorumRule(state({ quorum }))).toBe('Segunda convocatoria: al menos dos propietarios');
  });
});

describe('figures of the wall', () => {
  it('gaugeOf returns the registered share and the threshold', () => {
    expect(gaugeOf(state())).toEqual({ share: 0.468766, threshold: 0.5 });
    expect(gaugeOf(state({ total: { apartments: 0, coefficient: 0 } })).share).toBe(0);
    expect(gaugeOf(state({ quorum: { required: 0, reached: true, missing: 0 } })).threshold).toBeNull();
  });

  it('scales bars by the deciding sum: represented coefficient, votes, or the whole joint', () => {
    const shares = (one: LiveConcept, joint = state()) => barsOf(one, joint).map((bar) => bar.share);
    const here = state({ registered: { apartments: 10, coefficient: 20 } });
    expect(shares(question(2, { active: 1 }), here)).toEqual([0.1, 0.3]);
    expect(shares(question(2, closed('rejected')), here)).toEqual([0.25, 0.75]);
    expect(shares(question(2, { rule: 'qualified', active: 1 }), here)).toEqual([0.02, 0.06]);
    const counted = question(2).answers.map((answer, at) => ({ ...answer, dwellings: at === 0 ? 3 : 0 }));
    expect(shares(question(2, { rule: 'perUnit', answers: counted }))).toEqual([0.75, 0]);
  });

  it('never draws more votes than possible, even if the base arrives later', () => {
    const counted = question(2).answers.map((answer) => ({ ...answer, dwellings: 4 }));
    const late = question(2, { rule: 'perUnit', answers: counted });
    expect(barsOf(late, state()).map((bar) => bar.share)).toEqual([0.5, 0.5]);
    expect(turnoutOf(late, state())).toMatchObject({ voted: 8, of: 8, isCount: true, share: 1 });
  });

  it('shows votes cast in the room if only these count', () => {
    const cast = question(2).answers.map((answer) => ({ ...answer, inRoom: 1 }));
    const qualified = question(2, { rule: 'qualified', active: 1, answers: cast });
    const shares = (one: LiveConcept, mode: 'mixed' | 'inPerson') =>
      barsOf({ ...one, outcome: one.outcome && { ...one.outcome, mode } }, state()).map((bar) => [
        bar.share,
        bar.allShare,
      ]);
    expect(shares(qualified, 'mixed')).toEqual([
      [0.01, 0.02],
      [0.01, 0.06],
    ]);
    expect(shares(qualified, 'inPerson')).toEqual([
      [0.02, null],
      [0.06, null],
    ]);
    expect(shares({ ...qualified, rule: 'simple' }, 'mixed').map(([, all]) => all)).toEqual([null, null]);
  });

  it('the leading answer is marked while open, never in a tie or for the blank vote', () => {
    const leads = (one: LiveConcept) => barsOf(one, state()).map((bar) => bar.isLeading);
    const open = question(2, { active: 1, rule: 'election' });
    expect(leads(open)).toEqual([false, true]);
    expect(leads({ ...open, outcome: open.outcome && { ...open.outcome, blankAnswerId: 2 } })).toEqual([
      true,
      false,
    ]);
    expect(leads({ ...open, answers: open.answers.map((one) => ({ ...one, coefficient: 4 })) })).toEqual([
      false,
      false,
    ]);
    expect(leads(question(2, closed('rejected')))).toEqual([false, false]);
  });

  it('the words of the turnout match the bar, with units beside', () => {
    const here = state({ registered: { apartments: 10, coefficient: 20 } });
    expect(turnoutOf(question(2, { active: 1 }), here)).toMatchObject({
      share: 0.4,
      words: '40,00 % del coeficiente representado',
      units: '4 de 10 inmuebles',
    });
    const counted = question(2).answers.map((answer) => ({ ...answer, dwellings: 1 }));
    const perUnit = question(2, { active: 1, rule: 'perUnit', answers: counted });
    expect(turnoutOf(perUnit, here)).toMatchObject({
      share: 0.5,
      words: '50,00 % de los votos representados',
      units: '2 de 4 votos',
    });
  });

  it('only the approving answer has a threshold mark', () => {
    const marks = (changes: Partial<LiveConcept>) =>
      barsOf(question(2, changes), state()).map((bar) => bar.mark);
    expect(marks({})).toEqual([0.5, null]);
    expect(marks({ rule: 'perUnit' })).toEqual([0.5, null]);
    expect(marks({ rule: 'qualified' })).toEqual([0.7, null]);
    expect(marks({ rule: 'election' })).toEqual([null, null]);
  });

  it('each rule has a text for its threshold', () => {
    expect(ruleWords({ rule: 'qualified' }, null, 'inPerson').need).toBe('70 % del total');
    expect(ruleWords({ rule: 'qualified' }, null, 'mixed').need).toBe('70 % del total, con votos del salón');
    expect(ruleWords({ rule: 'election' }, null, undefined).need).toBe('la más votada');
  });

  it('the deciding answer is marked after the closing', () => {
    const deciding = (one: LiveConcept) => barsOf(one, state()).map((bar) => bar.isDeciding);
    expect(deciding(question(2, closed('approved')))).toEqual([true, false]);
    expect(deciding(question(2, closed('rejected')))).toEqual([false, false]);
    expect(deciding(question(2, { active: 1 }))).toEqual([false, false]);
  });

  it('tied answers are marked, never the blank vote', () => {
    const tie = question(2, { rule: 'election', ...closed('tied') });
    const of = (blankAnswerId: number | null, ...coefficients: number[]) =>
      barsOf(
        {
          ...tie,
          outcome: tie.outcome && { ...tie.outcome, answerId: null, blankAnswerId },
          answers: coefficients.map((coefficient, at) => ({
            answerId: at + 1,
            answerDescription: '',
            apartments: 1,
            coefficient,
            dwellings: 0,
            inRoom: 0,
          })),
        },
        state(),
      ).map((bar) => bar.isTied);
    expect(of(3, 2, 2, 4)).toEqual([true, true, false]);
    expect(of(3, 2, 2, 2)).toEqual([true, true, false]);
    expect(of(null, 2, 2, 2)).toEqual([true, true, true]);
  });

  it('distinguishes a prepared question from a closed one without votes', () => {
    const none = { voted: { apartments: 0, coefficient: 0 } };
    expect(isPrepared(question(2, none))).toBe(true);
    expect(isPrepared(question(2, { ...none, active: 1 }))).toBe(false);
    expect(isPrepared(question(2, { ...none, ...closed('noVotes') }))).toBe(false);
  });
});

describe('announcements of the wall', () => {
  const open = question(2, { active: 1 });

  it('announces the quorum, and questions that open and close', () => {
    const reached = state({ quorum: { required: 50, reached: true, missing: 0 } });
    expect(newsBetween(state(), reached)).toEqual(['Se alcanzó el quórum.']);
    expect(newsBetween(reached, state())).toEqual(['Ya no hay quórum.']);
    expect(newsBetween(state(), state({ concepts: [open] }))).toEqual(['Se abrió la VOTACIÓN 1: Pregunta 1']);
    const rejected = state({ concepts: [question(2, closed('rejected'))] });
    expect(newsBetween(state({ concepts: [open] }), rejected)).toEqual([
      'Se cerró la VOTACIÓN 1: No aprobada.',
    ]);
  });

  it('announces a closed question only with its outcome', () => {
    const waiting = state({ concepts: [question(2)] });
    expect(newsBetween(state({ concepts: [open] }), waiting)).toEqual([]);
    expect(newsBetween(waiting, state({ concepts: [question(2, closed('approved'))] }))).toEqual([
      'Se cerró la VOTACIÓN 1: Aprobada.',
    ]);
  });

  it('announces the second call and the end', () => {
    const first = state({ assembly: meeting });
    expect(newsBetween(first, state({ assembly: { ...meeting, call: 2 } }))).toEqual([
      'Inició la segunda convocatoria.',
    ]);
    expect(newsBetween(first, state({ assembly: { ...meeting, closedAt: meeting.openedAt } }))).toEqual([
      'La asamblea fue cerrada.',
    ]);
  });

  it('announces the turnout once per quarter of the present units', () => {
    const counted = (apartments: number) =>
      countedOf(state({ concepts: [{ ...open, voted: { apartments, coefficient: 1 } }] }));
    expect(countNews(null, counted(14))).toBeNull();
    expect(countNews(counted(14), counted(15))).toContain('una cuarta parte');
    expect(countNews(counted(15), counted(29))).toBeNull();
    expect(countNews(counted(15), counted(30))).toContain('la mitad');
    expect(countNews(counted(30), counted(29))).toBeNull();
    expect(countNews(counted(30), counted(60))).toContain('de todos los inmuebles registrados');
    expect(countNews(counted(60), countedOf(state()))).toBeNull();
  });

  it('does not announce single votes and arrivals', () => {
    const more = { ...open, voted: { apartments: 5, coefficient: 9 } };
    const before = state({ concepts: [open] });
    const registered = { apartments: 61, coefficient: 47 };
    expect(newsBetween(before, state({ concepts: [more], registered }))).toEqual([]);
  });
});

describe('concept on the wall', () => {
  const attendance = question(1, { rule: null, outcome: null });
  const concepts = [attendance, question(2, { active: 1 }), question(3)];

  it('follows the assembly until a concept is pinned', () => {
    expect(shownOf(concepts, null, null)?.conceptId).toBe(2);
    expect(shownOf(concepts, 3, null)?.conceptId).toBe(3);
    expect(shownOf([attendance, question(3)], null, null)?.conceptId).toBe(1);
    expect(shownOf([], null, null)).toBeNull();
  });

  it('shows an outcome for a while, unless another question opens', () => {
    expect(shownOf([attendance, question(3)], null, 3)?.conceptId).toBe(3);
    expect(shownOf(concepts, null, 3)?.conceptId).toBe(2);
  });
});

describe('curve of the quorum', () => {
  const minute = (at: number) => new Date(Date.UTC(2026, 2, 5, 23, at)).toISOString();
  const concept = {
    conceptDescription: '¿?',
    interval: 1,
    openedAt: minute(20),
    openedBy: null,
    reason: null,
    votes: 0,
    voted: null,
    outcome: null,
  };
  const history = {
    points: [
      { at: minute(0), apartments: 1, coefficient: 10 },
      { at: minute(10), apartments: 2, coefficient: 30 },
    ],
    questions: [
      { ...concept, conceptId: 2, closedAt: minute(21) },
      { ...concept, conceptId: 3, openedAt: minute(21), closedAt: null },
    ],
  };

  it('the curve starts before the first arrival and ends now with the live coefficient', () => {
    const series = seriesOf(history, 42, Date.parse(minute(40)));
    expect(series?.points.map((point) => point.coefficient)).toEqual([0, 10, 30, 42]);
    expect(series?.points.at(-1)?.at).toBe(Date.parse(minute(40)));
  });

  it('marks last until the closing or now, with labels if there is room', () => {
    const marks = seriesOf(history, 42, Date.parse(minute(40)))?.marks;
    expect(marks?.map((mark) => mark.to)).toEqual([Date.parse(minute(21)), Date.parse(minute(40))]);
    expect(marks?.map((mark) => mark.label)).toEqual(['V1', '']);
  });

  it('a question closed before the curve has no mark', () => {
    const later = { ...history, points: history.points.map((one) => ({ ...one, at: minute(30) })) };
    expect(seriesOf(later, 30, Date.parse(minute(40)))?.marks.map(({ conceptId }) => conceptId)).toEqual([3]);
  });

  it('without arrivals there is no curve', () => {
    expect(seriesOf({ points: [], questions: [] }, 0, Date.now())).toBeNull();
  });

  it('the axis has a few round times', () => {
    const ticks = ticksOf(Date.parse(minute(3)), Date.parse(minute(28)));
    expect(ticks.map((at) => new Date(at).getUTCMinutes())).toEqual([5, 10, 15, 20, 25]);
  });
});
