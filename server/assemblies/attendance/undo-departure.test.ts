import { expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { departHolder, revokeCode, undoDeparture } from '../../../shared/assemblies/codes.api.ts';
import { ATTENDANCE, REGISTERED } from '../../../shared/assemblies/concepts.api.ts';
import { decidePowers, enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import {
  endAssembly,
  expectRefused,
  planOf,
  qrSession,
  registeredUnits,
} from '../../testing/store-asserts.ts';
import { withdrawalsQuery } from '../store/tally/annulment.repository.ts';

const units = unitsOf('101;25;ANA', '102;25;LUIS', '103;25;EVA', '104;25;EVA');
const attendee = { name: 'Vera Vecina', document: '41.000.111' };

describeOnOneEngine('an undone departure', (make, engine) => {
  const app = appForSuite(make, endAssembly);

  const open = () => holdAssembly(app, { units });
  const enter = ({ jointId, operator }: AssemblyFixture, body: object) =>
    app.call(register, { params: { jointId }, body }, operator);
  const depart = async ({ operator }: AssemblyFixture, code: string) =>
    expect((await app.call(departHolder, { params: { code }, body: {} }, operator)).status).toBe(200);
  const undo = ({ operator }: AssemblyFixture, code: string) =>
    app.call(undoDeparture, { params: { code } }, operator);
  const powers = ({ jointId }: AssemblyFixture) =>
    app.store.db
      .selectFrom('power as p')
      .innerJoin('assembly as a', 'a.assembly_id', 'p.assembly_id')
      .select(['p.power_id', 'p.origin', 'p.state'])
      .where('a.joint_id', '=', jointId)
      .orderBy('p.power_id')
      .execute();
  const rows = ({ jointId }: AssemblyFixture) =>
    app.store.db
      .selectFrom('attendance')
      .select(['apartment_id', 'holder', 'remote', 'identified_by', 'confirmed'])
      .where('joint_id', '=', jointId)
      .orderBy('apartment_id')
      .execute();

  it('returns units to home, room and second step as before', async () => {
    const evening = await open();
    const { jointId, operator, hall } = evening;
    await hall.describe({ mode: 'mixed' });
    await hall.openRegistration();
    const code = await freshBadge(app, jointId, '101');
    expect((await enter({ ...evening, operator: await qrSession(app, code) }, {})).status).toBe(201);
    expect((await enter(evening, { code, apartmentIds: ['102'] })).status).toBe(201);
    for (const apartmentId of ['103', '104']) {
      const body = { jointId, apartmentId, userId: code };
      expect((await app.call(assignHolder, { body }, operator)).status).toBe(200);
    }
    const confirm = (apartmentId: string) =>
      app.call(
        castVote,
        { body: { jointId, apartmentId, conceptId: ATTENDANCE, voteId: REGISTERED } },
        operator,
      );
    expect((await confirm('103')).status).toBe(201);
    const before = await rows(evening);
    expect(before.map((row) => [row.remote, row.identified_by, row.confirmed])).toEqual([
      [1, 'code', 1],
      [0, null, 1],
      [0, null, 1],
      [0, null, 0],
    ]);
    await depart(evening, code);
    expect((await undo(evening, code)).status).toBe(200);
    expect(await rows(evening)).toEqual(before);
    expectRefused(await confirm('103'), 'alreadyRegistered');
    expect((await confirm('104')).status).toBe(201);
  });

  it.each(['typed', 'door'] as const)('revives no %s power revoked since', async (origin) => {
    const evening = await open();
    const { jointId, operator, hall } = evening;
    const [code = ''] = await hall.codes(1);
    const body = { apartmentIds: ['101'], holder: attendee, accept: true };
    if (origin === 'typed') await app.call(enterPower, { params: { jointId }, body }, operator);
    expect((await enter(evening, { code, apartmentIds: ['101'], byProxy: true, attendee })).status).toBe(201);
    const powerIds = (await powers(evening)).map(({ power_id }) => power_id);
    await depart(evening, code);
    const decision = { powerIds, decision: 'revoke' as const, reason: 'El propietario lo revocó' };
    expect((await app.call(decidePowers, { params: { jointId }, body: decision }, operator)).status).toBe(
      200,
    );
    expectRefused(await undo(evening, code), 'powerOfAnother');
    expect(await powers(evening)).toEqual([{ power_id: powerIds[0], origin, state: 'revoked' }]);
    expect(await registeredUnits(app, jointId)).toEqual([]);
  });

  it('returns no unit if another power took the place of one power', async () => {
    const evening = await open();
    const { jointId, operator, hall } = evening;
    const [code = ''] = await hall.codes(1);
    expect((await enter(evening, { code, apartmentIds: ['103'] })).status).toBe(201);
    expect((await enter(evening, { code, apartmentIds: ['101'], byProxy: true, attendee })).status).toBe(201);
    await depart(evening, code);
    const body = { apartmentIds: ['101'], holder: attendee, accept: true };
    expect((await app.call(enterPower, { params: { jointId }, body }, operator)).status).toBe(201);
    const before = await powers(evening);
    expectRefused(await undo(evening, code), 'powerOfAnother');
    expect(await powers(evening)).toEqual(before);
    expect(await registeredUnits(app, jointId)).toEqual([]);
  });

  it.each<[string, (evening: AssemblyFixture, code: string) => Promise<unknown>]>([
    [
      'attendance was reset',
      ({ jointId, operator }) =>
        app.call(removeRegistrations, { params: { jointId, conceptId: ATTENDANCE }, query: {} }, operator),
    ],
    [
      'the second call began',
      ({ jointId, operator }) =>
        app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, operator),
    ],
    [
      'the code was revoked',
      ({ jointId, operator }, code) =>
        app.call(revokeCode, { params: { jointId, code }, query: {} }, operator),
    ],
    [
      'the unit came back and left by another code',
      async (evening) => depart(evening, await evening.register(['101'])),
    ],
    ['the code was given to another person', (evening, code) => evening.register(['102'], code)],
  ])('nothing returns after %s', async (_, change) => {
    const evening = await open();
    const code = await evening.register(['101']);
    await depart(evening, code);
    await change(evening, code);
    const before = await rows(evening);
    expectRefused(await undo(evening, code), 'departureOutdated');
    expect(await rows(evening)).toEqual(before);
  });

  it.skipIf(engine === 'postgres')('finds the departures of a code by index', async () => {
    const { db } = app.store;
    const plan = await planOf(db, withdrawalsQuery(db, { assemblyId: 1, code: 'ABCDEFGH' }));
    expect(plan).toEqual([expect.stringMatching(/^SEARCH e USING INDEX annulment_holder/)]);
  });
});
