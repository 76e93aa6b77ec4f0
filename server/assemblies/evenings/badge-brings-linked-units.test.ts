import { describe, expect } from 'vitest';
import { listUserAssemblyApartments } from '../../../shared/accounts/users.api.ts';
import { listAssemblyApartments, register } from '../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  countStatuses,
  endAssembly,
  expectRefused,
  qrSession,
  storedState,
} from '../../testing/store-asserts.ts';
import { codeIdOf } from '../store/attendance/codes.repository.ts';

const units: readonly Unit[] = [
  ['101', 30, 'ANA'],
  ['102', 30, 'LUIS'],
  ['P1', 5, 'ANA', 'parqueadero', '101'],
  ['D1', 5, 'ANA', 'deposito', '101'],
  ['P2', 20, 'LUIS', 'parqueadero', '102'],
  // A unit of another owner, linked to 102.
  ['P3', 10, 'EVA', 'parqueadero', '102'],
];
const sectors = [
  {
    name: 'Torre 1',
    units: [['101', 60, 'ANA'] as const, ['P1', 40, 'ANA', 'parqueadero', '101'] as const],
  },
  { name: 'Torre 2', units: [['102', 100, 'LUIS'] as const] },
];

describeWithRaces('a badge at the door', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);

  const open = () => holdAssembly(app, { units, sectors });
  const scan = ({ jointId, operator }: AssemblyFixture, code: string, more: object = {}, token = operator) =>
    app.call(register, { params: { jointId }, body: { code, ...more } }, { token });
  const activate = ({ jointId, operator }: AssemblyFixture) =>
    app.call(toggleConcept, { body: { jointId, conceptId: ATTENDANCE, active: 1 } }, { token: operator });
  const held = async ({ jointId, joint }: AssemblyFixture, code: string) => {
    const family = [jointId, ...joint.sectors.map(({ sectorId }) => sectorId)];
    const { attendance } = await storedState(app, family);
    return attendance
      .filter((row) => row.holder === code)
      .map((row) => `${family.indexOf(row.joint_id)}/${row.apartment_id}`)
      .sort();
  };

  it('a badge registers its unit with linked units, in the joint and its sectors', async () => {
    const evening = await open();
    const badge = await freshBadge(app, evening.jointId, '101');
    const done = await scan(evening, badge);
    expect(done.status).toBe(201);
    expect(done.body.registered).toHaveLength(5);
    expect(done.body.powers).toBeNull();
    expect(await held(evening, badge)).toEqual(['0/101', '0/D1', '0/P1', '1/101', '1/P1']);
    const second = await scan(evening, badge);
    expectRefused(second, 'alreadyRegistered');
    expect(second.error.details).toEqual({
      apartments: [
        {
          apartmentId: '101',
          owner: 'ANA',
          at: done.body.registered[0]?.at,
          attendee: null,
          userId: await codeIdOf(app.store.db, badge),
        },
      ],
    });
  });

  it("a badge registers the same at a sector's door, but not units of another sector", async () => {
    const evening = await open();
    const [first, second] = evening.joint.sectors;
    const badge = await freshBadge(app, evening.jointId, '101');
    expectRefused(await scan({ ...evening, jointId: second?.sectorId ?? 0 }, badge), 'apartmentNotFound');
    expect((await scan({ ...evening, jointId: first?.sectorId ?? 0 }, badge)).status).toBe(201);
    expect(await held(evening, badge)).toEqual(['0/101', '0/D1', '0/P1', '1/101', '1/P1']);
  });

  it('a badge skips linked units with a holder, and stops if its own unit has a holder', async () => {
    const evening = await open();
    const card = await evening.register(['P1', '102']);
    const [badge, other] = [
      await freshBadge(app, evening.jointId, '101'),
      await freshBadge(app, evening.jointId, '102'),
    ];
    expect((await scan(evening, badge)).status).toBe(201);
    expect(await held(evening, badge)).toEqual(['0/101', '0/D1', '1/101']);
    expectRefused(await scan(evening, other), 'alreadyRegistered');
    expect(await held(evening, other)).toEqual([]);
    expect(await held(evening, card)).toEqual(['0/102', '0/P1', '1/P1', '2/102']);
  });

  it('taking back by badge also brings linked units from the other holder', async () => {
    const evening = await open();
    const card = await evening.register(['101', 'P1']);
    const tenant = await evening.register(['D1']);
    const badge = await freshBadge(app, evening.jointId, '101');
    expect((await scan(evening, badge, { takeBack: true })).status).toBe(201);
    expect(await held(evening, badge)).toEqual(['0/101', '0/P1', '1/101', '1/P1']);
    expect(await held(evening, card)).toEqual([]);
    expect(await held(evening, tenant)).toEqual(['0/D1']);
  });

  it('taking back named units also brings linked units, and lists them', async () => {
    const evening = await open();
    const card = await evening.register(['101', 'P1', '102']);
    const tenant = await evening.register(['D1', 'P2']);
    const badge = await freshBadge(app, evening.jointId, '101');
    const done = await scan(evening, badge, { apartmentIds: ['101'], takeBack: true });
    expect(done.status).toBe(201);
    const { jointId } = evening;
    expect(done.body.registered.flatMap((one) => (one.jointId === jointId ? [one.apartmentId] : []))).toEqual(
      ['101', 'P1'],
    );
    expect(done.body.registered).toHaveLength(4);
    expect(await held(evening, badge)).toEqual(['0/101', '0/P1', '1/101', '1/P1']);
    expect(await held(evening, card)).toEqual(['0/102', '2/102']);
    expect(await held(evening, tenant)).toEqual(['0/D1', '0/P2']);
    // A parking space alone brings no other unit.
    expect((await scan(evening, card, { apartmentIds: ['P1'], takeBack: true })).status).toBe(201);
    expect(await held(evening, badge)).toEqual(['0/101', '1/101']);
  });

  it('named units bring units linked to the user; remote owners name their units', async () => {
    const evening = await open();
    await activate(evening);
    const { jointId, operator } = evening;
    const ana = await evening.owner(`ana${jointId}`, ['101', 'P1']);
    const card = await evening.register(['101', 'P1', 'D1']);
    const take = (body: object, token: string) =>
      app.call(register, { params: { jointId }, body: { takeBack: true, ...body } }, { token });
    expect((await take({ apartmentIds: ['101'], code: ana.userId }, operator)).status).toBe(201);
    expect(await held(evening, ana.userId)).toEqual(['0/101', '0/P1', '1/101', '1/P1']);
    expect(await held(evening, card)).toEqual(['0/D1']);
    expect((await take({ apartmentIds: ['101'], code: card }, operator)).status).toBe(201);
    expect(await held(evening, ana.userId)).toEqual([]);
    expect((await take({ apartmentIds: ['101'] }, ana.token)).status).toBe(201);
    expect(await held(evening, ana.userId)).toEqual(['0/101', '1/101']);
  });

  it('a late taking back leaves units that came after the scan', async () => {
    const evening = await open();
    const card = await evening.register(['101']);
    const between = Date.now();
    await eventually(() => Date.now()).toBeGreaterThan(between);
    const body = { code: card, apartmentIds: ['P1'] };
    const { jointId, operator } = evening;
    expect((await app.call(register, { params: { jointId }, body }, { token: operator })).status).toBe(201);
    const badge = await freshBadge(app, jointId, '101');
    const scannedAt = new Date(between).toISOString();
    const late = await scan(evening, badge, { apartmentIds: ['101'], takeBack: true, scannedAt });
    expect(late.status).toBe(201);
    expect(await held(evening, badge)).toEqual(['0/101', '1/101']);
    expect(await held(evening, card)).toEqual(['0/P1', '1/P1']);
  });

  it('a card, user, or unknown, foreign or revoked badge is refused; owners name units', async () => {
    const evening = await open();
    const other = await open();
    const ana = await evening.owner(`ana${evening.jointId}`, ['101']);
    const card = await freshCode(app, evening.operator, evening.jointId);
    expectRefused(await scan(evening, card), 'codeNotBadge');
    expectRefused(await scan(evening, ana.userId), 'codeNotBadge');
    expectRefused(await scan(evening, 'ABC'), 'codeUnknown');
    expectRefused(await scan(evening, await freshBadge(app, other.jointId, '101')), 'codeUnknown');
    const revoked = await freshBadge(app, evening.jointId, '101');
    await app.store.db
      .updateTable('code')
      .set({ revoked_at: Date.now() })
      .where('code', '=', revoked)
      .execute();
    expectRefused(await scan(evening, revoked), 'codeUnknown');
    expectRefused(await scan(evening, await freshBadge(app, evening.jointId, '999')), 'apartmentNotFound');
    expect((await scan(evening, ana.userId, {}, ana.token)).status).toBeGreaterThanOrEqual(400);
    expect((await storedState(app, [evening.jointId])).attendance).toEqual([]);
  });

  it('a badge with named units registers only these units', async () => {
    const evening = await open();
    const badge = await freshBadge(app, evening.jointId, '101');
    expect((await scan(evening, badge, { apartmentIds: ['102'] })).status).toBe(201);
    expectRefused(await scan(evening, badge, { apartmentIds: ['999'] }), 'apartmentNotFound');
    expect(await held(evening, badge)).toEqual(['0/102', '2/102']);
  });

  describe('a badge in a session of the badge', () => {
    const atHome = async (apartmentId: string) => {
      const evening = await open();
      await activate(evening);
      const badge = await freshBadge(app, evening.jointId, apartmentId);
      const token = await qrSession(app, badge);
      const take = (body: object) =>
        app.call(register, { params: { jointId: evening.jointId }, body }, { token });
      const own = async () => {
        const params = { userId: badge };
        const { body } = await app.call(listUserAssemblyApartments, { params }, { token });
        return body.filter(({ jointId }) => jointId === evening.jointId).map((unit) => unit.apartmentId);
      };
      return { evening, badge, take, own };
    };

    it('a badge session registers its unit with linked units, and lists them before', async () => {
      const named = await atHome('101');
      expect(await named.own()).toEqual(['101', 'P1', 'D1']);
      expect((await named.take({ apartmentIds: ['101', 'P1', 'D1'] })).status).toBe(201);
      expect(await held(named.evening, named.badge)).toEqual(['0/101', '0/D1', '0/P1', '1/101', '1/P1']);
      const alone = await atHome('101');
      const card = await alone.evening.register(['P1']);
      expect((await alone.take({})).status).toBe(201);
      expect(await held(alone.evening, alone.badge)).toEqual(['0/101', '0/D1', '1/101']);
      expect(await held(alone.evening, card)).toEqual(['0/P1', '1/P1']);
      expectRefused(await alone.take({}), 'alreadyRegistered');
    });

    it('a badge session does not register units of other owners or other badges', async () => {
      const { evening, badge, take, own } = await atHome('102');
      expect(await own()).toEqual(['102', 'P2']);
      for (const unit of ['P3', '101', 'P1'])
        expectRefused(await take({ apartmentIds: ['102', unit] }), 'apartmentNotFound');
      expect((await take({})).status).toBe(201);
      expect(await held(evening, badge)).toEqual(['0/102', '0/P2', '2/102']);
    });

    it('the session of a card with units names only its own units', async () => {
      const evening = await open();
      await activate(evening);
      const card = await evening.register(['102']);
      const token = await qrSession(app, card);
      const { jointId } = evening;
      const body = { apartmentIds: ['P2'] };
      expectRefused(await app.call(register, { params: { jointId }, body }, { token }), 'apartmentNotFound');
      expectRefused(await app.call(register, { params: { jointId }, body: {} }, { token }), 'forbidden');
    });
  });

  race('a badge scanned at several desks at once registers once', async () => {
    const evening = await open();
    const badge = await freshBadge(app, evening.jointId, '101');
    const replies = await Promise.all(Array.from({ length: 12 }, () => scan(evening, badge)));
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 11 });
    expect(await held(evening, badge)).toHaveLength(5);
  });

  it('a withdrawn badge opens sessions again after the desk registers a unit with it', async () => {
    const evening = await open();
    const badge = await freshBadge(app, evening.jointId, '101');
    const withdrawnAt = async () =>
      (
        await app.store.db
          .selectFrom('code')
          .select('withdrawn_at')
          .where('code', '=', badge)
          .executeTakeFirstOrThrow()
      ).withdrawn_at;
    await app.store.db.updateTable('code').set({ withdrawn_at: 1 }).where('code', '=', badge).execute();
    expectRefused(await scan(evening, badge, { apartmentIds: ['999'] }), 'apartmentNotFound');
    expect(await withdrawnAt()).toBe(1);
    expect((await scan(evening, badge)).status).toBe(201);
    expect(await withdrawnAt()).toBeNull();
    expect(await qrSession(app, badge)).not.toBe('');
  });

  it('the roll tells the kind of a unit and its main unit', async () => {
    const evening = await open();
    const { body } = await app.call(
      listAssemblyApartments,
      { params: { jointId: evening.jointId }, query: {} },
      { token: evening.operator },
    );
    expect(body.map((unit) => [unit.apartmentId, unit.kind, unit.mainApartmentId])).toEqual([
      ['101', 'vivienda', null],
      ['102', 'vivienda', null],
      ['P1', 'parqueadero', '101'],
      ['D1', 'deposito', '101'],
      ['P2', 'parqueadero', '102'],
      ['P3', 'parqueadero', '102'],
    ]);
  });
});
