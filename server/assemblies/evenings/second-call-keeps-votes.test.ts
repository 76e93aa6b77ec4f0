import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changeAssembly,
  getLawDates,
  getSnapshot,
  listAssemblies,
  openAssembly,
} from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote, listRecords, unitHistory } from '../../../shared/assemblies/votes.api.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import {
  endAssembly,
  expectRefused,
  qrSession,
  registeredUnits,
  votesOf,
} from '../../testing/store-asserts.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const units = unitsOf('101;20;ANA', '102;20;LUIS', '103;30;EVA', '104;30;EVA');

describeOnOneEngine('second call, closing and the next assembly', (make) => {
  let app: TestApp;
  let staff: string;
  beforeAll(async () => {
    app = await make();
    staff = await firstStaff(app);
  });
  afterAll(() => endAssembly(app));

  const hold = () => holdAssembly(app, { units, staff });
  const change = ({ jointId, operator }: AssemblyFixture, body: object) =>
    app.call(changeAssembly, { params: { jointId }, body }, { token: operator });
  const cast = ({ jointId, operator }: AssemblyFixture, apartmentId: string, conceptId: number, voteId = 1) =>
    app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId } }, { token: operator });
  const snapshot = async ({ jointId, operator }: AssemblyFixture) =>
    (await app.call(getSnapshot, { params: { jointId } }, { token: operator })).body;
  const outcomes = async (evening: AssemblyFixture) =>
    (await snapshot(evening)).concepts.flatMap(({ outcome }) => (outcome === null ? [] : [outcome.status]));

  it('an early second call is allowed; trail and acta say if the person was asked', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const wentOn of [true, undefined]) {
      const evening = await hold();
      await change(evening, { scheduledAt: tomorrow });
      expect((await change(evening, { call: 2, wentOn })).body.call).toBe(2);
      const { jointId } = evening;
      const facts = await readActa(app.store.db, { jointId }, () => undefined);
      expect(facts.secondCall?.early).toMatchObject({ asked: wentOn === true });
      const { secondCallAt } = (
        await app.call(getLawDates, { params: { jointId } }, { token: evening.operator })
      ).body;
      expect(facts.secondCall?.early?.due).toBe(Date.parse(secondCallAt ?? ''));
      expect(JSON.stringify(writeActa(facts))).toContain('comenzó antes del tercer día hábil siguiente');
    }
    const late = await hold();
    await change(late, { scheduledAt: '2026-01-05T23:00:00.000Z' });
    await change(late, { call: 2 });
    const acta = await readActa(app.store.db, { jointId: late.jointId }, () => undefined);
    expect(acta.secondCall?.early).toBeNull();
  });

  it('the acta names the day of a first call that was days earlier', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const decide = async (question: string) => {
      const body = { jointId, conceptId: await evening.ask(question), active: 0 as const };
      await app.call(toggleConcept, { body }, { token: operator });
    };
    await evening.register(['101']);
    await decide('¿Primera?');
    await change(evening, { call: 2 });
    await evening.register(['102', '103']);
    await decide('¿Segunda?');
    const facts = await readActa(app.store.db, { jointId }, () => undefined);
    const early = <T extends { at: number }>(one: T): T => ({ ...one, at: one.at - 3 * DAY_MS });
    const { attendance, moments } = facts.main;
    const main = {
      ...facts.main,
      attendance: { ...attendance, left: attendance.left.map(early) },
      moments: moments.map((one, at) => (at < 2 ? early(one) : one)),
    };
    const acta = JSON.stringify(writeActa({ ...facts, main }));
    expect(acta).toMatch(/"VOTACIÓN 1, cierre","\d+ de \w+ de \d+, \d\d:\d\d:\d\d"/);
    expect(acta).toMatch(/"VOTACIÓN 2, cierre","\d\d:\d\d:\d\d"/);
    expect(acta).toMatch(/\["101",[^\]]+"\d+ de \w+ de \d+, \d\d:\d\d:\d\d"\]/);
    expect(acta).toMatch(/\["102",[^\]]+"\d\d:\d\d:\d\d"\]/);
  });

  it('the by-laws set the time of the second call, also in the acta; a wrong time is refused', async () => {
    const evening = await hold();
    const { jointId } = evening;
    const tell = (byLaws: ByLaws) =>
      app.call(changeJoint, { params: { jointId }, body: { byLaws } }, { token: staff });
    for (const secondCall of [
      { days: 0, hour: '20:00' },
      { days: 3, hour: '24:00' },
    ])
      expectRefused(await tell({ secondCall, budgetYearEnd: 12 }), 'badRequest');
    const own = { secondCall: { days: 5, hour: '18:15' }, budgetYearEnd: 6 };
    expect((await tell(own)).body.byLaws).toEqual(own);
    await change(evening, { scheduledAt: '2026-01-05T23:00:00.000Z' });
    const dates = await app.call(getLawDates, { params: { jointId } }, { token: evening.operator });
    // Monday 12 January is a holiday: Tuesday to Friday, and the next Tuesday.
    expect(dates.body).toMatchObject({
      secondCallAt: '2026-01-13T23:15:00.000Z',
      isSecondCallOwn: true,
      byRightAt: '2026-10-02T01:00:00.000Z',
    });
    await change(evening, { scheduledAt: new Date(Date.now() + 86_400_000).toISOString() });
    await change(evening, { call: 2, wentOn: true });
    const facts = await readActa(app.store.db, { jointId }, () => undefined);
    expect(facts.secondCall?.early).toMatchObject({ byLaws: true });
    expect(JSON.stringify(writeActa(facts))).toContain('comenzó antes del momento que fija el reglamento');
  });

  it('a late ordinary assembly opens; trail and acta say if the person was asked', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const month = Number(dayInBogota(Date.now()).slice(5, 7));
    // The budget year ended the given number of months ago, if needed in the year before last.
    const open = async (monthsAgo: number, body: object) => {
      const budgetYearEnd = ((month - 1 - monthsAgo + 12) % 12) + 1;
      const byLaws = { secondCall: null, budgetYearEnd };
      await app.call(changeJoint, { params: { jointId }, body: { byLaws } }, { token: staff });
      expect((await app.call(openAssembly, { params: { jointId }, body }, { token: operator })).status).toBe(
        201,
      );
      const facts = await readActa(app.store.db, { jointId }, () => undefined);
      return { late: facts.late, acta: JSON.stringify(writeActa(facts)) };
    };
    expect((await open(3, {})).late).toBeNull();
    expect((await open(4, { kind: 'extraordinary' })).late).toBeNull();
    const unasked = await open(4, {});
    expect(unasked.late?.confirmed).toBeNull();
    expect(unasked.acta).toContain(
      'Ley 675 de 2001, art. 39), que rigen si el reglamento no señala otra fecha',
    );
    expect(unasked.acta).toContain('Se abrió sin que mediara la advertencia.');
    const opened = await open(4, { wentOn: true });
    expect(opened.late?.confirmed).not.toBeNull();
    expect(opened.acta).toMatch(/Se advirtió el [^"]+ decidió continuar\./);
  });

  it('an assembly goes from point to point, and the acta has the hours of each', async () => {
    const evening = await hold();
    expectRefused(await change(evening, { point: 1 }), 'agendaItemUnknown');
    await change(evening, { agenda: '1. Quórum\n2. Presupuesto' });
    const opened = await change(evening, { point: 1 });
    expect(opened.body.point).toMatchObject({ number: 1, text: 'Quórum' });
    expect((await snapshot(evening)).assembly).toMatchObject({
      openedAt: expect.any(String),
      point: { number: 1 },
    });
    // A second press keeps the first start.
    expect((await change(evening, { point: 1 })).body.point).toEqual(opened.body.point);
    await change(evening, { point: 2 });
    await change(evening, { point: 1 });
    expect((await change(evening, { point: null })).body.point).toBeNull();
    const facts = await readActa(app.store.db, { jointId: evening.jointId }, () => undefined);
    expect(facts.points.map(({ number }) => number)).toEqual([1, 2, 1]);
    expect(facts.points.map(({ until }) => until)).toEqual([
      facts.points[1]?.from,
      facts.points[2]?.from,
      expect.any(Number),
    ]);
    expect(JSON.stringify(writeActa(facts))).toMatch(/Se trató:[^}]+de \d\d:\d\d:\d\d a \d\d:\d\d:\d\d; de /);
    await change(evening, { closed: true });
    expectRefused(await change(evening, { point: 2 }), 'assemblyClosed');
  });

  it('a second call resets attendance, closes the open question, keeps all votes', async () => {
    const evening = await hold();
    const { jointId } = evening;
    const code = await evening.register(['101', '102']);
    const first = await evening.ask('¿Primera?');
    await cast(evening, '101', first);
    const open = await evening.ask('¿Segunda?');
    await cast(evening, '102', open, 2);
    const before = await votesOf(app, jointId);
    expect((await change(evening, { call: 2 })).body).toMatchObject({ call: 2, closedAt: null });
    expect(await registeredUnits(app, jointId)).toEqual([]);
    expect(await votesOf(app, jointId)).toEqual(before);
    expectRefused(await cast(evening, '101', open), 'voteNotActive');
    // 40 of 100 in first call: votes without quorum, final.
    expect(await outcomes(evening)).toEqual(['noQuorum', 'noQuorum']);
    await evening.register(['101', '102'], code);
    const now = await snapshot(evening);
    expect(now.quorum).toEqual({ required: 0, reached: true, missing: 0 });
    const third = await evening.ask('¿Tercera?');
    expect(third).toBe(open + 1);
    for (const unit of ['101', '102']) await cast(evening, unit, third);
    await app.call(
      toggleConcept,
      { body: { jointId, conceptId: third, active: 0 } },
      { token: evening.operator },
    );
    expect(await outcomes(evening)).toEqual(['noQuorum', 'noQuorum', 'approved']);
  });

  it('a second call cannot return to the first', async () => {
    const evening = await hold();
    expect((await change(evening, { call: 1 })).status).toBe(200);
    await change(evening, { call: 2 });
    await evening.register(['101']);
    expectRefused(await change(evening, { call: 1 }), 'noWayBack');
    expectRefused(await change(evening, { call: 1, title: 'Otra', closed: true }), 'noWayBack');
    expect((await change(evening, { call: 2 })).body).toMatchObject({ call: 2, title: null, closedAt: null });
    expect(await registeredUnits(app, evening.jointId)).toEqual(['101']);
  });

  it('a single owner has no quorum in second call', async () => {
    const evening = await hold();
    await change(evening, { call: 2 });
    await evening.register(['103', '104']);
    expect((await snapshot(evening)).quorum).toEqual({ required: 0, reached: false, missing: 0 });
    await evening.register(['101']);
    expect((await snapshot(evening)).quorum.reached).toBe(true);
  });

  it('exactly half is no quorum in first call, and the missing share is shown', async () => {
    const evening = await hold();
    await evening.register(['101', '103']);
    expect((await snapshot(evening)).quorum).toEqual({ required: 50, reached: false, missing: 1e-9 });
    await evening.register(['102']);
    expect((await snapshot(evening)).quorum).toEqual({ required: 50, reached: true, missing: 0 });
  });

  it('a closed assembly accepts no registration, vote, question, reset or call', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const code = await evening.register(['101', '102', '103']);
    const question = await evening.ask('¿Aprueba?');
    await cast(evening, '101', question);
    const qr = await qrSession(app, code);
    // Withdrawn earlier: the withdrawal is the reason of the end, also after later acts.
    const withdrawn = await evening.register(['104']);
    const gone = await qrSession(app, withdrawn);
    const withdrawal = { params: { code: withdrawn }, query: {} };
    expect((await app.call(withdrawHolder, withdrawal, { token: operator })).status).toBe(204);
    // Acts of the same millisecond have no order.
    const withdrawnAt = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(withdrawnAt);
    const closed = await change(evening, { closed: true });
    expect(closed.body.closedAt).not.toBeNull();
    // Texts about the meeting may still change; facts may not.
    expectRefused(await change(evening, { mode: 'virtual' }), 'assemblyEnded');
    const recordingUrl = 'https://ejemplo.co/grabacion';
    expect((await change(evening, { recordingUrl })).body).toMatchObject({ recordingUrl, mode: 'inPerson' });
    expectRefused(await change(evening, { recordingUrl: 'javascript:alert(1)' }), 'badRequest');
    const votes = await votesOf(app, jointId);
    const params = { jointId, conceptId: question };
    const as = { token: operator };
    const more = { params: { jointId }, body: { apartmentIds: ['104'], code } };
    expectRefused(await app.call(register, more, as), 'assemblyClosed');
    for (const userId of [code, null]) {
      const body = { jointId, apartmentId: userId === null ? '101' : '104', userId };
      expectRefused(await app.call(assignHolder, { body }, as), 'assemblyClosed');
    }
    expectRefused(await cast(evening, '102', question), 'voteNotActive');
    const qrVote = { jointId, apartmentId: '102', conceptId: question, voteId: 1 };
    expectRefused(await app.call(castVote, { body: qrVote }, { token: qr }), 'voteNotActive');
    const own = { params: { jointId }, body: { apartmentIds: ['101'] } };
    expectRefused(await app.call(register, own, { token: qr }), 'registrationInactive');
    expectRefused(await app.call(castVote, { body: qrVote }, { token: gone }), 'unauthenticated');
    const newQuestion = { jointId, conceptDescription: '¿Más?', answers: [{ answerDescription: 'Si' }] };
    expectRefused(await app.call(createConcept, { body: newQuestion }, as), 'assemblyClosed');
    for (const active of [0, 1] as const) {
      expectRefused(await app.call(toggleConcept, { body: { ...params, active } }, as), 'assemblyClosed');
    }
    expectRefused(await app.call(deleteConcept, { body: params }, as), 'assemblyClosed');
    const whole = { params, query: {} };
    expectRefused(await app.call(removeRegistrations, whole, as), 'assemblyClosed');
    for (const query of [{}, { apartmentId: '101' }]) {
      const attendance = { params: { jointId, conceptId: 1 }, query };
      expectRefused(await app.call(removeRegistrations, attendance, as), 'assemblyClosed');
    }
    expectRefused(await app.call(withdrawHolder, { params: { code }, query: {} }, as), 'assemblyClosed');
    expectRefused(await change(evening, { call: 2 }), 'assemblyClosed');
    expectRefused(await change(evening, { closed: true }), 'assemblyClosed');
    expect(await votesOf(app, jointId)).toEqual(votes);
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '103']);
    // A code still reads the votes of its units, and no others, until another assembly is opened.
    const read = (apartmentId: string, token: string) =>
      app.call(unitHistory, { params: { jointId, apartmentId }, query: {} }, { token });
    for (const token of [qr, await qrSession(app, code)]) {
      const records = await read('101', token);
      expect(records.body).toEqual([
        expect.objectContaining({ conceptId: question, voteId: 1, receipt: expect.any(String) }),
      ]);
      expectRefused(await read('104', token), 'apartmentNotFound');
    }
    await app.call(openAssembly, { params: { jointId }, body: {} }, as);
    expectRefused(await read('101', qr), 'accessEnded');
  });

  it("the seed's second step after closing is refused", async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const code = await evening.register(['102']);
    await app.call(
      assignHolder,
      { body: { jointId, apartmentId: '101', userId: code } },
      { token: operator },
    );
    await change(evening, { closed: true });
    expectRefused(await cast(evening, '101', 1), 'assemblyClosed');
  });

  it('the next assembly begins empty on the current table; the last is archived whole', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const code = await evening.register(['101', '102', '103']);
    const question = await evening.ask('¿Aprueba?');
    for (const unit of ['101', '102', '103']) await cast(evening, unit, question);
    const old = (await snapshot(evening)).assembly?.assemblyId ?? 0;
    const opened = await app.call(
      openAssembly,
      { params: { jointId }, body: { kind: 'extraordinary', title: 'La siguiente' } },
      { token: operator },
    );
    expect([opened.status, opened.body.call, opened.body.kind]).toEqual([201, 1, 'extraordinary']);
    const now = await snapshot(evening);
    expect(now.registered).toEqual({ apartments: 0, coefficient: 0 });
    expect(now.total).toEqual({ apartments: 4, coefficient: 100 });
    expect(now.concepts.map(({ conceptId }) => conceptId)).toEqual([1]);
    expectRefused(await cast(evening, '104', question), 'conceptNotFound');
    expectRefused(
      await app.call(withdrawHolder, { params: { code }, query: {} }, { token: operator }),
      'holderNotFound',
    );
    expect(await evening.ask('¿Otra?')).toBe(2);
    const list = await app.call(listAssemblies, { params: { jointId } }, { token: operator });
    expect(list.body.map(({ assemblyId }) => assemblyId)).toEqual([opened.body.assemblyId, old]);
    const archived = await app.call(
      listRecords,
      { params: { jointId, conceptId: question }, query: { assemblyId: old } },
      { token: operator },
    );
    expect(archived.body.map((record) => [record.apartmentId, record.voteId])).toEqual([
      ['101', 1],
      ['102', 1],
      ['103', 1],
    ]);
    const other = await hold();
    const foreign = await app.call(
      listRecords,
      { params: { jointId: other.jointId, conceptId: 1 }, query: { assemblyId: old } },
      { token: other.operator },
    );
    expectRefused(foreign, 'assemblyNotFound');
  });

  it('a prepared assembly opens with its questions, codes and texts', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const as = { token: operator };
    await change(evening, { title: 'Ordinaria 2027', secretary: 'Rosa', place: 'Salón' });
    const answers = [{ answerDescription: 'Si' }, { answerDescription: 'No' }];
    const body = { jointId, conceptDescription: '¿Aprueba?', active: 0 as const, answers };
    const { conceptId } = (await app.call(createConcept, { body }, as)).body;
    const prepared = (await snapshot(evening)).assembly;
    expect(prepared?.openedAt).toBeNull();
    const opened = await app.call(
      openAssembly,
      { params: { jointId }, body: { mode: 'mixed', place: 'Terraza' } },
      as,
    );
    expect(opened.status).toBe(201);
    expect(opened.body).toMatchObject({
      assemblyId: prepared?.assemblyId,
      title: 'Ordinaria 2027',
      secretary: 'Rosa',
      mode: 'mixed',
      place: 'Terraza',
      openedAt: expect.any(String),
    });
    expect((await snapshot(evening)).concepts.map((one) => one.conceptId)).toEqual([1, conceptId]);
    expect((await app.call(listAssemblies, { params: { jointId } }, as)).body).toHaveLength(1);
    // An opened assembly is archived as usual.
    const next = await app.call(openAssembly, { params: { jointId }, body: {} }, as);
    expect(next.body.assemblyId).not.toBe(prepared?.assemblyId);
    expect((await app.call(listAssemblies, { params: { jointId } }, as)).body).toHaveLength(2);
  });
});
