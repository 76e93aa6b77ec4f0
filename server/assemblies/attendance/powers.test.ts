import { beforeAll, describe, expect } from 'vitest';
import { listUserAssemblyApartments } from '../../../shared/accounts/users.api.ts';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import {
  listAssemblyApartments,
  listPeople,
  register,
  removeRegistrations,
} from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { printLetters } from '../../../shared/assemblies/invitations.api.ts';
import {
  confirmPresence,
  releaseUnconfirmed,
  startQuorumCheck,
} from '../../../shared/assemblies/presence.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { changePowerRules, getPowerRules } from '../../../shared/properties/power-rules.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  unitsOf,
} from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { endAssembly, expectRefused, storedState, votesOf } from '../../testing/store-asserts.ts';

const units = unitsOf('101;20;ANA', '102;20;LUIS', '103;20;EVA', '104;20;EVA', '105;20;Sofía Gómez');

describeWithRaces('powers', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const open = (sectors: Parameters<typeof holdAssembly>[1]['sectors'] = undefined) =>
    holdAssembly(app, { units, staff, ...defined({ sectors }) });
  const scan = (
    { jointId, operator }: AssemblyFixture,
    apartmentIds: string[],
    more: {
      code: string;
      byProxy?: boolean;
      takeBack?: boolean;
      attendee?: { name: string; document?: string | null };
    },
  ) => app.call(register, { params: { jointId }, body: { apartmentIds, ...more } }, operator);
  const card = ({ operator, jointId }: AssemblyFixture) => freshCode(app, operator, jointId);
  const cast = ({ jointId }: AssemblyFixture, token: string, apartmentId: string, conceptId: number) =>
    app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } }, token);
  const rows = ({ jointId, joint }: AssemblyFixture) =>
    app.store.db
      .selectFrom('attendance')
      .select(['joint_id', 'apartment_id', 'holder', 'attendee_name', 'by_proxy', 'remote'])
      .where('joint_id', 'in', [jointId, ...joint.sectors.map(({ sectorId }) => sectorId)])
      .orderBy('joint_id')
      .orderBy('apartment_id')
      .execute();

  describe('counting of powers', () => {
    it('powers count by owner over all codes of a proxy; beyond the limit only a warning', async () => {
      const evening = await open();
      const { jointId } = evening;
      const proxy = { byProxy: true, attendee: { name: 'Marta Ruiz', document: '52.123.456' } };
      const limit = await app.call(changeJoint, { params: { jointId }, body: { proxyLimit: 2 } }, staff);
      expect([limit.status, limit.body.proxyLimit]).toEqual([200, 2]);
      const first = await scan(evening, ['101'], { code: await card(evening), ...proxy });
      expect(first.body.powers).toEqual({ owners: 1, limit: 2 });
      // Two units of an owner count as one power; the spelling of the document may differ.
      const again = { byProxy: true, attendee: { name: 'MARTA RUIZ G.', document: '52123456' } };
      const second = await scan(evening, ['103', '104'], { code: await card(evening), ...again });
      expect(second.body.powers).toEqual({ owners: 2, limit: 2 });
      const third = await scan(evening, ['105'], { code: await card(evening), ...proxy });
      expect([third.status, third.body.powers]).toEqual([201, { owners: 3, limit: 2 }]);
      const other = await scan(evening, ['102'], {
        code: await card(evening),
        byProxy: true,
        attendee: { name: 'Marta Ruiz' },
      });
      // Perhaps the same person: a name without a document does not avoid the limit.
      expect(other.body.powers).toEqual({ owners: 4, limit: 2 });
    });

    it('limits changed after the first notice count from the next assembly', async () => {
      const evening = await open();
      const { jointId, operator } = evening;
      const params = { jointId };
      const changeRules = async (limit: number, share: number) =>
        (await app.call(changePowerRules, { params, body: { limit, share, limitBlocks: true } }, staff)).body;
      expect((await changeRules(2, 50)).convened).toBeUndefined();
      await evening.owner(`ana${jointId}`, ['101']);
      const letters = { params, body: { paper: 'a4' as const } };
      expect((await app.call(printLetters, letters, operator)).status).toBe(200);
      // The treatment of a power beyond the limit changes at once; the limit itself does not.
      expect(await changeRules(1, 1)).toMatchObject({
        limit: 1,
        share: 1,
        convened: { limit: 2, share: 50 },
      });
      // An assembly convened before limits were kept gets the limits at its first sent notice.
      await app.store.db
        .updateTable('assembly')
        .set({ power_limits: null })
        .where('joint_id', '=', jointId)
        .execute();
      const marta = { byProxy: true, attendee: { name: 'Marta Ruiz', document: '52.123.456' } };
      const both = await scan(evening, ['101', '102'], { code: await card(evening), ...marta });
      expect(both.body.powers).toEqual({ owners: 2, limit: 2 });
      expectRefused(await scan(evening, ['105'], { code: await card(evening), ...marta }), 'powerBlocked');
      expect((await app.call(openAssembly, { params, body: {} }, operator)).status).toBe(201);
      const next = await scan(evening, ['101'], { code: await card(evening), ...marta });
      expect(next.body.powers).toEqual({ owners: 1, limit: 1 });
      const read = await app.call(getPowerRules, { params }, operator);
      expect(read.body.convened).toBeUndefined();
      expectRefused(await scan(evening, ['102'], { code: await card(evening), ...marta }), 'powerBlocked');
    });

    it('powers without a document count by name; own and freed units do not count', async () => {
      const evening = await open();
      const { jointId, operator } = evening;
      const attendee = { name: ' sofia  GOMEZ ' };
      const own = await scan(evening, ['105'], { code: await card(evening), attendee });
      expect(own.body.powers).toBeNull();
      const code = await card(evening);
      const neighbours = await scan(evening, ['101', '102'], { code, byProxy: true, attendee });
      expect(neighbours.body.powers).toEqual({ owners: 2, limit: null });
      await app.call(
        removeRegistrations,
        { params: { jointId, conceptId: 1 }, query: { apartmentId: '105' } },
        operator,
      );
      const named = { name: 'Sofía Gómez' };
      const all = await scan(evening, ['105', '103'], { code, byProxy: true, attendee: named });
      expect(all.body.powers).toEqual({ owners: 3, limit: null });
      await app.call(
        removeRegistrations,
        { params: { jointId, conceptId: 1 }, query: { apartmentId: '101' } },
        operator,
      );
      const after = await scan(evening, ['104'], { code, byProxy: true, attendee: named });
      expect(after.body.powers).toEqual({ owners: 2, limit: null });
    });

    it('a registration by proxy requires the name of the proxy', async () => {
      const evening = await open();
      expectRefused(
        await scan(evening, ['101'], { code: await card(evening), byProxy: true }),
        'attendeeRequired',
      );
    });
  });

  race('an arriving owner gets the unit, not a second vote', async () => {
    const evening = await open();
    const { jointId, operator } = evening;
    const attendee = { name: 'MARTA' };
    const proxy = await card(evening);
    await scan(evening, ['101', '102'], { code: proxy, byProxy: true, attendee });
    const question = await evening.ask('¿Aprueba?');
    expect((await cast(evening, operator, '101', question)).status).toBe(201);
    const own = await card(evening);
    expect((await scan(evening, ['101'], { code: own, takeBack: true })).status).toBe(201);
    expect(
      (await storedState(app, [jointId])).attendance.map((row) => [row.apartment_id, row.holder]),
    ).toEqual([
      ['101', own],
      ['102', proxy],
    ]);
    expectRefused(await cast(evening, operator, '101', question), 'alreadyVoted');
    expect(await votesOf(app, jointId)).toEqual([`${question}/101=1`]);
    const { body } = await app.call(getSnapshot, { params: { jointId } }, operator);
    expect(body.registered).toMatchObject({ apartments: 2, coefficient: 40 });
    expect(body.concepts.find(({ conceptId }) => conceptId === question)?.voted).toMatchObject({
      apartments: 1,
      coefficient: 20,
    });
    const next = await evening.ask('¿Y esto?');
    expect((await cast(evening, operator, '101', next)).status).toBe(201);
    const left = await scan(evening, ['103'], { code: proxy, byProxy: true, attendee });
    expect(left.body.powers).toEqual({ owners: 2, limit: null });
  });

  describe('at home', () => {
    const mixed = async (sectors?: Parameters<typeof open>[0]) => {
      const evening = await open(sectors);
      await app.call(
        changeAssembly,
        { params: { jointId: evening.jointId }, body: { mode: 'mixed' } },
        evening.operator,
      );
      return evening;
    };

    it("an owner votes for own and neighbours' units in one session", async () => {
      const evening = await mixed();
      const { jointId, operator } = evening;
      const eva = await evening.owner(`eva${jointId}`, ['103', '104']);
      await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, operator);
      const own = await app.call(
        register,
        { params: { jointId }, body: { apartmentIds: ['103', '104'] } },
        eva.token,
      );
      expect(own.status).toBe(201);
      const scanned = await scan(evening, ['101', '102'], { code: eva.userId, byProxy: true });
      expect(scanned.status).toBe(201);
      expect(scanned.body).toMatchObject({ userId: eva.userId, powers: { owners: 2, limit: null } });
      expect((await rows(evening)).map((row) => [row.apartment_id, row.by_proxy, row.remote])).toEqual([
        ['101', 1, 1],
        ['102', 1, 1],
        ['103', 0, 1],
        ['104', 0, 1],
      ]);
      const mine = await app.call(listUserAssemblyApartments, { params: { userId: eva.userId } }, eva.token);
      expect(mine.body.map((unit) => [unit.apartmentId, unit.userId])).toEqual(
        ['101', '102', '103', '104'].map((unit) => [unit, eva.userId]),
      );
      const roll = await app.call(listAssemblyApartments, { params: { jointId }, query: {} }, eva.token);
      expect(roll.body.map((unit) => unit.apartmentId)).toEqual(['101', '102', '103', '104']);
      const question = await evening.ask('¿Aprueba?');
      for (const unit of ['101', '102', '103', '104']) {
        expect((await cast(evening, eva.token, unit, question)).status).toBe(201);
      }
      expectRefused(await cast(evening, eva.token, '105', question), 'apartmentNotFound');
    });

    it('a proxy at home is notified at once of units registered by the desk', async () => {
      const evening = await mixed();
      const { jointId } = evening;
      const eva = await evening.owner(`eva${jointId}`, ['103']);
      const follower = await followJoint(await listen(app), eva.token, jointId);
      try {
        await scan(evening, ['101'], { code: eva.userId, byProxy: true });
        const liveUnits = () => follower.all('registration').flatMap((event) => event.units ?? []);
        await eventually(() => liveUnits().map((unit) => [unit.apartmentId, unit.userId])).toContainEqual([
          '101',
          eva.userId,
        ]);
      } finally {
        follower.close();
      }
    });

    it('the quorum check asks the proxy and frees unconfirmed units', async () => {
      const evening = await mixed();
      const { jointId, operator } = evening;
      const params = { jointId };
      const eva = await evening.owner(`eva${jointId}`, ['103']);
      await scan(evening, ['101', '102'], { code: eva.userId, byProxy: true });
      await evening.register(['105']);
      const check = await app.call(startQuorumCheck, { params }, operator);
      expect(check.body.units.map((unit) => unit.apartmentId)).toEqual(['101', '102']);
      const confirmed = await app.call(confirmPresence, { params }, eva.token);
      expect(confirmed.status).toBe(200);
      await scan(evening, ['104'], { code: eva.userId, byProxy: true });
      const freed = await app.call(
        releaseUnconfirmed,
        { params, body: { apartmentIds: ['101', '102', '104'] } },
        operator,
      );
      expect(freed.status).toBe(200);
      expect((await rows(evening)).map((row) => row.apartment_id)).toEqual(['101', '102', '104', '105']);
    });

    it('a proxy is an owner of the joint with a user; the screen finds owners by name', async () => {
      const evening = await mixed();
      const other = await open();
      const { jointId, operator } = evening;
      const eva = await evening.owner(`eva${jointId}`, ['104', '103']);
      const ana = await evening.owner(`ana${jointId}`, ['101']);
      const stranger = await other.owner(`otra${jointId}`, ['101']);
      const people = await app.call(listPeople, { params: { jointId } }, operator);
      expect(people.body).toEqual([
        { userId: ana.userId, name: `ana${jointId}`, apartments: ['101'] },
        { userId: eva.userId, name: `eva${jointId}`, apartments: ['103', '104'] },
      ]);
      expectRefused(await scan(evening, ['102'], { code: stranger.userId, byProxy: true }), 'holderInvalid');
      for (const code of ['1', '0', '9999999999']) {
        expectRefused(await scan(evening, ['102'], { code, byProxy: true }), 'holderInvalid');
        expectRefused(await scan(evening, ['102'], { code }), 'holderInvalid');
      }
      expectRefused(await scan(evening, ['102'], { code: ana.userId }), 'holderInvalid');
      await app.store.db
        .updateTable('user_account')
        .set({ disabled_at: Date.now() })
        .where('user_id', '=', Number(ana.userId))
        .execute();
      expectRefused(await scan(evening, ['102'], { code: ana.userId, byProxy: true }), 'holderInvalid');
      expect(await rows(evening)).toEqual([]);
    });

    it('own units of the proxy are no power and get the given name', async () => {
      const evening = await open();
      const eva = await evening.owner(`eva${evening.jointId}`, ['103']);
      const scanned = await scan(evening, ['101', '103'], { code: eva.userId, byProxy: true });
      expect(scanned.body.powers).toEqual({ owners: 1, limit: null });
      expect((await rows(evening)).map((row) => [row.attendee_name, row.by_proxy, row.remote])).toEqual([
        [`eva${evening.jointId}`, 1, 0],
        [`eva${evening.jointId}`, 0, 0],
      ]);
    });

    it('a proxy reaches another sector only while holding a unit there', async () => {
      const evening = await mixed([
        { name: 'Torre 1', units: [['101', 100, 'ANA']] },
        { name: 'Torre 2', units: [['102', 100, 'LUIS']] },
      ]);
      const { jointId, operator, joint } = evening;
      const [first = 0, second = 0] = joint.sectors.map(({ sectorId }) => sectorId);
      const ana = await evening.owner(`ana${jointId}`, []);
      await app.store.db
        .insertInto('user_apartment')
        .values({ user_id: Number(ana.userId), joint_id: first, apartment_id: '101', service: 'assembly' })
        .execute();
      const sees = async () =>
        Promise.all(
          [jointId, first, second].map(
            async (id) => (await app.call(getSnapshot, { params: { jointId: id } }, ana.token)).status,
          ),
        );
      // The first registration drops the cached links of the user from before the new link.
      expect((await scan(evening, ['101'], { code: ana.userId })).status).toBe(201);
      await app.call(
        removeRegistrations,
        { params: { jointId, conceptId: 1 }, query: { apartmentId: '101' } },
        operator,
      );
      expect(await sees()).toEqual([404, 200, 404]);
      expect((await scan(evening, ['102'], { code: ana.userId, byProxy: true })).status).toBe(201);
      expect(await sees()).toEqual([200, 200, 200]);
      const reversed = await app.call(
        removeRegistrations,
        { params: { jointId, conceptId: 1 }, query: { apartmentId: '102' } },
        operator,
      );
      expect(reversed.status).toBe(204);
      expect(await sees()).toEqual([404, 200, 404]);
    });
  });
});
