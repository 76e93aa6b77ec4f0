import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GroundsAtEnd, GroundsNow } from '../../../client/features/assemblies/challenge/grounds.tsx';
import type { InputOf } from '../../../shared/api.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import {
  type Challenge,
  type ChallengeGround,
  challengeGrounds,
  type DeclaredFacts,
  declareFacts,
  type GroundState,
  getChallenge,
  groundStateNames,
  type JudgedGround,
} from '../../../shared/assemblies/challenge/challenge.api.ts';
import {
  ATTENDANCE,
  createConcept,
  type NewConcept,
  toggleConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import { printLetters } from '../../../shared/assemblies/invitations.api.ts';
import { takeDebtorsList } from '../../../shared/assemblies/law/debtors.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { actaDraft } from '../../../shared/assemblies/reports.api.ts';
import { addAdjustment, type NewAdjustment } from '../../../shared/billing/bills.api.ts';
import { addPayment, annulReceipt } from '../../../shared/billing/payments.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { changePowerRules } from '../../../shared/properties/power-rules.api.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { lockJoint } from '../../platform/db/engine.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { AppAsker } from '../../testing/app-asker.ts';
import { endAssembly, expectRefused, expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { readWord } from '../../testing/word-text.ts';
import { Hall, type Question } from '../../testing/world.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

const UNITS = Array.from({ length: 10 }, (_, i) => String(101 + i));
const NOW = '2026-03-02T10:00:00-05:00';
const MEETING = '2026-03-25T18:00:00-05:00';
/** Words of a ground in the annex of the acta, written by the test. */
const rowOf = (ground: JudgedGround): string[] => [
  ground.name,
  [ground.law, ...(ground.ruling === null ? [] : [ground.ruling])].join('; '),
  groundStateNames[ground.state],
  [ground.reason, ...(ground.dispute === null ? [] : [`En discusión: ${ground.dispute}`])].join(' '),
];
/** Texts of the list items of a component of the page. */
const linesOf = (element: ReactElement): string[] =>
  [...renderToStaticMarkup(element).matchAll(/<li[ >].*?<\/li>/gs)].map(([item]) =>
    item
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+([.:])/g, '$1')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
const COUNCIL = { conceptDescription: 'Elección del consejo', rule: 'election', active: 0 } as const;

describeOnOneEngine('every ground of a challenge', (make) => {
  const app = appForEachTest(make, endAssembly);
  let jointId: number;
  let hall: Hall;
  let operator: string;
  let administrator: string;
  let world: IssueWorld;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
    world = await IssueWorld.of(app);
    jointId = await world.joint(UNITS);
    await addUser(app.store.db, 'opera', Profile.operator, { assemblyJoints: [jointId] });
    await addUser(app.store.db, 'admina', Profile.admin, { assemblyJoints: [jointId] });
    await signIn();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const signIn = async () => {
    operator = await tokenOf(app, 'opera');
    administrator = await tokenOf(app, 'admina');
    hall = new Hall(new AppAsker(app, operator), jointId);
  };
  const done = ({ status, error }: { status: number; error?: unknown }) =>
    expect(status, JSON.stringify(error)).toBeLessThan(300);
  const change = async (body: InputOf<typeof changeAssembly>['body']) =>
    done(await app.call(changeAssembly, { params: { jointId }, body }, operator));
  const panel = async () => (await app.call(getChallenge, { params: { jointId }, query: {} }, operator)).body;
  /** Reads the panel as the operator and the administrator, and expects the same words on the page. */
  async function screen(): Promise<Challenge> {
    const challenge = await panel();
    const byAdministrator = await app.call(getChallenge, { params: { jointId }, query: {} }, administrator);
    expect(byAdministrator.body).toEqual(challenge);
    const { grounds, atEnd } = challenge;
    const groups = (['red', 'missing', 'green'] as const).map((state) =>
      grounds.filter((ground) => ground.state === state),
    );
    const now = groups.flat().map((ground) => {
      const [name, law, state, reason] = rowOf(ground);
      return [`${name} ${state}`, `${reason}${ground.step === null ? '' : ` ${ground.step}`}`, law];
    });
    expect(linesOf(createElement(GroundsNow, { challenge }))).toEqual(now.map((words) => words.join(' ')));
    const ended = (atEnd?.grounds ?? []).map(rowOf);
    expect(linesOf(createElement(GroundsAtEnd, { challenge }))).toEqual(
      ended.map(([name, , state, reason]) => `${name}: ${state}. ${reason}`),
    );
    return challenge;
  }
  const declare = async (facts: DeclaredFacts) => {
    const body = { assemblyId: (await panel()).assemblyId, facts };
    done(await app.call(declareFacts, { params: { jointId }, body }, operator));
  };
  const letters = async (body: InputOf<typeof printLetters>['body']) =>
    done(await app.call(printLetters, { params: { jointId }, body }, operator));
  const power = async (apartmentId: string) => {
    const holder = { name: 'PEDRO PAZ', document: '52000111' };
    const body = { holder, apartmentIds: [apartmentId], accept: true };
    done(await app.call(enterPower, { params: { jointId }, body }, operator));
  };
  /** Issues a month of equal fees, with a fine of the first unit. */
  async function bill(fine: number): Promise<void> {
    await world.ceilings('2025-12', 25.62);
    const rows = UNITS.map((unit, i) => [unit, 100_000, i === 0 ? fine : 0]);
    await world.prepare(jointId, '2026-02', [['Inmueble', 'Administración', 'Multa'], ...rows]);
    await world.issue(jointId, '2026-02', { issueDate: '2026-02-02' });
  }
  async function vote(question: Question): Promise<void> {
    const conceptId = await hall.ask(question);
    await hall.close(conceptId);
  }
  /** Expects a state of every ground, on the panel, in the last closing, at the end, and in the acta. */
  async function expectEverywhere(state: GroundState): Promise<void> {
    const { grounds } = await screen();
    const all = challengeGrounds.map((code) => [code, state]);
    expect(grounds.map(({ code, state: found }) => [code, found])).toEqual(all);
    const red = state === 'red' ? [...challengeGrounds] : [];
    expect((await lastFacts('conceptDeactivated')).challenge).toEqual({ red, missing: [] });
    await change({ closed: true });
    const { atEnd } = await screen();
    expect(atEnd?.grounds.map(({ code, state: found }) => [code, found])).toEqual(all);
    expect((await lastFacts('assemblyClosed')).challenge).toEqual(atEnd?.grounds);
    const word = await app.call(actaDraft, { params: { jointId }, query: { docx: true } }, operator);
    const { tables } = await readWord(Buffer.from(word.body.bytes));
    const annex = tables.find(([head]) => head?.join() === 'Punto,Norma y fallo,Estado,Razón');
    expect(annex?.slice(1)).toEqual((atEnd?.grounds ?? []).map(rowOf));
  }

  it('every ground is red at once: panel, closing, end and acta agree', { tags: 'slow' }, async () => {
    await bill(1_000_000);
    const agenda = '1. Quórum\n2. Presupuesto';
    const rules = { params: { jointId }, body: { share: 1, shareBlocks: false } };
    done(await app.call(changePowerRules, rules, world.as));
    await change({ kind: 'ordinary', convener: 'council', scheduledAt: '2026-03-03T18:00:00-05:00', agenda });
    await letters({ apartmentIds: ['101'], paper: 'a4' });
    // A notice of an older version of the program: without the sentence of art. 41.
    const { assemblyId } = await panel();
    await app.store.db.transaction().execute(async (trx) => {
      await lockJoint(trx, jointId);
      const by = { chain: jointChain(jointId), actor: 'user:1', at: Date.now() };
      await appendAudit(trx, by, 'lettersPrinted', {
        assemblyId,
        userIds: [],
        assembly: { agenda, mode: 'inPerson' },
      });
    });
    await change({ mode: 'virtual' });
    await power('109');
    await power('110');
    await declare({ annexesProved: false, allMustJoin: true, proposedFee: 50_000_000 });
    await declare({ yearBudget: 100_000_000, fundCharge: 1, fundBalance: 0 });
    const opening = { params: { jointId }, body: { opens: assemblyId, wentOn: ['openingEarly' as const] } };
    done(await app.call(openAssembly, opening, operator));
    await hall.register(['101', '102', '103', '104']);
    await hall.ask({ ...COUNCIL, seats: 4, texts: ['Ana', 'Beto', 'Carla', 'Diana'] });
    await hall.ask({ conceptDescription: '¿Aprueba el presupuesto?', matter: 'budget', active: 0 });
    await vote({ conceptDescription: '¿Reforma el reglamento?', matter: 'bylaws', rule: 'simple' });
    await vote({ conceptDescription: '¿Cuota?', matter: 'extraordinaryFee', rule: 'simple' });
    await expectEverywhere('red');
  });

  it('every ground is green at once: panel, closing, end and acta agree', async () => {
    await bill(0);
    const agenda = '1. Quórum\n2. Presupuesto\n3. Elección';
    await change({ kind: 'ordinary', convener: 'administrator', scheduledAt: MEETING, agenda });
    const list = { params: { jointId }, body: { purpose: 'notice' as const } };
    done(await app.call(takeDebtorsList, list, operator));
    await letters({ paper: 'a4' });
    await declare({ annexesProved: true, proposedFee: 100 });
    await declare({ yearBudget: 100_000_000, fundCharge: 1_000_000, fundBalance: 50 });
    await power('110');
    vi.setSystemTime(new Date(MEETING));
    await signIn();
    await hall.register(UNITS.slice(0, 8));
    const texts = ['Dueño 1', 'Dueño 2', 'Dueño 3', 'PEDRO PAZ'];
    await hall.ask({ ...COUNCIL, seats: 3, agendaItem: 3, texts });
    await hall.ask({
      conceptDescription: '¿Aprueba el presupuesto?',
      matter: 'budget',
      agendaItem: 2,
      active: 0,
    });
    await vote({
      conceptDescription: '¿Reforma el reglamento?',
      matter: 'bylaws',
      rule: 'qualified',
      agendaItem: 2,
    });
    await vote({ conceptDescription: '¿Cuota?', matter: 'extraordinaryFee', rule: 'simple', agendaItem: 2 });
    await expectEverywhere('green');
  });

  it('a credit note turns the ground of fines green, and a returned cheque leaves it green', async () => {
    await bill(200_001);
    const finesGround = () => stateOf('fines');
    expect(await finesGround()).toBe('red');
    const adjust = async (body: Omit<NewAdjustment, 'apartmentId' | 'reason'>) => {
      const whole = { apartmentId: '101', reason: 'Corrección', ...body };
      done(await app.call(addAdjustment, { params: { jointId }, body: whole }, world.as));
    };
    // The usual order reduces the fee first.
    await adjust({ kind: 'creditNote', amount: 1 });
    expect(await finesGround()).toBe('red');
    await adjust({ kind: 'creditNote', amount: 1, nature: 'fine' });
    expect(await finesGround()).toBe('green');
    const cheque = {
      apartmentId: '102',
      amount: 2_000_000,
      valueDate: NOW.slice(0, 10),
      means: 'cheque' as const,
    };
    const paid = await app.call(addPayment, { params: { jointId }, body: cheque }, world.as);
    const params = { jointId, cashReceipt: paid.body.receipt?.cashReceipt ?? 0 };
    const annulment = { reason: 'Cheque devuelto', chargesSanction: true };
    done(await app.call(annulReceipt, { params, body: annulment }, world.as));
    expect(await finesGround()).toBe('green');
  });

  const stateOf = async (code: ChallengeGround) =>
    (await panel()).grounds.find((ground) => ground.code === code)?.state;
  const ask = (more: Partial<NewConcept>) => {
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const body = { jointId, conceptDescription: '¿Aprueba?', answers, ...more };
    return app.call(createConcept, { body }, operator);
  };

  it.each([
    ['2026-03-09T23:59:59-05:00', 'green'],
    ['2026-03-10T00:00:00-05:00', 'red'],
  ])('a notice to the last owner at %s turns its days %s', async (last, state) => {
    await change({ kind: 'ordinary', convener: 'administrator', scheduledAt: MEETING });
    await letters({ apartmentIds: UNITS.slice(1), paper: 'a4' });
    expect([await stateOf('everyOwner'), await stateOf('noticeDays')]).toEqual(['red', 'green']);
    vi.setSystemTime(new Date(last));
    await signIn();
    await letters({ apartmentIds: UNITS.slice(0, 1), paper: 'a4' });
    expect([await stateOf('everyOwner'), await stateOf('noticeDays')]).toEqual(['green', state]);
  });

  it('a quorum lost between two questions is red until it returns, and not at the end', async () => {
    await hall.register(UNITS.slice(0, 5));
    expect(await stateOf('quorum')).toBe('red');
    await hall.register(UNITS.slice(5, 6));
    await vote({ conceptDescription: '¿Aprueba el acta?', matter: 'other' });
    expect(await stateOf('quorum')).toBe('green');
    const [apartmentId = ''] = UNITS.slice(5);
    const leave = { params: { jointId, conceptId: ATTENDANCE }, query: { apartmentId, reason: 'Se fue' } };
    done(await app.call(removeRegistrations, leave, operator));
    expect(await stateOf('quorum')).toBe('red');
    await hall.register(UNITS.slice(5, 6));
    expect(await stateOf('quorum')).toBe('green');
    vi.setSystemTime(Date.now() + 60_000);
    done(await app.call(removeRegistrations, leave, operator));
    await change({ closed: true });
    expect(await stateOf('quorum')).toBe('green');
  });

  it('the cost in the questions counts for an extraordinary fee, and a rejected fee does not', async () => {
    await bill(0);
    await declare({
      proposedFee: 100,
      yearBudget: 100_000_000,
      fundCharge: 1_000_000,
      fundBalance: 3_000_000,
    });
    await hall.register(UNITS.slice(0, 8));
    const fee = { conceptDescription: '¿Cuota?', matter: 'extraordinaryFee', rule: 'simple' } as const;
    const decide = async (amount: number, voteId: number) => {
      const conceptId = await hall.ask({ ...fee, cost: { amount, months: 2 } });
      await hall.cast(
        conceptId,
        UNITS.slice(0, 8).map((apartmentId) => ({ apartmentId, voteId })),
      );
      await hall.close(conceptId);
    };
    // Four monthly fees of the joint are $ 4.000.000.
    await decide(4_000_000, 2);
    await decide(2_500_000, 1);
    expect([await stateOf('extraordinaryFee'), await stateOf('reserveFund')]).toEqual(['green', 'red']);
    await decide(1_500_000, 1);
    expect([await stateOf('extraordinaryFee'), await stateOf('reserveFund')]).toEqual(['green', 'green']);
    await decide(0.01, 1);
    const ground = (await panel()).grounds.find(({ code }) => code === 'extraordinaryFee');
    expect(ground).toMatchObject({
      state: 'red',
      reason: expect.stringContaining('Con esta, $ 4.000.000,01 de'),
    });
  });

  it('a list of owners in arrears counts from the next notice, also if taken again later', async () => {
    await bill(0);
    await change({ kind: 'ordinary', convener: 'administrator', scheduledAt: MEETING });
    const take = async () =>
      done(await app.call(takeDebtorsList, { params: { jointId }, body: { purpose: 'notice' } }, operator));
    await letters({ paper: 'a4' });
    expect(await stateOf('debtors')).toBe('red');
    await take();
    expect(await stateOf('debtors')).toBe('red');
    await letters({ paper: 'a4' });
    expect(await stateOf('debtors')).toBe('green');
    await take();
    expect(await stateOf('debtors')).toBe('green');
  });

  const lastFacts = async (act: string) => {
    const entries = app.store.db.selectFrom('audit_entry').select('data').where('act', '=', act);
    return JSON.parse((await entries.orderBy('seq', 'desc').executeTakeFirstOrThrow()).data);
  };

  it('the first question or point before the called hour asks, and turns the hour red', async () => {
    await change({ kind: 'ordinary', scheduledAt: MEETING, agenda: '1. Quórum' });
    vi.setSystemTime(new Date(Date.parse(MEETING) - 600_000));
    await signIn();
    await hall.register(UNITS.slice(0, 8));
    expect(await stateOf('dayAndHour')).toBe('green');
    const point = await app.call(changeAssembly, { params: { jointId }, body: { point: 1 } }, operator);
    for (const { error } of [point, await ask({})]) {
      expect(error.code).toBe('beginningEarly');
      expect(error.message).toContain('25 de marzo de 2026, 6:00 p. m.; antes');
    }
    done(await ask({ active: 0 }));
    expect(await stateOf('dayAndHour')).toBe('green');
    done(await ask({ wentOn: ['beginningEarly'] }));
    expect(await stateOf('dayAndHour')).toBe('red');
    done(await ask({}));
    expect(await lastFacts('conceptCreated')).not.toHaveProperty('early');
  });

  // The third business day after the first call is Monday 30 March, at 8 p. m. (art. 41).
  it.each([
    ['2026-03-25T19:00:00-05:00', 'red'],
    ['2026-03-30T19:59:00-05:00', 'red'],
    ['2026-03-30T20:00:00-05:00', 'green'],
  ])('a second call that decides at %s turns the hour %s, also if opened only then', async (day, state) => {
    await change({ kind: 'ordinary', convener: 'administrator', scheduledAt: MEETING });
    await letters({ paper: 'a4' });
    const called = await panel();
    const decide = async () => {
      await hall.register(['101', '102']);
      expect(await stateOf('quorum')).toBe('green');
      await vote({ conceptDescription: '¿Aprueba?', matter: 'other' });
      expect([await stateOf('dayAndHour'), await stateOf('noticeDays')]).toEqual([state, 'green']);
      expect([await stateOf('everyOwner'), await stateOf('secondCall')]).toEqual(['green', 'green']);
    };
    if (day.startsWith('2026-03-30')) {
      vi.setSystemTime(new Date(day));
      await signIn();
      const second = { call: 2 as const, firstCallAt: new Date(MEETING).toISOString(), scheduledAt: day };
      const body = { opens: called.assemblyId, ...second };
      done(await app.call(openAssembly, { params: { jointId }, body }, operator));
    } else {
      vi.setSystemTime(new Date(MEETING));
      await signIn();
      await hall.register(['101']);
      expect(await stateOf('dayAndHour')).toBe('green');
      vi.setSystemTime(new Date(day));
      await signIn();
      await change({ call: 2, wentOn: ['earlySecondCall'] });
    }
    await decide();
    expect((await lastFacts('conceptDeactivated')).challenge.red.includes('dayAndHour')).toBe(
      state === 'red',
    );
    // The day typed later is the day of the second call: the day of the first call stays.
    await change({ scheduledAt: day });
    expect([await stateOf('everyOwner'), await stateOf('dayAndHour')]).toEqual(['green', state]);
    expect([await stateOf('noticeDays'), await stateOf('secondCall')]).toEqual(['green', 'green']);
    await change({ place: 'Otro salón' });
    expect(await stateOf('everyOwner')).toBe('red');
    await expectTrailExplainsAll(app);
  });

  it('a first call on a day that no notice named turns the notice of every owner red', async () => {
    await change({ kind: 'ordinary', convener: 'administrator', scheduledAt: '2026-03-10T18:00:00-05:00' });
    await letters({ paper: 'a4' });
    expect([await stateOf('everyOwner'), await stateOf('noticeDays')]).toEqual(['green', 'red']);
    const { assemblyId } = await panel();
    vi.setSystemTime(new Date('2026-03-30T20:00:00-05:00'));
    await signIn();
    const body = { opens: assemblyId, call: 2 as const, firstCallAt: new Date(MEETING).toISOString() };
    done(await app.call(openAssembly, { params: { jointId }, body }, operator));
    expect(await stateOf('everyOwner')).toBe('red');
  });

  it('a changed call with the old place again needs no new notice, unless another was sent', async () => {
    await change({ kind: 'ordinary', convener: 'administrator', scheduledAt: MEETING, place: 'Salón' });
    await letters({ paper: 'a4' });
    await change({ place: 'Portería' });
    expect(await stateOf('everyOwner')).toBe('red');
    await change({ place: 'Salón' });
    expect(await stateOf('everyOwner')).toBe('green');
    vi.setSystemTime(Date.now() + 60_000);
    await change({ place: 'Portería' });
    await letters({ paper: 'a4' });
    expect(await stateOf('everyOwner')).toBe('green');
    await change({ place: 'Salón' });
    expect(await stateOf('everyOwner')).toBe('red');
  });

  it.each(['conceptCreated', 'conceptActivated', 'pointOpened'])(
    'an early beginning stands in the audit entry %s with the called hour',
    async (name) => {
      await change({ kind: 'ordinary', scheduledAt: MEETING, agenda: '1. Quórum' });
      vi.setSystemTime(new Date(Date.parse(MEETING) - 600_000));
      await signIn();
      const wentOn = ['beginningEarly' as const];
      if (name === 'conceptCreated') done(await ask({ wentOn }));
      else if (name === 'pointOpened') await change({ point: 1, wentOn });
      else {
        const { conceptId } = (await ask({ active: 0 })).body;
        const body = { jointId, conceptId, active: 1 as const, wentOn };
        done(await app.call(toggleConcept, { body }, operator));
      }
      const early = { calledFor: new Date(MEETING).toISOString() };
      expect(await lastFacts(name)).toMatchObject({ early });
    },
  );

  it('a question on a point outside the sent notice asks first', async () => {
    await change({ kind: 'extraordinary', scheduledAt: MEETING, agenda: '1. Quórum\n2. Presupuesto' });
    const agenda = '1. Quórum\n2. Venta de la portería\n3. Presupuesto';
    await letters({ paper: 'a4' });
    await change({ agenda });
    for (const agendaItem of [1, 3]) done(await ask({ active: 0, agendaItem }));
    expectRefused(await ask({ active: 0, agendaItem: 2 }), 'outsideAgenda');
    done(await ask({ active: 0, agendaItem: 2, wentOn: ['outsideAgenda'] }));
  });
});
