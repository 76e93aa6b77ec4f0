import { beforeAll, expect, it } from 'vitest';
import { updateUser } from '../../../shared/accounts/users.api.ts';
import { sendSummary } from '../../../shared/assemblies/after.api.ts';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { makeBadges } from '../../../shared/assemblies/codes.api.ts';
import { outcomeWords, verdictLine } from '../../../shared/assemblies/concept-words.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { clarify, listClarifications } from '../../../shared/assemblies/facts/clarifications.api.ts';
import {
  type MeetingFact,
  meetingFactNames,
  meetingFactText,
} from '../../../shared/assemblies/facts/facts.ts';
import { getQuorumHistory } from '../../../shared/assemblies/history.api.ts';
import { convenerNames } from '../../../shared/assemblies/law/conveners.ts';
import { enterPower, listPowers } from '../../../shared/assemblies/powers/powers.api.ts';
import { voteReport } from '../../../shared/assemblies/reports.api.ts';
import { correctRoll, type RollChanges } from '../../../shared/assemblies/roll.api.ts';
import { keepActaFile } from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { castVote, listRecords, unitHistory } from '../../../shared/assemblies/votes.api.ts';
import { fromNumber, sumNano } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { checkReceipt, proofPack } from '../../../shared/evidence/evidence.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { changePowerRules } from '../../../shared/properties/power-rules.api.ts';
import { type ReportLayout, reportPaper, reportWorkbook } from '../../platform/documents/report-layout.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { readCase } from '../evidence/expediente.report.ts';
import { textsOfRows } from '../minutes/acta.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { powersOn } from '../powers/list.ts';
import { attendanceLayout } from '../reports/attendance.report.ts';
import { readAttendanceReport } from '../reports/attendance-report.ts';
import { readGround } from '../reports/heading.ts';
import { powersLayout } from '../reports/powers.report.ts';
import { readVoteReport } from '../reports/vote-report.ts';
import { printedActa, printedVotes } from './closed-reports.fixture.ts';

const PDF = Buffer.from('%PDF-1.7\n%acta con firmas\n%%EOF\n');

const units = unitsOf('101;40;ANA', '102;25;LUIS', '103;20;EVA', '104;15;RITA');

describeOnOneEngine('records of a closed moment', (make) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  /**
   * Assembly: 101, 102 and 104 are present. 101 and 102 vote on a question, and the vote of 102 is annulled before
   * the closing.
   */
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
    app.call(changeAssembly, { params: { jointId }, body }, operator);
  const actaOf = ({ jointId }: AssemblyFixture) => readActa(app.store.db, { jointId }, () => undefined);

  it('a report keeps the owner of a vote, an annulled vote and a silent unit', async () => {
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
    // Lists present units by the current roll. An attendee from before a sale keeps the name.
    const { present } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(present.map(({ owner, attendee }) => [owner, attendee.name])).toEqual(
      ['ANA', 'LUIS', 'RITA'].map((former) => ['DUEÑO NUEVO', former]),
    );
  });

  it('the acta keeps the announced result and reason of a deleted question', async () => {
    for (const reason of ['Mal redactada', null]) {
      const { evening, conceptId } = await closedQuestion();
      const { jointId } = evening;
      const body = { jointId, conceptId, ...defined({ reason: reason ?? undefined }) };
      expect((await app.call(deleteConcept, { body }, as(evening))).status).toBeLessThan(300);
      const acta = JSON.stringify(writeActa(await actaOf(evening)));
      expect(acta).toMatch(/Resultado anunciado:.*No aprobada.*Votaron 1 inmueble/);
      expect(acta).toContain(`Motivo: ${reason ?? 'sin motivo anotado'}.`);
      expect(acta).not.toContain('no decidió nada');
    }
  });

  it('reports, history and snapshot keep a deleted question as announced', async () => {
    const { evening, conceptId } = await closedQuestion();
    const of = { jointId: evening.jointId, conceptId };
    const before = await readVoteReport(app.store.db, of);
    const body = { ...of, reason: 'Mal redactada' };
    expect((await app.call(deleteConcept, { body }, as(evening))).status).toBeLessThan(300);
    const printed = await app.call(
      voteReport,
      { params: { jointId: evening.jointId }, query: { conceptId, xlsx: true } },
      as(evening),
    );
    expect(printed.status).toBe(200);
    const { result, silent, annulled, votes } = await readVoteReport(app.store.db, of);
    const announced = ({ voted, answers, outcome }: typeof result) => ({ voted, answers, outcome });
    expect(announced(result)).toEqual(announced(before.result));
    const operator = `operador${evening.jointId}`;
    expect(result.deleted).toEqual({ at: expect.any(String), by: operator, reason: 'Mal redactada' });
    expect(verdictLine(result)).toBe(`Eliminada. Se había anunciado: ${verdictLine(before.result)}`);
    expect(silent).toEqual(before.silent);
    expect(votes).toEqual([]);
    expect(annulled.map(({ apartmentId, why }) => [apartmentId, why])).toEqual([
      ['102', before.annulled[0]?.why],
      ['101', 'Pregunta eliminada'],
    ]);
    const params = { jointId: evening.jointId };
    const { body: history } = await app.call(getQuorumHistory, { params, query: {} }, as(evening));
    expect(history.questions).toMatchObject([{ conceptId, deleted: result.deleted }]);
    const { body: snapshot } = await app.call(getSnapshot, { params, query: {} }, as(evening));
    expect(snapshot.concepts.map((concept) => concept.conceptId)).toEqual([1]);
    expect(snapshot.deleted).toMatchObject([{ conceptId, deleted: result.deleted }]);
    const { openings } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(openings).toMatchObject([{ description: '¿Aprueba el presupuesto? (eliminada después)' }]);
  });

  it('the history of a unit and its receipt tell a vote of a deleted question', async () => {
    const { evening, conceptId } = await closedQuestion();
    const { jointId } = evening;
    const unit = { params: { jointId, apartmentId: '101' }, query: {} };
    const historyOf = async () => (await app.call(unitHistory, unit, as(evening))).body;
    const [before] = await historyOf();
    const body = { jointId, conceptId, reason: 'Mal redactada' };
    expect((await app.call(deleteConcept, { body }, as(evening))).status).toBeLessThan(300);
    const by = `operador${jointId}`;
    const deleted = { at: expect.any(String), by, reason: 'Mal redactada' };
    expect(await historyOf()).toEqual([{ ...before, deleted }]);
    const receipt = String(before?.receipt);
    const { body: checked } = await app.call(checkReceipt, { params: { jointId }, body: { receipt } });
    const { at, reason } = { ...deleted };
    expect(checked).toEqual({
      counted: expect.objectContaining({ question: '¿Aprueba el presupuesto?', ballots: 1 }),
      annulled: { at, how: 'Pregunta eliminada', reason },
      deleted: { at, reason },
    });
    const pack = { params: { jointId }, body: { receipt } };
    expect((await app.call(proofPack, pack)).status).toBe(200);
    // The vote of 102 was annulled before the deletion, and no closing counted it.
    const other = { params: { jointId, apartmentId: '102' }, query: {} };
    const { body: rows } = await app.call(unitHistory, other, as(evening));
    expect(rows).toMatchObject([{ conceptId, voteId: null, receipt: null, deleted }]);
  });

  it('a receipt set aside by a reopening also tells the later deletion of the question', async () => {
    const { evening, conceptId } = await closedQuestion();
    const { jointId } = evening;
    const unit = { params: { jointId, apartmentId: '101' }, query: {} };
    const [row] = (await app.call(unitHistory, unit, as(evening))).body;
    await remove(evening, 1, '101');
    await toggle(evening, conceptId, 1);
    const body = { jointId, conceptId, reason: 'Otra' };
    expect((await app.call(deleteConcept, { body }, as(evening))).status).toBeLessThan(300);
    const body101 = { receipt: String(row?.receipt) };
    expect((await app.call(checkReceipt, { params: { jointId }, body: body101 })).body).toMatchObject({
      counted: { question: '¿Aprueba el presupuesto?' },
      annulled: { how: 'Apartado al reabrir' },
      deleted: { reason: 'Otra' },
    });
  });

  it('reports omit a question deleted before its first closing', async () => {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Mal escrita?');
    const body = { jointId: evening.jointId, conceptId };
    expect((await app.call(deleteConcept, { body }, as(evening))).status).toBeLessThan(300);
    const params = { jointId: evening.jointId };
    const { body: snapshot } = await app.call(getSnapshot, { params, query: {} }, as(evening));
    expect(snapshot.deleted).toBeUndefined();
    const report = await app.call(voteReport, { params, query: { conceptId } }, as(evening));
    expectRefused(report as never, 'conceptNotFound');
  });

  it('reports keep the announced result after later annulments', async () => {
    for (const query of [{}, { apartmentId: '101' }]) {
      const { evening, conceptId } = await closedQuestion();
      const of = { jointId: evening.jointId, conceptId };
      const before = (await readVoteReport(app.store.db, of)).result;
      expect(before.announced).toBeUndefined();
      const removed = { params: of, query: { ...query, reason: 'Error' } };
      expect((await app.call(removeRegistrations, removed, as(evening))).status).toBeLessThan(300);
      const { result, silent } = await readVoteReport(app.store.db, of);
      expect(result.voted.apartments).toBe(0);
      expect(result.announced).toEqual({
        voted: before.voted,
        answers: before.answers,
        outcome: before.outcome,
      });
      const sentence = `Al cerrarla se anunció: ${verdictLine(before)}, con 1 voto.`;
      expect(outcomeWords(result)?.detail).toContain(sentence);
      expect(JSON.stringify(writeActa(await actaOf(evening)))).toContain(sentence);
      // A unit with an annulled vote is not silent.
      expect(silent.map(({ apartmentId }) => apartmentId)).toEqual(['102', '104']);
    }
  });

  it("a departure keeps the unit's coefficient and owner of the time", async () => {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['101', '102']);
    await remove(evening, 1, '102');
    await correct(evening, '102', { coefficient: 24, owner: 'DUEÑO NUEVO' });
    const { left, history } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(left.map(({ owner, coefficient }) => [owner, coefficient])).toEqual([['LUIS', fromNumber(25)]]);
    const [before, after] = history.slice(-3).map((point) => point.coefficient);
    expect((before ?? 0) - (after ?? 0)).toBe(25);
  });

  it('the attendee of a unit sold after the entry is the owner of the entry only', async () => {
    const evening = await holdAssembly(app, { units: [...units, ['105', 1, 'N.N.']], staff });
    await evening.register(['101', '102', '103', '105']);
    await correct(evening, '101', { owner: 'COMPRADOR GIL' });
    // The same name, another coefficient, and a name for an unknown owner: no sale.
    await correct(evening, '102', { owner: 'Luis (propietario)' });
    await correct(evening, '103', { coefficient: 21 });
    await correct(evening, '105', { owner: 'ROSA PAZ' });
    await correct(evening, '104', { owner: 'OTRA' });
    const text = JSON.stringify(writeActa(await actaOf(evening)));
    expect(text).toContain('["101","COMPRADOR GIL","ANA","Propietario al ingresar"');
    expect(text.match(/al ingresar/g)).toHaveLength(1);
    const { present } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(present.map(({ apartmentId, attendee }) => [apartmentId, attendee.isFormer])).toEqual([
      ['101', true],
      ['102', false],
      ['103', false],
      ['105', false],
    ]);
  });

  it('the first call keeps its total and the sum of present units', async () => {
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

  it('reports keep title, agenda, call, mode, user names and trail of their time', async () => {
    const { evening, conceptId } = await closedQuestion();
    const of = { jointId: evening.jointId, conceptId };
    const before = await printedVotes(app, of);
    const { entries } = (await readVoteReport(app.store.db, of)).trail;
    const closing = app.store.db.selectFrom('audit_entry').select('act').where('seq', '=', entries);
    expect(await closing.where('chain', '=', `joint:${evening.jointId}`).executeTakeFirst()).toEqual({
      act: 'conceptDeactivated',
    });
    const wentOn = ['kindAfterVote', 'agendaAfterVote'];
    const others = { kind: 'extraordinary', mode: 'mixed', title: 'Otro título', agenda: '1. Otra' };
    for (const code of wentOn) {
      expectRefused(
        await change(evening, { ...others, wentOn: wentOn.filter((one) => one !== code) }),
        code as never,
      );
    }
    expect((await change(evening, { ...others, wentOn })).status).toBe(200);
    await change(evening, { call: 2, president: 'Otra persona' });
    const users = app.store.db.selectFrom('user_account').select('user_id');
    const { user_id } = await users
      .where('username', '=', `operador${evening.jointId}`)
      .executeTakeFirstOrThrow();
    const renamed = { params: { userId: String(user_id) }, body: { name: 'Otro nombre', disabled: true } };
    expect((await app.call(updateUser, renamed, staff)).status).toBe(200);
    expect(await printedVotes(app, of)).toEqual(before);
    expect(JSON.stringify(before)).toContain(`operador${evening.jointId}`);
    // Later acts have the name of the time.
    await app.call(
      changeAssembly,
      { params: { jointId: evening.jointId }, body: { mode: 'inPerson', wentOn: ['kindAfterVote'] } },
      staff,
    );
    const { modes, secondCall } = await actaOf(evening);
    expect(modes.map(({ by, modes }) => [by, modes])).toEqual([
      [`operador${evening.jointId}`, { before: 'inPerson', after: 'mixed' }],
      ['Plataforma', { before: 'mixed', after: 'inPerson' }],
    ]);
    expect(secondCall?.by).toBe(`operador${evening.jointId}`);
  });

  it('an assembly cannot change its mode while an open question has votes', async () => {
    const { evening } = await closedQuestion();
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const question = { jointId: evening.jointId, conceptDescription: '¿Y esta?', answers };
    const { body } = await app.call(createConcept, { body: question }, as(evening));
    expect((await change(evening, { mode: 'mixed', wentOn: ['kindAfterVote'] })).status).toBe(200);
    await vote(evening, body.conceptId, '104');
    expectRefused(await change(evening, { mode: 'virtual' }), 'modeVoted');
    expect((await change(evening, { mode: 'mixed', title: 'El mismo modo' })).status).toBe(200);
    await toggle(evening, body.conceptId, 0);
    expect((await change(evening, { mode: 'virtual', wentOn: ['kindAfterVote'] })).status).toBe(200);
    const { result } = await readVoteReport(app.store.db, {
      jointId: evening.jointId,
      conceptId: body.conceptId,
    });
    expect(result.outcome?.mode).toBe('mixed');
  });

  /**
   * Returns the texts of an assembly's documents without the date, and the records of its expediente (file of
   * evidence) without later acts.
   */
  async function documentsOf({ jointId }: AssemblyFixture, assemblyId: number, conceptId: number) {
    const db = app.store.db;
    const of = { jointId, assemblyId };
    const acta = writeActa({ ...(await readActa(db, of, () => undefined)), madeAt: 0 });
    const attendance = attendanceLayout({ ...(await readAttendanceReport(db, of)), madeAt: 0 });
    const ground = await readGround(db, of);
    const powers = powersLayout({
      heading: { ...ground.heading, madeAt: 0 },
      powers: await powersOn(db, { where: of, rootId: jointId }),
    });
    const listed = await app.call(listPowers, { params: { jointId }, query: { assemblyId } }, staff);
    const { files } = await readCase(db, jointId, assemblyId);
    const records = [...files].filter(
      ([path]) => !path.startsWith('acta-firmada/') && !path.startsWith('sellos/'),
    );
    return JSON.parse(
      JSON.stringify({
        acta: acta.blocks,
        attendance: [reportPaper(attendance), await cellsOf(attendance)],
        votes: await printedVotes(app, { ...of, conceptId }),
        powers: [reportPaper(powers), await cellsOf(powers), listed.body],
        expediente: { records: records.map(([path, text]) => [path, Buffer.from(text).toString()]) },
      }),
    );
  }
  const cellsOf = async (layout: ReportLayout) => readXlsx(Buffer.from((await reportWorkbook(layout)).bytes));

  /** Makes an ended assembly with an undecided power. */
  async function endedAssembly() {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId } = evening;
    const facts = {
      agenda: '1. Quórum\n2. Presupuesto',
      notice: 'Correo del 1 de marzo',
      place: 'Salón A',
      president: 'Ana Ruiz',
      convener: 'administrator' as const,
      scheduledAt: '2026-03-20T23:00:00.000Z',
    };
    expect((await change(evening, facts)).status).toBe(200);
    await app.call(changeJoint, { params: { jointId }, body: { fiscalAuditor: 'REVISOR DE HOY' } }, staff);
    const power = { holder: { name: 'VERA' }, apartmentIds: ['103'] };
    expect((await app.call(enterPower, { params: { jointId }, body: power }, as(evening))).status).toBe(201);
    await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba el presupuesto?');
    await vote(evening, conceptId, '101');
    expect((await change(evening, { closed: true })).status).toBe(200);
    const { assemblyId } = await app.store.db
      .selectFrom('assembly')
      .select('assembly_id as assemblyId')
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    return { evening, assemblyId, conceptId };
  }

  it('later acts change no document of an ended assembly', { tags: 'slow' }, async () => {
    const { evening, assemblyId, conceptId } = await endedAssembly();
    const { jointId } = evening;
    const before = await documentsOf(evening, assemblyId, conceptId);
    const acta = JSON.stringify(before.acta);
    expect(acta).toContain('REVISOR DE HOY');
    expect(before.acta).toContainEqual(expect.objectContaining({ kind: 'qr' }));
    const byStaff = { token: staff };
    const joint = (body: object) => app.call(changeJoint, { params: { jointId }, body }, byStaff);
    const users = app.store.db.selectFrom('user_account').select('user_id');
    const { user_id } = await users.where('username', '=', `operador${jointId}`).executeTakeFirstOrThrow();
    const table = 'unidad;propietario;coeficiente;tipo\n101;DUEÑO NUEVO;60;local\n105;OTRA;40;';
    const hall = evening.hall;
    const acts: Record<string, () => Promise<unknown>> = {
      fiscalAuditor: () => joint({ fiscalAuditor: 'REVISOR DE MAÑANA' }),
      byLaws: () => joint({ byLaws: { secondCall: { days: 1, hour: '07:00' }, budgetYearEnd: 6 } }),
      votePer: () => joint({ votePer: 'owner', perUnitKinds: ['local'] }),
      proxyLimit: () => joint({ proxyLimit: 1 }),
      majorities: () =>
        joint({ majorities: { election: { threshold: { percent: 60, base: 'roll' }, clause: 'Art. 9' } } }),
      billing: () => joint({ usesBilling: false }),
      powerRules: () =>
        app.call(
          changePowerRules,
          {
            params: { jointId },
            body: {
              shareBlocks: true,
              share: 1,
              barredBlocks: true,
              barred: [{ name: 'VERA', document: null, role: 'council' }],
            },
          },
          byStaff,
        ),
      userName: () =>
        app.call(updateUser, { params: { userId: String(user_id) }, body: { name: 'Otro nombre' } }, byStaff),
      table: () => evening.world.staff.importUnits(jointId, 'tabla.csv', table),
      badges: () => app.call(makeBadges, { params: { jointId }, body: {} }, as(evening)),
      codes: () => hall.codes(2),
      signedActa: () =>
        upload(
          app,
          keepActaFile,
          { params: { jointId }, query: {} },
          { name: 'acta.pdf', content: PDF },
          evening.operator,
        ),
      summary: () =>
        app.call(sendSummary, { params: { jointId }, query: {}, body: { again: true } }, as(evening)),
      nextAssembly: () =>
        app.call(
          openAssembly,
          { params: { jointId }, body: { kind: 'extraordinary', president: 'OTRA' } },
          as(evening),
        ),
      nextAuditor: () => joint({ fiscalAuditor: 'REVISOR DE 2027' }),
      nextRegistration: () => evening.register(['105']),
      nextEnd: () => change(evening, { closed: true }),
    };
    for (const [name, act] of Object.entries(acts)) {
      const answer = await act();
      const status = Object(answer).status ?? 200;
      expect([name, status < 300 || name === 'summary'], JSON.stringify(answer)).toEqual([name, true]);
      expect(await documentsOf(evening, assemblyId, conceptId), name).toEqual(before);
    }
  });

  it('after the end only empty fields take a text, and the acta reports the text', async () => {
    const { evening, assemblyId, conceptId } = await endedAssembly();
    const before = await documentsOf(evening, assemblyId, conceptId);
    for (const body of [
      { agenda: '1. Otra' },
      { notice: 'Correo certificado' },
      { place: null },
      { president: 'Otra' },
      { kind: 'extraordinary' },
      { mode: 'virtual' },
      { convener: 'council' },
      { roomCode: 'ask' },
      { scheduledAt: '2026-03-21T23:00:00.000Z' },
      { secretary: 'Luis Paz', place: 'Salón B' },
    ]) {
      expectRefused(await change(evening, body), 'assemblyEnded');
    }
    expect(await documentsOf(evening, assemblyId, conceptId)).toEqual(before);
    expect(
      (await change(evening, { secretary: 'Luis Paz', agenda: '1. Quórum\n2. Presupuesto' })).status,
    ).toBe(200);
    const { acta } = await documentsOf(evening, assemblyId, conceptId);
    const by = `operador${evening.jointId}`;
    expect(JSON.stringify(acta)).toContain(`${by} completó el secretario: «Luis Paz».`);
    expectRefused(await change(evening, { secretary: 'Otra' }), 'assemblyEnded');
    expect((await change(evening, { recordingUrl: 'https://grabacion.co/1' })).status).toBe(200);
  });

  it('a clarification keeps the record; the acta shows both texts, even after archiving', async () => {
    const { evening, assemblyId, conceptId } = await endedAssembly();
    const where = { params: { jointId: evening.jointId }, query: { assemblyId } };
    const clarified = (fact: 'place' | 'fiscalAuditor', text: string) =>
      app.call(clarify, { ...where, body: { fact, text, reason: 'Error al escribir' } }, as(evening));
    expectRefused(await clarified('place', 'Salón A'), 'nothingToClarify');
    expect((await clarified('place', 'Salón B')).status).toBe(201);
    await app.call(openAssembly, { params: where.params, body: {} }, as(evening));
    expect((await clarified('place', 'Salón C')).body).toMatchObject({ before: 'Salón B', after: 'Salón C' });
    expect((await clarified('fiscalAuditor', 'OTRO REVISOR')).body.before).toBe('REVISOR DE HOY');
    const { acta } = await documentsOf(evening, assemblyId, conceptId);
    const text = JSON.stringify(acta);
    expect(text).toContain(
      'aclaró el lugar: decía «Salón A»; debe decir «Salón B». Motivo: Error al escribir.',
    );
    expect(text).toContain('aclaró el lugar: decía «Salón B»; debe decir «Salón C».');
    expect(text).toContain(JSON.stringify({ name: 'Lugar', value: 'Salón A' }));
    const { facts, afterEnd } = (await app.call(listClarifications, where, as(evening))).body;
    expect(facts.find(({ fact }) => fact === 'place')?.text).toBe('Salón C');
    expect(afterEnd.map(({ kind, after }) => [kind, after])).toEqual([
      ['clarified', 'Salón B'],
      ['clarified', 'Salón C'],
      ['clarified', 'OTRO REVISOR'],
    ]);
    const current = { params: where.params, query: {} };
    const body = { fact: 'place' as const, text: 'Otro', reason: 'Error' };
    expectRefused(await app.call(clarify, { ...current, body }, as(evening)), 'assemblyNotClosed');
  });

  it('the acta reports each change of a fact and keeps the agenda of the opening', async () => {
    const evening = await holdAssembly(app, { units, staff });
    await change(evening, { agenda: '1. Quórum\n2. Reparación de la cubierta', place: 'Salón A' });
    await evening.register(['101', '102']);
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const question = { conceptDescription: '¿Aprueba vender la portería?', answers, agendaItem: 2 };
    const { conceptId } = (
      await app.call(createConcept, { body: { jointId: evening.jointId, ...question } }, as(evening))
    ).body;
    await vote(evening, conceptId, '101');
    await toggle(evening, conceptId, 0);
    const sold = { agenda: '1. Quórum\n2. Venta de la portería' };
    expectRefused(await change(evening, sold), 'agendaAfterVote');
    expect((await change(evening, { ...sold, wentOn: ['agendaAfterVote'], place: 'Salón B' })).status).toBe(
      200,
    );
    await change(evening, { closed: true });
    const text = JSON.stringify(writeActa(await actaOf(evening)).blocks);
    const by = `operador${evening.jointId}`;
    expect(text).toMatch(
      new RegExp(
        `A las \\d+:\\d\\d:\\d\\d, ${by}|A las [^"]*${by} cambió el lugar: decía «Salón A»; dice «Salón B».`,
      ),
    );
    expect(text).toContain(
      'cambió el orden del día: decía «1. Quórum; 2. Reparación de la cubierta»; dice «1. Quórum; 2. Venta de la portería». Se le advirtió que ya se había votado, y decidió continuar.',
    );
    expect(text).toContain('Al abrir la asamblea el orden del día era:');
    // The question stands under the point of its closing, and not under the point that took the number.
    expect(text).toContain('2. Reparación de la cubierta');
    expect(
      (await readVoteReport(app.store.db, { jointId: evening.jointId, conceptId })).question.agendaText,
    ).toBe('Reparación de la cubierta');
  });

  it('the acta tells who convened, and warns of owners below a fifth', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const acta = async (body: object) => {
      expect((await change(evening, body)).status).toBe(200);
      return JSON.stringify(writeActa(await actaOf(evening)).blocks);
    };
    const conveners = ['administrator', 'council', 'fiscalAuditor', 'owners'] as const;
    for (const convener of conveners) {
      const text = JSON.stringify({ name: 'Convocó', value: convenerNames[convener] });
      expect(await acta({ convener }), convener).toContain(text);
    }
    const below = 'Los inmuebles anotados no llegan a ello.';
    expect(await acta({ convener: 'owners', conveningUnits: ['104'] })).toContain(below);
    const several = await acta({ convener: 'owners', conveningUnits: ['103', '104'] });
    expect(several).not.toContain(below);
    expect(several).toContain('103 (EVA), 104 (RITA), con 35,0000');
  });

  it('the acta reports a changed fact of each kind, with both texts', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId } = evening;
    const first = {
      kind: 'extraordinary',
      mode: 'inPerson',
      title: 'Reunión de marzo',
      convener: 'administrator',
      notice: 'Correo del 1 de marzo',
      scheduledAt: '2026-03-20T23:00:00.000Z',
      place: 'Salón A',
      president: 'ANA RUIZ',
      secretary: 'LUIS PAZ',
      agenda: '1. Quórum\n2. Cubierta',
    };
    const second: typeof first = {
      kind: 'ordinary',
      mode: 'mixed',
      title: 'Reunión de abril',
      convener: 'council',
      notice: 'Correo certificado del 1 de noviembre',
      scheduledAt: '2026-03-21T23:00:00.000Z',
      place: 'Salón B',
      president: 'EVA SOL',
      secretary: 'RITA GIL',
      agenda: '1. Quórum\n2. Venta de la portería',
    };
    const auditor = (fiscalAuditor: string) =>
      app.call(changeJoint, { params: { jointId }, body: { fiscalAuditor } }, staff);
    expect((await change(evening, first)).status).toBe(200);
    await auditor('REVISOR UNO');
    await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba?');
    await vote(evening, conceptId, '101');
    await toggle(evening, conceptId, 0);
    const wentOn = ['kindAfterVote', 'agendaAfterVote'];
    expect((await change(evening, { ...second, wentOn })).status).toBe(200);
    await auditor('REVISOR DOS');
    const text = writeActa(await actaOf(evening))
      .blocks.flatMap(textsOfRows)
      .flat()
      .join('\n');
    const { mode: _, ...others } = first;
    expect(text).toContain('La modalidad se cambió de «Presencial» a «Mixta: presencial y a distancia»');
    const changes = { ...others, fiscalAuditor: 'REVISOR UNO' };
    for (const [name, value] of Object.entries(changes)) {
      const fact = name as MeetingFact;
      const after = meetingFactText(fact, { ...second, fiscalAuditor: 'REVISOR DOS' }[fact as 'kind']);
      const words = `cambió ${meetingFactNames[fact]}: decía «${meetingFactText(fact, value)}»; dice «${after}».`;
      expect(text).toContain(words);
    }
  });

  it('an opening before the called day asks first, and the acta reports it', async () => {
    const scheduledAt = new Date(Date.now() + 15 * 24 * 60 * 60 * 1000).toISOString();
    const acts: ((evening: AssemblyFixture, wentOn?: ['openingEarly']) => Promise<{ status: number }>)[] = [
      ({ jointId, operator }, wentOn) =>
        app.call(openAssembly, { params: { jointId }, body: { wentOn } }, operator),
      ({ jointId, operator }, wentOn) =>
        app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1, wentOn } }, operator),
      (evening, wentOn) => change(evening, { closed: true, wentOn }),
      (evening, wentOn) => change(evening, { point: 1, wentOn }),
      async ({ jointId, operator, hall }, wentOn) => {
        const [code = ''] = await hall.codes(1);
        const body = { apartmentIds: ['101'], code, wentOn };
        return app.call(register, { params: { jointId }, body }, operator);
      },
      async ({ jointId, operator, hall }, wentOn) => {
        const [userId = ''] = await hall.codes(1);
        return app.call(assignHolder, { body: { jointId, apartmentId: '101', userId, wentOn } }, operator);
      },
    ];
    for (const act of acts) {
      const evening = await holdAssembly(app, { units, staff });
      await change(evening, { scheduledAt, agenda: '1. Quórum' });
      const refused = await act(evening);
      expect(refused).toMatchObject({ status: 422, body: { code: 'openingEarly' } });
      expect(JSON.stringify(refused)).toMatch(
        /La asamblea está citada para \d+ de [a-z]+ de \d+\. Si la abre hoy/,
      );
      const done = await act(evening, ['openingEarly']);
      expect(done.status).toBeLessThan(300);
      expect((await actaOf(evening)).early?.by).toBe(`operador${evening.jointId}`);
      expect(JSON.stringify(writeActa(await actaOf(evening)).blocks)).toContain(
        'antes del día para el que estaba citada',
      );
    }
    // A badge or a question before the called day opens nothing, also in a sector.
    const waiting = await holdAssembly(app, { units, sectors: [{ name: 'Torre 1', units }], staff });
    const { jointId, joint, operator, hall } = waiting;
    await change(waiting, { scheduledAt });
    const [code = ''] = await hall.codes(1);
    const enter = () =>
      app.call(register, { params: { jointId }, body: { apartmentIds: ['101'], code } }, operator);
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const question = { conceptDescription: '¿Sí?', active: 1 as const, answers };
    for (const place of [jointId, joint.sectors[0]?.sectorId ?? 0]) {
      const body = { ...question, jointId: place };
      expect((await app.call(createConcept, { body }, operator)).error.code).toBe('openingEarly');
    }
    expect((await enter()).error.code).toBe('openingEarly');
    // An owner opens nothing, also with the confirmation.
    const owner = await waiting.owner(`dueno${jointId}`, ['101']);
    const own = { apartmentIds: ['101'], wentOn: ['openingEarly' as const] };
    const refused = await app.call(register, { params: { jointId }, body: own }, owner.token);
    expect(refused.error.code).toBe('registrationInactive');
    const { body } = await app.call(getSnapshot, { params: { jointId }, query: {} }, operator);
    expect(body.assembly?.openedAt).toBeNull();
    expect(body.registered.apartments).toBe(0);
    expect((await acts[0]?.(waiting, ['openingEarly']))?.status).toBe(201);
    expect((await enter()).status).toBe(201);
    const later = await holdAssembly(app, { units, staff });
    await later.register(['101']);
    expect((await actaOf(later)).early).toBeNull();
  });
});
