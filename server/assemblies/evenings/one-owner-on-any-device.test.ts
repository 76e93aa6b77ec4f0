import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { listUserAssemblyApartments, ME } from '../../../shared/accounts/users.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import { castBallots } from '../../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { confirmPresence, startQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote, listRecords, unitHistory } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { describeWithRaces, type TestApp } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  type Unit,
} from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import {
  countStatuses,
  expectRefused,
  expectTrailExplainsAll,
  qrSession,
  storedState,
} from '../../testing/store-asserts.ts';

const units: readonly Unit[] = [
  ['101', 20, 'ANA'],
  ['P1', 5, 'ANA', 'parqueadero', '101'],
  ['102', 25, 'LUIS'],
  ['103', 25, 'EVA'],
  ['104', 25, 'EVA'],
];
const ANAS = '52.123.456';

describeWithRaces('one owner on any device', (make, { it, race }) => {
  let app: TestApp;
  let second: TestApp;
  let staff: string;
  let url: string;
  let made = 0;
  beforeAll(async () => {
    app = await make();
    second = await app.another();
    staff = await firstStaff(app);
    url = await listen(app);
  });
  afterAll(async () => {
    await expectTrailExplainsAll(app);
    await second.close();
    await app.close();
  });

  /**
   * Assembly: Ana has an account and a badge for 101 and the parking space, and a document on the assembly's roll.
   * Registration is open.
   */
  async function evening(sectors: Parameters<typeof holdAssembly>[1]['sectors'] = undefined) {
    const fixture = await holdAssembly(app, { units, staff, ...defined({ sectors }) });
    const { jointId, operator } = fixture;
    made += 1;
    const ana = await fixture.owner(`ana${made}`, ['101', 'P1']);
    const badge = await freshBadge(app, jointId, '101');
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, { token: operator });
    for (const apartmentId of ['101', 'P1']) {
      const body = { ownerDocument: ANAS, reason: 'cédula' };
      expect(
        (await app.call(correctRoll, { params: { jointId, apartmentId }, body }, { token: operator })).status,
      ).toBe(200);
    }
    return { ...fixture, ana, badge, card: () => freshCode(app, operator, jointId) };
  }
  type Evening = Awaited<ReturnType<typeof evening>>;

  const enter = (
    { jointId }: AssemblyFixture,
    token: string,
    body: {
      apartmentIds?: string[];
      code?: string;
      byProxy?: boolean;
      takeBack?: boolean;
      endPower?: boolean;
      attendee?: { name: string; document?: string };
    },
    server = app,
  ) => server.call(register, { params: { jointId }, body }, { token });
  const vote = (
    { jointId }: AssemblyFixture,
    token: string,
    conceptId: number,
    apartmentId = '101',
    { voteId = 1, key, server = app }: { voteId?: number; key?: string; server?: TestApp } = {},
  ) =>
    server.call(
      castVote,
      { body: { jointId, apartmentId, conceptId, voteId } },
      key === undefined ? { token } : { token, key },
    );
  const seen = async (token: string) => {
    const list = await app.call(listUserAssemblyApartments, { params: { userId: ME } }, { token });
    return Object.fromEntries(list.body.map((unit) => [unit.apartmentId, unit.registeredWith]));
  };
  const holders = async ({ jointId }: AssemblyFixture) =>
    Object.fromEntries(
      (await storedState(app, [jointId])).attendance.map((row) => [row.apartment_id, row.holder]),
    );
  const votes = async ({ jointId }: AssemblyFixture) =>
    (await storedState(app, [jointId])).votes.map((row) => [row.apartment_id, row.holder, row.cast_by]);
  const acts = async ({ jointId }: AssemblyFixture) =>
    (
      await app.store.db
        .selectFrom('audit_entry')
        .select(['act', 'actor', 'data'])
        .where('chain', '=', `joint:${jointId}`)
        .where('act', 'in', ['powerRevoked', 'takenBack'])
        .orderBy('seq')
        .execute()
    ).map(({ act, actor, data }) => [act, actor, JSON.parse(data).units]);

  describe('votes with', () => {
    it('an account votes once for units registered by badge, and both devices learn it', async () => {
      const all = await evening();
      const { ana, badge, operator, jointId } = all;
      expect((await enter(all, operator, { code: badge })).status).toBe(201);
      expect(await seen(ana.token)).toEqual({ 101: 'badge', P1: 'badge' });
      const phone = await qrSession(app, badge);
      expect(await seen(phone)).toEqual({ 101: 'self', P1: 'self' });
      const question = await all.ask('¿Aprueba?');
      const done = await vote(all, ana.token, question, '101', { key: 'una-clave-del-voto' });
      expect(done.status).toBe(201);
      const again = await vote(all, ana.token, question, '101', { key: 'una-clave-del-voto' });
      expect([again.status, again.body]).toEqual([201, done.body]);
      expectRefused(await vote(all, phone, question), 'alreadyVoted');
      expect((await vote(all, phone, question, 'P1')).status).toBe(201);
      expect(await votes(all)).toEqual([
        ['101', badge, `owner:${ana.userId}`],
        ['P1', badge, `code:${badge}`],
      ]);
      const records = await app.call(
        listRecords,
        { params: { jointId, conceptId: question }, query: {} },
        { token: phone },
      );
      expect(records.body.map((row) => row.apartmentId)).toEqual(['101', 'P1']);
      expect(await acts(all)).toEqual([]);
    });

    it('a badge votes for units registered by account, on its phone and on paper', async () => {
      const all = await evening();
      const { ana, badge, operator, jointId } = all;
      expect((await enter(all, ana.token, { apartmentIds: ['101', 'P1'] })).status).toBe(201);
      const phone = await qrSession(app, badge);
      expect(await seen(phone)).toEqual({ 101: 'account', P1: 'account' });
      const question = await all.ask('¿Aprueba?');
      expect((await vote(all, phone, question, 'P1')).status).toBe(201);
      const paper = await app.call(
        castBallots,
        { params: { jointId }, body: { badge: votingBadge(badge, 2), conceptId: question } },
        { token: operator },
      );
      expect([paper.status, paper.body.map((row) => [row.apartmentId, row.voteId])]).toEqual([
        201,
        [['101', 2]],
      ]);
      expectRefused(await vote(all, ana.token, question), 'alreadyVoted');
    });

    it("a vote by the desk reaches the owner's devices at once, with its device", async () => {
      const all = await evening();
      const { ana, operator, jointId } = all;
      expect((await enter(all, ana.token, { apartmentIds: ['101', 'P1'] })).status).toBe(201);
      const question = await all.ask('¿Aprueba?');
      const phone = await followJoint(url, ana.token, jointId);
      expect((await vote(all, ana.token, question, 'P1')).status).toBe(201);
      expect((await vote(all, operator, question, '101')).status).toBe(201);
      await eventually(() => phone.last('registration')?.units?.map((unit) => unit.apartmentId)).toEqual([
        '101',
      ]);
      phone.close();
      const at = { params: { jointId, conceptId: question }, query: {} };
      const waysSeen = async (token: string) =>
        (await app.call(listRecords, at, { token })).body.map((row) => [row.apartmentId, row.way]);
      expect(await waysSeen(ana.token)).toEqual([
        ['101', 'desk'],
        ['P1', 'phone'],
      ]);
      // Staff see no answer of an open question, and no device.
      expect(await waysSeen(operator)).toEqual([
        ['101', undefined],
        ['P1', undefined],
      ]);
      const history = await app.call(
        unitHistory,
        { params: { jointId, apartmentId: '101' }, query: {} },
        { token: ana.token },
      );
      expect(history.body.at(-1)).toMatchObject({ conceptId: question, way: 'desk' });
    });

    it('a card without power votes for the owner of its document, in any spelling', async () => {
      const all = await evening();
      const { ana, operator } = all;
      const card = await all.card();
      const attendee = { name: 'Ana', document: '52 123456' };
      expect((await enter(all, operator, { apartmentIds: ['101'], code: card, attendee })).status).toBe(201);
      expect(await seen(ana.token)).toEqual({ 101: 'card', P1: null });
      await enter(all, ana.token, { apartmentIds: ['P1'] });
      const phone = await qrSession(app, card);
      expect(await seen(phone)).toEqual({ 101: 'self', P1: 'account' });
      const question = await all.ask('¿Aprueba?');
      expect((await vote(all, ana.token, question)).status).toBe(201);
      expect((await vote(all, phone, question, 'P1')).status).toBe(201);
      expectRefused(await vote(all, phone, question, '102'), 'apartmentNotFound');
    });

    it('another user linked to the unit votes for it', async () => {
      const all = await evening();
      made += 1;
      const other = await all.owner(`esposo${made}`, ['101']);
      await enter(all, all.ana.token, { apartmentIds: ['101'] });
      expect(await seen(other.token)).toEqual({ 101: 'account' });
      const question = await all.ask('¿Aprueba?');
      expect((await vote(all, other.token, question)).status).toBe(201);
      expectRefused(await vote(all, all.ana.token, question), 'alreadyVoted');
    });

    it("an owner's device votes in a sector as in its joint", async () => {
      const all = await evening([
        {
          name: 'Torre',
          units: [
            ['101', 60, 'ANA'],
            ['102', 40, 'LUIS'],
          ],
        },
      ]);
      const { ana, badge, operator } = all;
      const sectorId = all.joint.sectors[0]?.sectorId ?? 0;
      expect((await enter(all, operator, { code: badge })).status).toBe(201);
      const question = await all.ask('¿Aprueba?');
      const inSector = await app.call(
        castVote,
        { body: { jointId: sectorId, apartmentId: '101', conceptId: 1, voteId: 1 } },
        { token: ana.token },
      );
      expectRefused(inSector, 'alreadyRegistered');
      expect((await vote(all, ana.token, question)).status).toBe(201);
      expectRefused(await vote({ ...all, jointId: sectorId }, ana.token, question), 'conceptNotFound');
    });
  });

  describe('a device of another person:', () => {
    it("a power on any code, even the unit's badge, blocks the owner until ended", async () => {
      const all = await evening();
      const { ana, badge, operator } = all;
      const attendee = { name: 'Luis', document: '79111222' };
      await enter(all, operator, { apartmentIds: ['101', 'P1'], code: badge, byProxy: true, attendee });
      expect(await seen(ana.token)).toEqual({ 101: 'power', P1: 'power' });
      const phone = await qrSession(app, badge);
      const question = await all.ask('¿Aprueba?');
      expectRefused(await vote(all, ana.token, question), 'heldByAnother');
      const back = { apartmentIds: ['101'], takeBack: true };
      expectRefused(await enter(all, ana.token, back), 'powerStands');
      expect(await acts(all)).toEqual([]);
      expect((await enter(all, ana.token, { ...back, endPower: true })).status).toBe(201);
      expect(await acts(all)).toEqual([
        ['powerRevoked', `user:${ana.userId}`, [[all.jointId, '101']]],
        ['takenBack', `user:${ana.userId}`, [[all.jointId, '101']]],
      ]);
      // The other person's badge is not Ana's: it neither votes nor takes the unit back.
      expectRefused(await vote(all, phone, question), 'apartmentNotFound');
      expectRefused(await enter(all, phone, back), 'apartmentNotFound');
      expect((await vote(all, ana.token, question)).status).toBe(201);
      expect(await votes(all)).toEqual([['101', ana.userId, `user:${ana.userId}`]]);
      expect((await vote(all, phone, question, 'P1')).status).toBe(201);
    });

    it("a card with a power blocks the owner, even with the owner's document", async () => {
      const all = await evening();
      const attendee = { name: 'Ana', document: ANAS };
      await enter(all, all.operator, {
        apartmentIds: ['101'],
        code: await all.card(),
        byProxy: true,
        attendee,
      });
      const question = await all.ask('¿Aprueba?');
      expectRefused(await vote(all, all.ana.token, question), 'heldByAnother');
    });

    it('badges of other units, cards of other people and foreign badges are not the owner', async () => {
      const all = await evening();
      const { ana, operator, jointId } = all;
      const other = await freshBadge(app, jointId, '102');
      await enter(all, operator, { apartmentIds: ['101'], code: other });
      const attendee = { name: 'Pedro', document: '1' };
      await enter(all, operator, { apartmentIds: ['P1'], code: await all.card(), attendee });
      expect(await seen(ana.token)).toEqual({ 101: 'unnamedCard', P1: 'other' });
      const luis = await qrSession(app, await freshBadge(app, jointId, '103'));
      const foreign = await evening();
      const stranger = await qrSession(app, foreign.badge);
      const question = await all.ask('¿Aprueba?');
      for (const token of [ana.token]) {
        for (const unit of ['101', 'P1'])
          expectRefused(await vote(all, token, question, unit), 'heldByAnother');
      }
      expectRefused(await vote(all, luis, question), 'apartmentNotFound');
      expectRefused(await vote(all, stranger, question), 'jointNotFound');
      expectRefused(await vote(all, foreign.ana.token, question), 'jointNotFound');
      expect(await votes(all)).toEqual([]);
    });
  });

  describe('takes a unit over', () => {
    it('an owner takes a unit over during a question if the unit has not voted', async () => {
      const all = await evening();
      const { ana, operator } = all;
      const card = await all.card();
      await enter(all, operator, { apartmentIds: ['101', 'P1'], code: card });
      const phone = await qrSession(app, card);
      const question = await all.ask('¿Aprueba?');
      expect((await vote(all, phone, question, 'P1')).status).toBe(201);
      const back = (apartmentIds: string[]) => enter(all, ana.token, { apartmentIds, takeBack: true });
      const refused = await back(['101', 'P1']);
      expectRefused(refused, 'unitVoted');
      expect(refused.error.details).toMatchObject({ apartments: [{ apartmentId: 'P1' }] });
      expect(await holders(all)).toEqual({ 101: card, P1: card });
      expect((await back(['101'])).status).toBe(201);
      expect(await holders(all)).toEqual({ 101: ana.userId, P1: card });
      expectRefused(await vote(all, phone, question), 'apartmentNotFound');
      expect((await vote(all, ana.token, question)).status).toBe(201);
      await app.call(
        toggleConcept,
        { body: { jointId: all.jointId, conceptId: question, active: 0 } },
        { token: operator },
      );
      expect((await back(['P1'])).status).toBe(201);
      expect(await acts(all)).toEqual([
        ['takenBack', `user:${ana.userId}`, [[all.jointId, '101']]],
        ['takenBack', `user:${ana.userId}`, [[all.jointId, 'P1']]],
      ]);
    });

    it('a taken unit leaves a running check of the quorum', async () => {
      const all = await evening();
      const { ana, jointId, operator } = all;
      await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, { token: operator });
      made += 1;
      const husband = await all.owner(`marido${made}`, ['101', 'P1']);
      await enter(all, ana.token, { apartmentIds: ['101', 'P1'] });
      const started = await app.call(startQuorumCheck, { params: { jointId } }, { token: operator });
      expect(started.body.asked.apartments).toBe(2);
      expect((await enter(all, husband.token, { apartmentIds: ['P1'], takeBack: true })).status).toBe(201);
      // A spouse confirms for the other's registration. The check skipped the moved unit.
      const confirmed = await app.call(confirmPresence, { params: { jointId } }, { token: husband.token });
      expect([confirmed.status, confirmed.body]).toMatchObject([200, { confirmed: ['101'] }]);
      expect(await holders(all)).toEqual({ 101: ana.userId, P1: husband.userId });
    });
  });

  describe('at once', () => {
    const servers = () => [app, second] as const;

    race('all devices of an owner vote at two processes: one vote', async () => {
      const all = await evening();
      const { ana, badge, operator } = all;
      await enter(all, operator, { code: badge });
      const phone = await qrSession(app, badge);
      const question = await all.ask('¿Aprueba?');
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          vote(all, i % 3 === 0 ? phone : ana.token, question, '101', {
            voteId: (i % 3) + 1,
            server: servers()[i % 2] ?? app,
          }),
        ),
      );
      expect(countStatuses(replies)).toEqual({ 201: 1, 409: 39 });
      expect(await votes(all)).toHaveLength(1);
    });

    race("a takeover racing the holder's vote has an order, and the unit votes once", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom('vote', 'take', 'own'), { minLength: 3, maxLength: 8 }),
          async (plan) => {
            const all = await evening();
            const { ana, operator } = all;
            const card = await all.card();
            await enter(all, operator, { apartmentIds: ['101'], code: card });
            const phone = await qrSession(app, card);
            const question = await all.ask('¿Aprueba?');
            const replies = await Promise.all(
              plan.map((what, i) => {
                const server = servers()[i % 2] ?? app;
                if (what === 'take')
                  return enter(all, ana.token, { apartmentIds: ['101'], takeBack: true }, server);
                return vote(all, what === 'vote' ? phone : ana.token, question, '101', { server });
              }),
            );
            const cast = await votes(all);
            const [holder] = Object.values(await holders(all));
            const counted = replies.filter((reply, i) => plan[i] !== 'take' && reply.status === 201);
            expect(cast).toHaveLength(counted.length);
            expect(counted.length).toBeLessThanOrEqual(1);
            const hasMoved = replies.some((reply, i) => plan[i] === 'take' && reply.status === 201);
            expect(holder).toBe(hasMoved ? ana.userId : card);
            // Every voter held the unit at the vote. No unit with a vote was taken.
            if (hasMoved) expect(cast.every(([, by]) => by === ana.userId)).toBe(true);
            expect(Object.keys(await holders(all))).toEqual(['101']);
          },
        ),
        { numRuns: rounds(1, 20) },
      );
    });
  });

  it('no device of an owner votes for a unit that left', async () => {
    const all: Evening = await evening();
    await enter(all, all.operator, { code: all.badge });
    const question = await all.ask('¿Aprueba?');
    await app.call(
      removeRegistrations,
      { params: { jointId: all.jointId, conceptId: 1 }, query: { apartmentId: '101' } },
      { token: all.operator },
    );
    expectRefused(await vote(all, all.ana.token, question), 'apartmentNotRegistered');
  });
});
