import { beforeAll, expect, it } from 'vitest';
import { API_BASE } from '../../../shared/api.ts';
import { announceArrival, openJoining } from '../../../shared/assemblies/arrivals.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { noteAcceptance, noteLot } from '../../../shared/assemblies/elections/elections.api.ts';
import { getUnfinished } from '../../../shared/assemblies/facts/unfinished.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { startQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';

const units = unitsOf('101;40;ANA', '102;30;LUIS', '103;30;EVA');
const sectors = [{ name: 'Torre 1', units }];

describeOnOneEngine('unfinished matters', (make) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const nothing = {
    open: [],
    lots: [],
    acceptances: [],
    check: null,
    points: [],
    facts: [],
    arrivals: 0,
    powers: 0,
  };

  it('unfinished matters of joint and sectors are listed, and do not block the closing', async () => {
    const evening = await holdAssembly(app, { units, sectors, staff });
    const { jointId, joint, operator } = evening;
    const sector = joint.sectors[0]?.sectorId ?? 0;
    const as = { token: operator };
    const params = { jointId };
    const unfinished = async () => (await app.call(getUnfinished, { params }, as)).body;
    const empty = [
      'quién convocó',
      'la forma de la convocatoria',
      'el lugar',
      'el presidente',
      'el secretario',
    ];
    expect(await unfinished()).toEqual({ ...nothing, facts: [...empty, 'el orden del día'] });
    const facts = { convener: 'council', notice: 'Por carta', president: 'ANA', secretary: 'LUIS' } as const;
    await app.call(changeAssembly, { params, body: facts }, as);
    expect((await unfinished()).facts).toEqual(['el lugar', 'el orden del día']);
    await app.call(changeAssembly, { params, body: { place: 'Salón' } }, as);

    const agenda = '1. Quórum\n2. Consejo\n3. Varios';
    await app.call(changeAssembly, { params, body: { agenda, mode: 'mixed' } }, as);
    await app.call(changeAssembly, { params, body: { point: 1 } }, as);
    expect(await unfinished()).toEqual({ ...nothing, points: ['2. Consejo', '3. Varios'] });

    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, as);
    const owner = await evening.owner(`dueno${jointId}`, ['101']);
    const home = await app.call(register, { params, body: { apartmentIds: ['101'] } }, owner);
    expect(home.status).toBe(201);
    await evening.register(['102', '103']);
    const answers = ['Ana', 'Beto', 'Clara', 'Blanco'].map((answerDescription) => ({ answerDescription }));
    const election = { jointId: sector, conceptDescription: '¿A quiénes?', rule: 'election' as const };
    const body = { ...election, answers, seats: 2, method: 'nominal' as const, agendaItem: 2 };
    const { conceptId } = (await app.call(createConcept, { body }, as)).body;
    expect(await unfinished()).toEqual({
      ...nothing,
      points: ['3. Varios'],
      open: [{ sectorName: 'Torre 1', conceptId }],
    });
    for (const [apartmentId, voteId] of [
      ['101', 1],
      ['102', 2],
      ['103', 3],
    ] as const)
      expect(
        (
          await app.call(
            castVote,
            { body: { jointId: sector, conceptId, apartmentId, voteId } },
            apartmentId === '101' ? owner : as,
          )
        ).status,
      ).toBe(201);
    await app.call(toggleConcept, { body: { jointId: sector, conceptId, active: 0 } }, as);
    const pending = (...names: string[]) => [{ sectorName: 'Torre 1', conceptId, names }];
    expect(await unfinished()).toEqual({
      ...nothing,
      points: ['3. Varios'],
      lots: [{ sectorName: 'Torre 1', conceptId }],
      acceptances: pending('Ana'),
    });

    await app.call(startQuorumCheck, { params }, as);
    const { code } = (await app.call(openJoining, { params }, as)).body;
    const payload = { apartmentId: '101', document: '123', ticket: 'T'.repeat(43) };
    const url = `${API_BASE}/joints/${code}/arrivals`;
    await app.app.inject({ method: announceArrival.method, url, remoteAddress: '203.0.113.9', payload });
    const power = { holder: { name: 'VERA' }, apartmentIds: ['103'] };
    expect((await app.call(enterPower, { params, body: power }, as)).status).toBe(201);
    await eventually(async () => (await unfinished()).arrivals).toBe(1);
    expect(await unfinished()).toMatchObject({
      check: { asked: { apartments: 1 }, confirmed: { apartments: 0 } },
      powers: 1,
    });

    const question = { params: { jointId: sector, conceptId } };
    await app.call(noteLot, { ...question, body: { order: [3, 2], how: 'Bolsa' } }, as);
    const ana = { answerId: 1, place: 1, acceptance: 'accepted' as const };
    await app.call(noteAcceptance, { ...question, body: ana }, as);
    expect(await unfinished()).toMatchObject({ lots: [], acceptances: pending('Clara') });
    const closed = await app.call(changeAssembly, { params, body: { closed: true } }, as);
    expect(closed.status).toBe(200);
    const after = await unfinished();
    expect(after).toMatchObject({ check: null, acceptances: pending('Clara') });
  });

  it("the joint's operator sees unfinished matters, owners do not", async () => {
    const { jointId, owner } = await holdAssembly(app, { units, staff });
    const other = await holdAssembly(app, { units, staff });
    const params = { jointId };
    const ana = await owner(`ana${jointId}`, ['101']);
    expect((await app.call(getUnfinished, { params }, { token: staff })).status).toBe(200);
    for (const token of [ana.token, other.operator])
      expect((await app.call(getUnfinished, { params }, { token })).status).toBeGreaterThanOrEqual(403);
    expect((await app.call(getUnfinished, { params })).status).toBe(401);
  });
});
