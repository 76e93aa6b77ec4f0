import { expect, it } from 'vitest';
import {
  type ChallengeGround,
  challengeGrounds,
} from '../../../shared/assemblies/challenge/challenge.api.ts';
import { instantInBogota } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { ChallengedQuestion, ChallengeFacts, SentNoticeFacts } from './facts.ts';
import { judgeGrounds } from './grounds.ts';

const AGENDA = '1. Quórum\n2. Presupuesto';
const at = (day: string, hour: string) => Date.parse(instantInBogota(day, hour));

const notice: SentNoticeFacts = {
  owners: 240,
  untold: [],
  outdated: [],
  lastToldOn: '2026-03-04',
  hasDebtors: true,
  hasSecondCall: true,
  documents: 0,
  agenda: AGENDA,
  mode: 'inPerson',
  scheduledAt: at('2026-03-20', '18:00'),
};

/** An ordinary assembly of March 20 without any problem: every ground is green. */
const sound: ChallengeFacts = {
  kind: 'ordinary',
  mode: 'inPerson',
  agenda: AGENDA,
  convener: 'administrator',
  conveningOwners: null,
  scheduledAt: at('2026-03-20', '18:00'),
  openedAt: at('2026-03-20', '17:30'),
  begunAt: at('2026-03-20', '18:00'),
  noticeBy: '2026-03-04',
  secondCall: null,
  byRightOn: null,
  notice,
  isWholeRoll: false,
  hasDebtorsList: true,
  declared: { annexesProved: true },
  fiscalAuditor: 'NUBIA CASTRO',
  hasQuorum: true,
  questions: [],
  usesBilling: true,
  billing: {
    monthlyFees: centavos(1_150_000_000),
    extraordinaryFees: centavos(0),
    unitsOverFined: [],
  },
  powers: { pending: 0, beyond: [], barred: [] },
  absentOwners: 0,
  isEnded: false,
};

const questionWith = (more: Partial<ChallengedQuestion>): ChallengedQuestion => ({
  name: 'VOTACIÓN 1',
  matter: 'other',
  chosen: { rule: 'simple' },
  needed: { rule: 'simple' },
  isExtraordinaryFee: false,
  cost: null,
  isBudget: false,
  agendaItem: 2,
  isOpened: true,
  closedWithoutQuorum: false,
  council: null,
  ...more,
});

const extraordinary: Partial<ChallengeFacts> = { kind: 'extraordinary', noticeBy: null };
const fee = (rule: 'simple' | 'qualified') =>
  questionWith({ matter: 'extraordinaryFee', chosen: { rule }, isExtraordinaryFee: true });
const fund = { yearBudget: 138_000_000, fundCharge: 1_380_000, fundBalance: 0 };
const declared = (facts: ChallengeFacts['declared']) => ({
  declared: { annexesProved: true, ...facts },
});

/** Facts that turn each ground red, green and, if possible, into a missing fact. */
const cases: Record<
  ChallengeGround,
  { red: Partial<ChallengeFacts>; green: Partial<ChallengeFacts>; missing?: Partial<ChallengeFacts> }
> = {
  convener: {
    red: {
      ...extraordinary,
      convener: 'owners',
      conveningOwners: { coefficient: '19,9999', isEnough: false },
    },
    green: { ...extraordinary, convener: 'owners', conveningOwners: { coefficient: '20', isEnough: true } },
    missing: { convener: null },
  },
  noticeDays: {
    red: { notice: { ...notice, lastToldOn: '2026-03-05' } },
    green: {},
    missing: { scheduledAt: null },
  },
  everyOwner: {
    red: { notice: { ...notice, untold: ['ANA RUIZ'] } },
    green: {},
    missing: { notice: null },
  },
  debtors: {
    red: { hasDebtorsList: false },
    green: { billing: null, ...declared({ debtorsEnclosed: true }) },
    missing: { billing: null },
  },
  secondCall: {
    red: { notice: { ...notice, hasSecondCall: false } },
    green: {},
    missing: { notice: null },
  },
  annexes: {
    red: { declared: { annexesProved: false } },
    green: {},
    missing: { declared: {} },
  },
  agenda: {
    red: { ...extraordinary, questions: [questionWith({ agendaItem: null })] },
    green: { ...extraordinary, questions: [questionWith({})] },
    missing: { ...extraordinary, agenda: null, notice: null },
  },
  dayAndHour: {
    red: { openedAt: at('2026-03-19', '18:00') },
    green: {},
    missing: { scheduledAt: null },
  },
  mode: {
    red: { mode: 'mixed' },
    green: { mode: 'mixed', notice: { ...notice, mode: 'mixed' } },
    missing: { mode: 'mixed', notice: { ...notice, mode: 'mixed' }, fiscalAuditor: null },
  },
  quorum: {
    red: { hasQuorum: false },
    green: {},
    missing: { hasQuorum: null },
  },
  matterRule: {
    red: { questions: [questionWith({ matter: 'bylaws', needed: { rule: 'qualified' } })] },
    green: {
      questions: [
        questionWith({ matter: 'bylaws', chosen: { rule: 'qualified' }, needed: { rule: 'qualified' } }),
      ],
    },
    missing: { questions: [questionWith({ matter: null, needed: null })] },
  },
  extraordinaryFee: {
    red: { questions: [fee('simple')], ...declared({ proposedFee: 46_000_001 }) },
    green: { questions: [fee('simple')], ...declared({ proposedFee: 46_000_000 }) },
    missing: { questions: [fee('simple')] },
  },
  reserveFund: {
    red: { questions: [questionWith({ isBudget: true })], ...declared({ ...fund, fundCharge: 1_379_999 }) },
    green: { questions: [questionWith({ isBudget: true })], ...declared(fund) },
    missing: { questions: [questionWith({ isBudget: true })] },
  },
  fines: {
    red: {
      billing: {
        monthlyFees: centavos(1),
        extraordinaryFees: centavos(0),
        unitsOverFined: ['101'],
      },
    },
    green: {},
  },
  powers: {
    red: {
      powers: { pending: 0, beyond: ['ANA representaría a 4 propietarios; el límite es 3.'], barred: [] },
    },
    green: {},
    missing: { powers: { pending: 1, beyond: [], barred: [] } },
  },
  participation: {
    red: { mode: 'virtual', absentOwners: 3, ...declared({ allMustJoin: true }) },
    green: { mode: 'virtual', absentOwners: 3 },
  },
  council: {
    red: { questions: [questionWith({ council: { seats: 4, strangers: [] } })] },
    green: { questions: [questionWith({ council: { seats: 5, strangers: [] } })] },
    missing: { questions: [questionWith({ council: { seats: 5, strangers: ['PEDRO PAZ'] } })] },
  },
};

const judged = (facts: Partial<ChallengeFacts>, code: ChallengeGround) =>
  judgeGrounds({ ...sound, ...facts }).find((ground) => ground.code === code);

it('an assembly without a problem has every ground green, in the order of the panel', () => {
  const grounds = judgeGrounds(sound);
  expect(grounds.map(({ code }) => code)).toEqual(challengeGrounds);
  expect(grounds.filter(({ state }) => state !== 'green')).toEqual([]);
  for (const { reason, step } of grounds) {
    expect(reason).toMatch(/^SCAF no encontró problema en este punto\./);
    expect(step).toBeNull();
  }
});

for (const code of challengeGrounds) {
  it(`${code} turns red, green and missing by its facts, with article and next step`, () => {
    for (const [state, facts] of Object.entries(cases[code])) {
      const ground = judged(facts, code);
      expect(ground, `${code} ${state}`).toMatchObject({ state });
      expect(ground?.law).toMatch(/art/);
      if (state !== 'green') expect(ground?.step).toMatch(/\.$/);
      expect(`${ground?.reason} ${ground?.step}`).not.toMatch(/es válida/);
    }
  });
}

it('an assembly of the whole roll needs no notice: the grounds of the notice are green', () => {
  const grounds = judgeGrounds({ ...sound, notice: null, convener: null, isWholeRoll: true });
  expect(grounds.filter(({ state }) => state !== 'green')).toEqual([]);
  expect(grounds.find(({ code }) => code === 'everyOwner')?.reason).toContain('art. 40');
});

it('an extraordinary fee above four monthly fees passes with 70 %, and the reason has the sum', () => {
  const above = { questions: [fee('qualified')], ...declared({ proposedFee: 52_000_000 }) };
  expect(judged(above, 'extraordinaryFee')).toMatchObject({
    state: 'green',
    reason:
      'SCAF no encontró problema en este punto. Con esta, $ 52.000.000 de extraordinarias en el período; 4 × $ 11.500.000 = $ 46.000.000; se decide por el 70 %.',
  });
});

it('a disputed law stays green and names the dispute', () => {
  const barred = { powers: { pending: 0, beyond: [], barred: ['ANA es administrador.'] } };
  expect(judged(barred, 'powers')).toMatchObject({
    state: 'green',
    dispute: expect.stringContaining('185'),
  });
  expect(judged({ mode: 'virtual', absentOwners: 2 }, 'participation')?.dispute).toContain('Decreto 398');
});

it('a declared proof of the delegation decides about council members without a unit', () => {
  const questions = [questionWith({ council: { seats: 3, strangers: ['PEDRO PAZ'] } })];
  expect(judged({ questions, ...declared({ delegatesProved: true }) }, 'council')?.state).toBe('green');
  expect(judged({ questions, ...declared({ delegatesProved: false }) }, 'council')?.state).toBe('red');
});

it('a question of an older agenda is outside the notice sent before', () => {
  const later = {
    ...extraordinary,
    agenda: '1. Quórum\n2. Vender la portería',
    questions: [questionWith({})],
  };
  expect(judged(later, 'agenda')).toMatchObject({ state: 'red' });
});

it('a declared list of owners in arrears stays valid after the first issued month', () => {
  const before = { billing: null, hasDebtorsList: false };
  const after = { hasDebtorsList: false };
  for (const debtorsEnclosed of [true, false]) {
    const first = judged({ ...before, ...declared({ debtorsEnclosed }) }, 'debtors');
    expect(first?.state).toBe(debtorsEnclosed ? 'green' : 'red');
    expect(judged({ ...after, ...declared({ debtorsEnclosed }) }, 'debtors')).toEqual(first);
  }
  // A list in the sent notice says more than the answer.
  expect(judged(declared({ debtorsEnclosed: false }), 'debtors')?.state).toBe('green');
  const without = { notice: { ...notice, hasDebtors: false } };
  expect(judged(without, 'debtors')?.state).toBe('red');
  expect(judged({ ...without, ...declared({ debtorsEnclosed: true }) }, 'debtors')?.state).toBe('green');
});

it('a question before the hour of the last notice turns the hour red', () => {
  const begunAt = at('2026-03-20', '17:59');
  expect(judged({ begunAt }, 'dayAndHour')).toMatchObject({
    state: 'red',
    reason: expect.stringMatching(/6:00.*5:59/),
  });
  // The hour was changed after the notice.
  expect(judged({ begunAt, scheduledAt: begunAt }, 'dayAndHour')?.state).toBe('red');
  expect(judged({ begunAt: null }, 'dayAndHour')?.state).toBe('green');
});

it('before the first issued month the reasons name the missing month', () => {
  for (const code of ['debtors', 'fines'] as const) {
    expect(judged({ billing: null }, code)?.reason).toContain('Todavía no hay un mes emitido en SCAF.');
    expect(judged({ billing: null, usesBilling: false }, code)?.reason).toContain('SCAF no lleva');
  }
});

it('an assembly by right has no notice, and meets on the day of the law (art. 40)', () => {
  // 1 April 2026, the first business day of the fourth month after a budget year to December.
  const [scheduledAt, openedAt, begunAt] = ['20:00', '19:45', '20:05'].map((hour) => at('2026-04-01', hour));
  const byRight: ChallengeFacts = {
    ...sound,
    ...{ kind: 'byRight', convener: null, noticeBy: null, notice: null, declared: {}, hasDebtorsList: false },
    ...{
      byRightOn: '2026-04-01',
      scheduledAt: scheduledAt ?? 0,
      openedAt: openedAt ?? 0,
      begunAt: begunAt ?? 0,
    },
  };
  const notGreen = (facts: ChallengeFacts) =>
    judgeGrounds(facts).flatMap(({ code, state }) => (state === 'green' ? [] : [[code, state]]));
  expect(notGreen(byRight)).toEqual([]);
  expect(notGreen({ ...byRight, byRightOn: '2026-04-06' })).toEqual([['dayAndHour', 'red']]);
  const convened: ChallengeFacts = { ...byRight, convener: 'administrator' };
  expect(notGreen(convened)).toEqual([['convener', 'red']]);
  expect(judged(convened, 'convener')?.reason).toContain('se dijo quién convoca');
  // With a notice the grounds of its sending are judged like those of any notice.
  const noticed = {
    ...byRight,
    notice: { ...notice, untold: ['ANA RUIZ'], scheduledAt: byRight.scheduledAt },
  };
  expect(notGreen(noticed)).toEqual([
    ['convener', 'red'],
    ['everyOwner', 'red'],
    ['debtors', 'red'],
    ['annexes', 'missing'],
  ]);
  expect(judged(noticed, 'convener')?.reason).toContain('ya salió una convocatoria');
});
