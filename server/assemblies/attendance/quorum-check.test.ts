import { beforeAll, describe, expect } from 'vitest';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import {
  confirmPresence,
  endQuorumCheck,
  getQuorumCheck,
  releaseUnconfirmed,
  startQuorumCheck,
} from '../../../shared/assemblies/presence.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import {
  endAssembly,
  expectRefused,
  qrSession,
  registeredUnits,
  votesOf,
} from '../../testing/store-asserts.ts';

const units = unitsOf('101;20;ANA', '102;20;ANA', '103;30;LUIS', '104;30;EVA');
const sectors = [{ name: 'Torre 1', units: [['101', 60, 'ANA'] as const, ['103', 40, 'LUIS'] as const] }];

describeWithRaces('Verificar quórum', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let url: string;
  beforeAll(async () => {
    url = await listen(app);
  });

  type Remote = AssemblyFixture & {
    ana: { token: string; userId: string };
    luis: { token: string };
    sector: number;
  };
  /**
   * Mixed assembly: Ana registered 101 and 102 from home, Luis registered 103 from home, and 104 is at the desk.
   */
  async function fromHome(): Promise<Remote> {
    const evening = await holdAssembly(app, { units, sectors });
    const { jointId, operator, joint } = evening;
    const as = { token: operator };
    await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, as);
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, as);
    const ana = await evening.owner(`ana${jointId}`, ['101', '102']);
    const luis = await evening.owner(`luis${jointId}`, ['103']);
    await home(evening, ana.token, ['101', '102']);
    await home(evening, luis.token, ['103']);
    await evening.register(['104']);
    return { ...evening, ana, luis, sector: joint.sectors[0]?.sectorId ?? 0 };
  }
  async function home(
    { jointId }: AssemblyFixture,
    token: string,
    apartmentIds: string[],
    takeBack = false,
  ): Promise<void> {
    const done = await app.call(register, { params: { jointId }, body: { apartmentIds, takeBack } }, token);
    expect(done.status).toBe(201);
  }
  const params = ({ jointId }: AssemblyFixture) => ({ params: { jointId } });
  const start = (evening: AssemblyFixture) => app.call(startQuorumCheck, params(evening), evening.operator);
  const confirm = (evening: AssemblyFixture, token: string) =>
    app.call(confirmPresence, params(evening), token);
  const release = (evening: AssemblyFixture, apartmentIds: string[], reason?: string) =>
    app.call(
      releaseUnconfirmed,
      { ...params(evening), body: { apartmentIds, ...defined({ reason }) } },
      evening.operator,
    );
  const read = ({ jointId, operator }: AssemblyFixture, token = operator, joint = jointId) =>
    app.call(getQuorumCheck, { params: { jointId: joint } }, token);
  const checkShown = async ({ jointId, operator }: AssemblyFixture, joint = jointId) => {
    const call = { params: { jointId: joint }, query: {} };
    return (await app.call(getSnapshot, call, operator)).body.check;
  };
  const reverse = ({ jointId, operator }: AssemblyFixture, apartmentId: string) =>
    app.call(removeRegistrations, { params: { jointId, conceptId: 1 }, query: { apartmentId } }, operator);

  it('the check asks units registered from home, in joint and sectors; only one check runs', async () => {
    const evening = await fromHome();
    expect(await checkShown(evening)).toBeNull();
    expectRefused(await read(evening), 'noQuorumCheck');
    expectRefused(await confirm(evening, evening.ana.token), 'noQuorumCheck');
    expectRefused(await release(evening, ['101']), 'noQuorumCheck');
    const started = await start(evening);
    expect(started.status).toBe(201);
    expect(started.body.units).toEqual(
      [
        ['101', 'ANA', 20],
        ['102', 'ANA', 20],
        ['103', 'LUIS', 30],
      ].map(([apartmentId, owner, coefficient]) => ({
        apartmentId,
        owner,
        coefficient,
        confirmedAt: null,
        connected: false,
      })),
    );
    expectRefused(await start(evening), 'quorumCheckRunning');
    const { units: _units, ...figures } = started.body;
    expect(figures.asked).toEqual({ apartments: 3, coefficient: 70 });
    expect(await checkShown(evening)).toEqual(figures);
    expect(await checkShown(evening, evening.sector)).toEqual({
      ...figures,
      asked: { apartments: 2, coefficient: 100 },
    });
  });

  it('a check without units at home is refused and stores no rows', async () => {
    const evening = await holdAssembly(app, { units });
    await evening.register(['101', '102']);
    expectRefused(await start(evening), 'nobodyRemote');
    expect(await checkShown(evening)).toBeNull();
    expectRefused(await app.call(endQuorumCheck, params(evening), evening.operator), 'noQuorumCheck');
  });

  it('a holder confirms all held units with one tap, and screens are notified', async () => {
    const evening = await fromHome();
    await start(evening);
    const wall = await followJoint(url, evening.operator, evening.jointId);
    expect(wall.snapshot.check?.confirmed).toEqual({ apartments: 0, coefficient: 0 });
    const phone = await followJoint(url, evening.ana.token, evening.jointId);
    const mine = await read(evening, evening.ana.token);
    expect(mine.body.units.map((unit) => [unit.apartmentId, unit.connected])).toEqual([
      ['101', true],
      ['102', true],
    ]);
    expect(mine.body.asked).toEqual({ apartments: 3, coefficient: 70 });
    expect((await confirm(evening, evening.ana.token)).body).toEqual({ confirmed: ['101', '102'] });
    const first = (await read(evening)).body.units;
    expect((await confirm(evening, evening.ana.token)).body).toEqual({ confirmed: ['101', '102'] });
    expect((await read(evening)).body.units).toEqual(first);
    expect(first.map((unit) => [unit.confirmedAt !== null, unit.connected])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    await eventually(() => wall.last('assembly')?.check?.confirmed).toEqual({
      apartments: 2,
      coefficient: 40,
    });
    expect((await checkShown(evening, evening.sector))?.confirmed).toEqual({
      apartments: 1,
      coefficient: 60,
    });
    phone.close();
    await eventually(async () => (await read(evening)).body.units[0]?.connected).toBe(false);
    await app.call(endQuorumCheck, params(evening), evening.operator);
    await eventually(() => wall.last('assembly')?.check).toBeNull();
    wall.close();
    const unitRows = await app.store.db
      .selectFrom('quorum_check_unit')
      .select(['joint_id', 'apartment_id'])
      .where('confirmed_at', 'is not', null)
      .where('joint_id', 'in', [evening.jointId, evening.sector])
      .orderBy('joint_id')
      .orderBy('apartment_id')
      .execute();
    expect(unitRows.map((row) => row.apartment_id)).toEqual(['101', '102', '101']);
  });

  it('a QR session confirms the units of its code', async () => {
    const evening = await holdAssembly(app, { units });
    const { jointId, operator } = evening;
    await app.call(changeAssembly, { params: { jointId }, body: { mode: 'virtual' } }, operator);
    const code = await evening.register(['103']);
    await evening.register(['104']);
    const qr = await qrSession(app, code);
    await start(evening);
    expect((await read(evening, qr)).body.units.map((unit) => unit.apartmentId)).toEqual(['103']);
    expect((await confirm(evening, qr)).body).toEqual({ confirmed: ['103'] });
    expect((await checkShown(evening))?.confirmed).toEqual({ apartments: 1, coefficient: 30 });
  });

  it('a release works like a reversal: the open vote is annulled, closed votes stay', async () => {
    const evening = await fromHome();
    const { jointId, operator, ana, luis } = evening;
    const cast = (token: string, apartmentId: string, conceptId: number) =>
      app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } }, token);
    const first = await evening.ask('¿Primera?');
    await cast(luis.token, '103', first);
    const second = await evening.ask('¿Segunda?');
    await cast(luis.token, '103', second);
    await cast(ana.token, '101', second);
    await start(evening);
    await confirm(evening, ana.token);
    // 101 confirmed meanwhile, 104 was not asked, 999 does not exist.
    const done = await release(evening, ['101', '103', '104', '999']);
    expect([done.status, done.body]).toEqual([200, { released: ['103'] }]);
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '104']);
    expect(await registeredUnits(app, evening.sector)).toEqual(['101']);
    expect(await votesOf(app, jointId)).toEqual([`${first}/103=1`, `${second}/101=1`]);
    const annulled = await app.store.db
      .selectFrom('annulment')
      .select(['concept_id', 'act', 'reason'])
      .where('joint_id', '=', jointId)
      .orderBy('concept_id')
      .execute();
    expect(annulled).toEqual([
      { concept_id: 1, act: 'unconfirmed', reason: 'No confirmó su presencia.' },
      { concept_id: second, act: 'unconfirmed', reason: 'No confirmó su presencia.' },
    ]);
    expect((await release(evening, ['103'])).body).toEqual({ released: [] });
    expect(await checkShown(evening)).toMatchObject({
      asked: { apartments: 2, coefficient: 40 },
      confirmed: { apartments: 2, coefficient: 40 },
    });
    // Units registered again were not asked.
    await home(evening, luis.token, ['103']);
    expect((await confirm(evening, luis.token)).body).toEqual({ confirmed: [] });
    expect((await release(evening, ['103'], 'Otra')).body).toEqual({ released: [] });
    const params = { jointId, conceptId: second };
    expect((await app.call(removeRegistrations, { params, query: {} }, operator)).status).toBe(204);
  });

  it('a vote confirms presence; units that voted are not freed with other units', async () => {
    const evening = await fromHome();
    const { jointId, operator, ana, luis } = evening;
    const question = await evening.ask('¿Aprueba?');
    const cast = (token: string, apartmentId: string) =>
      app.call(castVote, { body: { jointId, apartmentId, conceptId: question, voteId: 1 } }, token);
    await cast(ana.token, '101');
    await start(evening);
    await cast(luis.token, '103');
    expect(await checkShown(evening)).toMatchObject({ confirmed: { apartments: 1, coefficient: 30 } });
    const { units } = (await read(evening)).body;
    expect(units.map((unit) => [unit.apartmentId, unit.voted === true, unit.confirmedAt !== null])).toEqual([
      ['101', true, false],
      ['102', false, false],
      ['103', true, true],
    ]);
    const body = { apartmentIds: ['101', '102', '103'], preview: true };
    const released = await app.call(releaseUnconfirmed, { ...params(evening), body }, operator);
    expect(released.body).toEqual({
      released: ['102'],
      after: { votes: 0, registered: { apartments: 3, coefficient: 80 }, quorum: true },
    });
    const alone = { apartmentIds: ['101'], preview: true };
    const voted = await app.call(releaseUnconfirmed, { ...params(evening), body: alone }, operator);
    expect(voted.body).toMatchObject({ released: ['101'], after: { votes: 1 } });
    expect(await registeredUnits(app, jointId)).toContain('101');
    expect((await release(evening, ['101', '102', '103'])).body).toEqual({ released: ['102'] });
    expect(await votesOf(app, jointId)).toEqual([`${question}/101=1`, `${question}/103=1`]);
  });

  it('the preview of a release tells the units left and a lost quorum, and changes no row', async () => {
    const evening = await fromHome();
    await start(evening);
    const body = { apartmentIds: ['101', '102', '103'], preview: true };
    const preview = await app.call(releaseUnconfirmed, { ...params(evening), body }, evening.operator);
    expect(preview.body).toEqual({
      released: ['101', '102', '103'],
      after: { votes: 0, registered: { apartments: 1, coefficient: 30 }, quorum: false },
    });
    expect(await registeredUnits(app, evening.jointId)).toEqual(['101', '102', '103', '104']);
  });

  it('a reversed or taken unit leaves the check', async () => {
    const evening = await fromHome();
    await start(evening);
    await reverse(evening, '102');
    const code = await freshCode(app, evening.operator, evening.jointId);
    const body = { apartmentIds: ['103'], code, takeBack: true };
    await app.call(register, { ...params(evening), body }, evening.operator);
    expect((await read(evening)).body.units.map((unit) => unit.apartmentId)).toEqual(['101']);
    expect((await release(evening, ['102', '103'])).body).toEqual({ released: [] });
    expect((await checkShown(evening))?.asked).toEqual({ apartments: 1, coefficient: 20 });
    expect(await registeredUnits(app, evening.jointId)).toEqual(['101', '103', '104']);
  });

  race('concurrent confirm and release leave each unit either confirmed or free', async () => {
    const evening = await fromHome();
    await start(evening);
    const [confirmed, released] = await Promise.all([
      confirm(evening, evening.luis.token),
      release(evening, ['103']),
      confirm(evening, evening.ana.token),
    ]);
    const stays = (await registeredUnits(app, evening.jointId)).includes('103');
    expect(confirmed.body.confirmed).toEqual(stays ? ['103'] : []);
    expect(released.body.released).toEqual(stays ? [] : ['103']);
  });

  describe('ends', () => {
    const endings: [string, (evening: AssemblyFixture) => Promise<{ status: number }>][] = [
      [
        'with the second call',
        ({ jointId, operator }) =>
          app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, operator),
      ],
      [
        'with the closing',
        ({ jointId, operator }) =>
          app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, operator),
      ],
      [
        'with the next assembly',
        ({ jointId, operator }) => app.call(openAssembly, { params: { jointId }, body: {} }, operator),
      ],
      [
        'with a reset of the attendance',
        ({ jointId, operator }) =>
          app.call(removeRegistrations, { params: { jointId, conceptId: 1 }, query: {} }, operator),
      ],
    ];
    it.each(endings)('%s', async (_name, end) => {
      const evening = await fromHome();
      await start(evening);
      expect((await end(evening)).status).toBeLessThan(300);
      expect(await checkShown(evening)).toBeNull();
      expectRefused(await read(evening), 'noQuorumCheck');
      expectRefused(await confirm(evening, evening.ana.token), 'noQuorumCheck');
    });
  });
});
