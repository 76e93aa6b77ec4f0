import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateUser } from '../../shared/accounts/users.api.ts';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { correctRoll, type RollChanges } from '../../shared/assemblies/roll.api.ts';
import { castVote, listRecords } from '../../shared/assemblies/votes.api.ts';
import { fromNumber, sumNano } from '../../shared/coefficient.ts';
import { describeOnBothEngines, type TestApp } from '../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../testing/assembly-fixture.ts';
import { expectRefused, expectTrailExplainsAll } from '../testing/store-asserts.ts';
import { printedActa, printedVotes } from './closed-reports.fixture.ts';
import { readActa } from './minutes/read-acta.ts';
import { writeActa } from './minutes/write-acta.ts';
import { readAttendanceReport } from './reports/attendance-report.ts';
import { readVoteReport } from './reports/vote-report.ts';

const units = [
  ['101', 40, 'ANA'],
  ['102', 25, 'LUIS'],
  ['103', 20, 'EVA'],
  ['104', 15, 'RITA'],
] as const;

describeOnBothEngines('what was written about a closed moment', (make) => {
  let app: TestApp;
  let staff: string;
  beforeAll(async () => {
    app = await make();
    staff = await firstStaff(app);
  });
  afterAll(async () => {
    await expectTrailExplainsAll(app);
    await app.close();
  });

  /** 101, 102 and 104 are there, 101 and 102 have voted on a question, and 102's vote was annulled before it closed. */
  async function closedQuestion(): Promise<{ evening: AssemblyFixture; conceptId: number }> {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['101']);
    await evening.register(['102', '104']);
    const conceptId = await evening.ask('¿Aprueba el presupuesto?');
    for (const apartmentId of ['101', '102']) await vote(evening, conceptId, apartmentId);
    await remove(evening, conceptId, '102');
    await toggle(evening, conceptId, 0);
    return { evening, conceptId };
  }
  const as = ({ operator }: AssemblyFixture) => ({ token: operator });
  const vote = async (evening: AssemblyFixture, conceptId: number, apartmentId: string) => {
    const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
    expect((await app.call(castVote, { body }, as(evening))).status).toBe(201);
  };
  const remove = (evening: AssemblyFixture, conceptId: number, apartmentId: string) =>
    app.call(
      removeRegistrations,
      { params: { jointId: evening.jointId, conceptId }, query: { apartmentId, reason: 'Error' } },
      as(evening),
    );
  const toggle = (evening: AssemblyFixture, conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active } }, as(evening));
  const correct = async (evening: AssemblyFixture, apartmentId: string, changes: Partial<RollChanges>) => {
    const params = { jointId: evening.jointId, apartmentId };
    const body = { reason: 'Venta', ...changes };
    expect((await app.call(correctRoll, { params, body }, as(evening))).status).toBe(200);
  };
  const change = ({ jointId, operator }: AssemblyFixture, body: object) =>
    app.call(changeAssembly, { params: { jointId }, body }, { token: operator });
  const actaOf = ({ jointId }: AssemblyFixture) => readActa(app.store.db, { jointId }, () => undefined);

  it('keeps the owner of a vote, of one that was annulled, and of whoever did not vote', async () => {
    const { evening, conceptId } = await closedQuestion();
    const of = { jointId: evening.jointId, conceptId };
    const [votes, acta] = [await printedVotes(app, of), await printedActa(app, of)];
    for (const apartmentId of ['101', '102', '104']) {
      await correct(evening, apartmentId, { owner: 'DUEÑO NUEVO', ownerDocument: '9', kind: 'local' });
    }
    const report = await readVoteReport(app.store.db, of);
    const namesOf = (rows: readonly { owner: string; ownerDocument: string | null }[]) =>
      rows.map(({ owner, ownerDocument }) => [owner, ownerDocument]);
    expect(namesOf(report.votes)).toEqual([['ANA', null]]);
    expect(namesOf(report.annulled)).toEqual([['LUIS', null]]);
    expect(namesOf(report.silent)).toEqual([
      ['LUIS', null],
      ['RITA', null],
    ]);
    expect(await printedVotes(app, of)).toEqual(votes);
    expect(await printedActa(app, of)).toEqual(acta);
    const records = await app.call(listRecords, { params: of, query: {} }, as(evening));
    expect(records.body.map((row) => row.assemblyApartment.owner)).toEqual(['ANA']);
    // Present are the units as the roll has them now; whoever came when a unit was still theirs is named.
    const { present } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(present.map(({ owner, attendee }) => [owner, attendee.name])).toEqual(
      ['ANA', 'LUIS', 'RITA'].map((former) => ['DUEÑO NUEVO', former]),
    );
  });

  it('keeps the announced result of a question that is deleted in the acta, with the reason', async () => {
    const { evening, conceptId } = await closedQuestion();
    const { jointId } = evening;
    const body = { jointId, conceptId, reason: 'Mal redactada' };
    expect((await app.call(deleteConcept, { body }, as(evening))).status).toBeLessThan(300);
    const acta = JSON.stringify(writeActa(await actaOf(evening)));
    expect(acta).toMatch(/Resultado anunciado:.*No aprobada.*Votaron 1 inmueble/);
    expect(acta).toContain('Motivo: Mal redactada');
    expect(acta).not.toContain('no decidió nada');
  });

  it('keeps what a unit weighed and whose it was when it left', async () => {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['101', '102']);
    await remove(evening, 1, '102');
    await correct(evening, '102', { coefficient: 24, owner: 'DUEÑO NUEVO' });
    const { left, history } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(left.map(({ owner, coefficient }) => [owner, coefficient])).toEqual([['LUIS', fromNumber(25)]]);
    const [before, after] = history.slice(-3).map((point) => point.coefficient);
    expect((before ?? 0) - (after ?? 0)).toBe(25);
  });

  it('keeps the total of the first call, and the sum of those who were there', async () => {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['103', '104']);
    await change(evening, { call: 2 });
    const before = (await actaOf(evening)).main;
    await correct(evening, '103', { coefficient: 21, owner: 'DUEÑO NUEVO' });
    await correct(evening, '101', { coefficient: 39.5 });
    const { firstCall, attendance } = (await actaOf(evening)).main;
    expect(firstCall).toEqual({ apartments: 2, coefficient: fromNumber(35), total: fromNumber(100) });
    expect(firstCall).toEqual(before.firstCall);
    expect(sumNano(attendance.left.map((row) => row.coefficient))).toBe(fromNumber(35));
    expect(attendance.left).toEqual(before.attendance.left);
  });

  it('keeps title, agenda, call and mode, names of users, and where the trail stood', async () => {
    const { evening, conceptId } = await closedQuestion();
    const of = { jointId: evening.jointId, conceptId };
    const before = await printedVotes(app, of);
    const { entries } = (await readVoteReport(app.store.db, of)).trail;
    const closing = app.store.db.selectFrom('audit_entry').select('act').where('seq', '=', entries);
    expect(await closing.where('chain', '=', `joint:${evening.jointId}`).executeTakeFirst()).toEqual({
      act: 'conceptDeactivated',
    });
    await change(evening, { kind: 'extraordinary', mode: 'mixed', title: 'Otro título', agenda: '1. Otra' });
    await change(evening, { call: 2, president: 'Otra persona' });
    const users = app.store.db.selectFrom('user_account').select('user_id');
    const { user_id } = await users
      .where('username', '=', `operador${evening.jointId}`)
      .executeTakeFirstOrThrow();
    const renamed = { params: { userId: String(user_id) }, body: { name: 'Otro nombre', disabled: true } };
    expect((await app.call(updateUser, renamed, { token: staff })).status).toBe(200);
    expect(await printedVotes(app, of)).toEqual(before);
    expect(JSON.stringify(before)).toContain(`operador${evening.jointId}`);
    // What comes after is told with the name of then.
    await app.call(
      changeAssembly,
      { params: { jointId: evening.jointId }, body: { mode: 'inPerson' } },
      { token: staff },
    );
    const { modes, secondCall } = await actaOf(evening);
    expect(modes.map(({ by, modes }) => [by, modes])).toEqual([
      [`operador${evening.jointId}`, { before: 'inPerson', after: 'mixed' }],
      ['Plataforma', { before: 'mixed', after: 'inPerson' }],
    ]);
    expect(secondCall?.by).toBe(`operador${evening.jointId}`);
  });

  it('keeps the mode of votes: with some on an open question the assembly takes no other', async () => {
    const { evening } = await closedQuestion();
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const question = { jointId: evening.jointId, conceptDescription: '¿Y esta?', answers };
    const { body } = await app.call(createConcept, { body: question }, as(evening));
    expect((await change(evening, { mode: 'mixed' })).status).toBe(200);
    await vote(evening, body.conceptId, '104');
    expectRefused(await change(evening, { mode: 'virtual' }), 'modeVoted');
    expect((await change(evening, { mode: 'mixed', title: 'El mismo modo' })).status).toBe(200);
    await toggle(evening, body.conceptId, 0);
    expect((await change(evening, { mode: 'virtual' })).status).toBe(200);
    const { result } = await readVoteReport(app.store.db, {
      jointId: evening.jointId,
      conceptId: body.conceptId,
    });
    expect(result.outcome?.mode).toBe('mixed');
  });
});
