import { beforeAll, expect } from 'vitest';
import { listUserAssemblyApartments, ME } from '../../../shared/accounts/users.api.ts';
import { register, undoReading } from '../../../shared/assemblies/attendance.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { eventually } from '../../testing/eventually.ts';
import { countStatuses, endAssembly, expectRefused, qrSession } from '../../testing/store-asserts.ts';

const units = unitsOf(
  '101;20;ANA RUIZ',
  'P1;5;ANA RUIZ;parqueadero;101',
  '102;15;ANA RUIZ',
  '103;15;ANA RUIZ',
  '104;10;RUIZ ANA',
  '105;15;LUIS',
  '106;10;SOL S.A.S.',
  '107;10;SOL SAS',
);
const sectors = [{ name: 'Torre 1', units: unitsOf('102;100;ANA RUIZ') }];

describeWithRaces('the other units of an owner', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const open = (more: { sectors?: typeof sectors } = {}) =>
    holdAssembly(app, { units, staff, ...defined(more) });
  const scan = ({ jointId, operator }: AssemblyFixture, code: string, more: object = {}, token = operator) =>
    app.call(register, { params: { jointId }, body: { code, withOwned: true, ...more } }, { token });
  const badgeOf = ({ jointId }: AssemblyFixture, apartmentId: string) =>
    freshBadge(app, jointId, apartmentId);
  const held = async ({ jointId }: AssemblyFixture, code: string) =>
    (
      await app.store.db
        .selectFrom('attendance')
        .select('apartment_id as unit')
        .where('joint_id', '=', jointId)
        .where('holder', '=', code)
        .orderBy('unit')
        .execute()
    ).map(({ unit }) => unit);
  const powerOf = async ({ jointId, operator }: AssemblyFixture, apartmentIds: string[]) => {
    const body = { apartmentIds, holder: { name: 'Vera Vecina' }, accept: true };
    const done = await app.call(enterPower, { params: { jointId }, body }, { token: operator });
    expect(done.status).toBe(201);
    return done.body.powerId;
  };
  const unsure = { apartmentId: '104', why: 'unsure', person: null };

  it('one scan registers all units of the owner, and names the doubtful unit', async () => {
    const evening = await open({ sectors });
    const badge = await badgeOf(evening, '101');
    const done = await scan(evening, badge);
    expect(done.status).toBe(201);
    // 102 stands on the roll of its tower too.
    expect(done.body.registered).toHaveLength(5);
    expect(await held(evening, badge)).toEqual(['101', '102', '103', 'P1']);
    expect(done.body.left).toEqual([unsure]);
  });

  it('a scan without the field registers the unit and its annexes alone', async () => {
    const evening = await open();
    const badge = await badgeOf(evening, '101');
    const { body } = await app.call(
      register,
      { params: { jointId: evening.jointId }, body: { code: badge } },
      { token: evening.operator },
    );
    expect(body.left).toBeUndefined();
    expect(await held(evening, badge)).toEqual(['101', 'P1']);
  });

  it('units with a power, with another holder or of a doubtful owner stay, and are named', async () => {
    const evening = await open();
    const power = await powerOf(evening, ['102']);
    const other = await evening.register(['103']);
    const badge = await badgeOf(evening, '101');
    const done = await scan(evening, badge);
    expect(await held(evening, badge)).toEqual(['101', 'P1']);
    expect(await held(evening, other)).toEqual(['103']);
    expect(done.body.left).toEqual([
      { apartmentId: '102', why: 'power', person: 'Vera Vecina' },
      { apartmentId: '103', why: 'registered', person: null },
      unsure,
    ]);
    // The person with the power comes with the badge of 102: the owner's other units are not hers.
    const hers = await badgeOf(evening, '102');
    expectRefused(await scan(evening, hers), 'powerStands');
    expect((await scan(evening, hers, { powers: [power] })).status).toBe(201);
    expect(await held(evening, hers)).toEqual(['102']);
  });

  it('an owner with a power for a neighbour enters under the name and document of the power', async () => {
    const evening = await open();
    const { jointId, operator } = evening;
    const holder = { name: 'Ana Ruiz', document: '52.123.456' };
    const power = await app.call(
      enterPower,
      { params: { jointId }, body: { apartmentIds: ['105'], holder, accept: true } },
      { token: operator },
    );
    const badge = await badgeOf(evening, '101');
    expect((await scan(evening, badge, { powers: [power.body.powerId] })).status).toBe(201);
    const rows = await app.store.db
      .selectFrom('attendance')
      .select(['apartment_id', 'attendee_document', 'by_proxy'])
      .where('holder', '=', badge)
      .orderBy('apartment_id')
      .execute();
    expect(rows.map((row) => [row.apartment_id, row.attendee_document, row.by_proxy])).toEqual([
      ['101', holder.document, 0],
      ['102', holder.document, 0],
      ['103', holder.document, 0],
      ['105', holder.document, 1],
      ['P1', holder.document, 0],
    ]);
  });

  it('an owner who ends the power of one unit ends no other power', async () => {
    const evening = await open();
    await powerOf(evening, ['102', '103']);
    const badge = await badgeOf(evening, '102');
    const done = await scan(evening, badge, { endPower: true });
    expect(await held(evening, badge)).toEqual(['101', '102', 'P1']);
    expect(done.body.left).toEqual([{ apartmentId: '103', why: 'power', person: 'Vera Vecina' }, unsure]);
  });

  it('named units and registrations by power bring no other unit', async () => {
    const evening = await open();
    const badge = await badgeOf(evening, '101');
    const named = await scan(evening, badge, { apartmentIds: ['102'] });
    expect([named.status, named.body.left]).toEqual([201, []]);
    expect(await held(evening, badge)).toEqual(['102']);
    const byPower = { byProxy: true, attendee: { name: 'Vera Vecina' } };
    const other = await badgeOf(evening, '106');
    expect((await scan(evening, other, byPower)).status).toBe(201);
    expect(await held(evening, other)).toEqual(['106']);
  });

  it('two spellings of a company are one owner; a company gets no attendee of its name', async () => {
    const evening = await open();
    const badge = await badgeOf(evening, '106');
    expect((await scan(evening, badge)).status).toBe(201);
    expect(await held(evening, badge)).toEqual(['106', '107']);
    const rows = await app.store.db
      .selectFrom('attendance')
      .select('attendee_name as name')
      .where('holder', '=', badge)
      .execute();
    expect(rows).toEqual([{ name: null }, { name: null }]);
  });

  it('a late scan leaves a unit that left after the scan, and says so', async () => {
    const evening = await open();
    const scannedAt = new Date().toISOString();
    await eventually(() => Date.now()).toBeGreaterThan(Date.parse(scannedAt) + 1);
    const { jointId, operator } = evening;
    const card = await evening.register(['103']);
    await app.call(
      undoReading,
      { params: { jointId }, body: { code: card, apartmentIds: ['103'] } },
      { token: operator },
    );
    const badge = await badgeOf(evening, '101');
    const done = await scan(evening, badge, { scannedAt });
    expect(done.status).toBe(201);
    expect(done.body.left).toEqual([{ apartmentId: '103', why: 'departed', person: null }, unsure]);
    expect(await held(evening, badge)).toEqual(['101', '102', 'P1']);
  });

  it('one undo takes all units of the scan back', async () => {
    const evening = await open();
    const badge = await badgeOf(evening, '102');
    const { body } = await scan(evening, badge);
    const apartmentIds = [...new Set(body.registered.map((unit) => unit.apartmentId))];
    const undone = await app.call(
      undoReading,
      { params: { jointId: evening.jointId }, body: { code: badge, apartmentIds } },
      { token: evening.operator },
    );
    expect(undone.body.apartments.toSorted()).toEqual(['101', '102', '103', 'P1']);
    expect(await held(evening, badge)).toEqual([]);
  });

  it('only the desk registers the other units of an owner', async () => {
    const evening = await open();
    const badge = await badgeOf(evening, '101');
    await evening.hall.openRegistration();
    const token = await qrSession(app, badge);
    expectRefused(
      await app.call(
        register,
        { params: { jointId: evening.jointId }, body: { withOwned: true } },
        { token },
      ),
      'forbidden',
    );
  });

  async function withDocument() {
    const evening = await open();
    const { jointId, operator } = evening;
    // Opens the assembly: only then the roll is corrected.
    await evening.hall.openRegistration();
    for (const apartmentId of ['101', '102', '103']) {
      const body = { ownerDocument: '52.123.456', reason: 'cédula' };
      const done = await app.call(
        correctRoll,
        { params: { jointId, apartmentId }, body },
        { token: operator },
      );
      expect(done.status).toBe(200);
    }
    return evening;
  }

  it("the owner's account answers for all units, and the second badge tells that the owner is in", async () => {
    const evening = await withDocument();
    const ana = await evening.owner(`ana${evening.jointId}`, ['101', '102', '103']);
    const [badge, other] = [await badgeOf(evening, '101'), await badgeOf(evening, '102')];
    expect((await scan(evening, badge)).status).toBe(201);
    const again = await scan(evening, other);
    expectRefused(again, 'alreadyRegistered');
    const codeId = expect.stringMatching(/^QR-[0-9a-f]{16}$/);
    expect(again.error.details).toMatchObject({
      apartments: [{ apartmentId: '102', attendee: 'ANA RUIZ', userId: codeId, isByOwner: true }],
    });
    const { body } = await app.call(
      listUserAssemblyApartments,
      { params: { userId: ME } },
      { token: ana.token },
    );
    expect(body.map((unit) => [unit.apartmentId, unit.registeredWith])).toEqual([
      ['101', 'badge'],
      ['102', 'card'],
      ['103', 'card'],
    ]);
  });

  race('two badges of one owner at two desks register each unit once', async () => {
    const evening = await open();
    const badges = [await badgeOf(evening, '101'), await badgeOf(evening, '102')];
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => scan(evening, badges[at % 2] ?? '')),
    );
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 7 });
    const all = [...(await held(evening, badges[0] ?? '')), ...(await held(evening, badges[1] ?? ''))];
    expect(all.toSorted()).toEqual(['101', '102', '103', 'P1']);
  });
});
