import { beforeEach, expect, it } from 'vitest';
import { openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { readAttendanceReport } from './attendance-report.ts';
import { readVoteReport } from './vote-report.ts';

describeOnOneEngine('the rows of an assembly', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  const attendance = (assemblyId?: number) =>
    readAttendanceReport(app.store.db, { jointId: evening.jointId, ...(assemblyId && { assemblyId }) });
  const votes = (conceptId: number) => readVoteReport(app.store.db, { jointId: evening.jointId, conceptId });

  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: [
        ['101', 30.000000001, 'ANA'],
        ['102', 20, 'ANA'],
        ['103', 0.5, 'LUIS'],
        ['104', 0, 'EVA'],
        ['105', 49.499999999, 'ÓSCAR NIÑO'],
      ],
    });
  });

  const as = () => ({ token: evening.operator });
  const vote = (apartmentId: string, conceptId: number, voteId: number) =>
    app.call(castVote, { body: { jointId: evening.jointId, apartmentId, conceptId, voteId } }, as());
  const free = (apartmentId: string, conceptId = 1, reason = 'Se fue') =>
    app.call(
      removeRegistrations,
      { params: { jointId: evening.jointId, conceptId }, query: { apartmentId, reason } },
      as(),
    );

  it('an assembly that never opened has no rows', async () => {
    const report = await attendance();
    expect(report).toMatchObject({ present: [], left: [], reachedAt: null, history: [], openings: [] });
    expect(report.absent.map((unit) => unit.apartmentId)).toEqual(['101', '102', '103', '104', '105']);
    expect(report.total).toEqual({ apartments: 5, coefficient: 100 });
    await expect(votes(2)).rejects.toMatchObject({ code: 'conceptNotFound' });
    await expect(votes(1)).rejects.toMatchObject({ code: 'conceptNotFound' });
    await expect(attendance(999_999)).rejects.toMatchObject({ code: 'assemblyNotFound' });
  });

  it('the attendance report tells arrivals, the unit of the quorum, and departures', async () => {
    await evening.register(['102', '101']);
    const code = await freshCode(app, evening.operator, evening.jointId);
    const attendee = { name: 'Núria Peña', document: '123' };
    const body = { apartmentIds: ['103'], code, byProxy: true, attendee };
    await app.call(register, { params: { jointId: evening.jointId }, body }, as());
    await evening.register(['105']);
    await free('105');
    const report = await attendance();
    expect(report.present).toMatchObject([
      { apartmentId: '101', owner: 'ANA', accumulated: 30_000_000_001, reachesQuorum: false },
      { apartmentId: '102', accumulated: 50_000_000_001, reachesQuorum: false },
      {
        apartmentId: '103',
        accumulated: 50_500_000_001,
        reachesQuorum: true,
        attendee: { ...attendee, capacity: 'proxy', remote: false },
      },
    ]);
    expect(report.present[0]?.attendee).toMatchObject({ name: null, capacity: 'owner' });
    expect(report.reachedAt).toBe(report.present[2]?.at);
    expect(report.left).toMatchObject([
      { apartmentId: '105', why: 'Reverso', reason: 'Se fue', by: `operador${evening.jointId}` },
    ]);
    expect(report.absent.map((unit) => unit.apartmentId)).toEqual(['104', '105']);
    expect(report.registered).toEqual({ apartments: 3, coefficient: 50.500000001 });
    expect(report.trail.lastHash).toMatch(/^[0-9a-f]{64}$/);
    expect(report.trail.entries).toBeGreaterThan(4);
  });

  it('the vote report tells answers, silent units and annulled votes', async () => {
    await evening.register(['101', '102', '103', '104']);
    const question = await evening.ask('¿Aprueba?');
    await vote('101', question, 1);
    await vote('102', question, 2);
    await free('102', question, 'Se equivocó');
    expect((await votes(question)).silent.map((unit) => unit.apartmentId)).toEqual(['102', '103']);
    const body = { jointId: evening.jointId, conceptId: question, active: 0 as const };
    await app.call(toggleConcept, { body }, as());
    await free('103');
    await evening.register(['105']);
    const report = await votes(question);
    expect(report.question).toMatchObject({ number: 1, description: '¿Aprueba?' });
    expect(report.votes).toMatchObject([
      { apartmentId: '101', answer: 'Si', coefficient: 30_000_000_001, way: 'desk', remote: false },
    ]);
    expect(report.votes[0]?.receipt).toMatch(/\S{8,}/);
    expect(report.silent.map((unit) => unit.apartmentId)).toEqual(['102', '103']);
    // Unit of coefficient 0. With this unit, all units of the base are in a list.
    expect(report.voteless.map((unit) => unit.apartmentId)).toEqual(['104']);
    expect(report.result.outcome?.base.apartments).toBe(4);
    expect(report.annulled).toMatchObject([
      { apartmentId: '102', answer: 'No', why: 'Reverso', reason: 'Se equivocó' },
    ]);
    expect(report.result.voted).toEqual({ apartments: 1, coefficient: 30.000000001 });
    await app.call(deleteConcept, { body: { jointId: evening.jointId, conceptId: question } }, as());
    expect((await votes(question)).result).toMatchObject({
      deleted: { at: expect.any(String), reason: null },
      voted: report.result.voted,
    });
  });

  it('the reports of an archived assembly stay unchanged', async () => {
    await evening.register(['101', '103']);
    const question = await evening.ask('¿Aprueba?');
    await vote('101', question, 1);
    const before = await attendance();
    const opened = await app.call(openAssembly, { params: { jointId: evening.jointId }, body: {} }, as());
    expect(opened.status).toBe(201);
    expect((await attendance()).present).toEqual([]);
    const { assemblyId } = before.assembly;
    expect((await attendance(assemblyId)).present).toEqual(before.present);
    const archived = await readVoteReport(app.store.db, {
      jointId: evening.jointId,
      assemblyId,
      conceptId: question,
    });
    expect(archived.votes).toHaveLength(1);
    expect(archived.silent.map((unit) => unit.apartmentId)).toEqual(['103']);
  });
});
