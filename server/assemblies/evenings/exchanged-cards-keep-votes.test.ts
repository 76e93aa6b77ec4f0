import { beforeAll, expect } from 'vitest';
import { signInWithCode } from '../../../shared/accounts/auth.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import {
  exchangeHolder,
  getHolder,
  listCodes,
  makeBadges,
  revokeCode,
  withdrawHolder,
} from '../../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Follower, follow, listen } from '../../testing/live.ts';
import {
  countStatuses,
  endAssembly,
  expectRefused,
  qrSession,
  storedState,
  votesOf,
} from '../../testing/store-asserts.ts';
import { codeIdOf } from '../store/attendance/codes.repository.ts';

const units = unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA');
const sectors = [{ name: 'Torre 1', units: [['101', 60, 'ANA'] as const, ['102', 40, 'LUIS'] as const] }];

describeWithRaces('a card exchanged or revoked', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let url: string;
  beforeAll(async () => {
    url = await listen(app);
  });

  const card = ({ operator, jointId }: AssemblyFixture) => freshCode(app, operator, jointId);
  const exchange = ({ operator }: AssemblyFixture, from: string, to: string, token = operator) =>
    app.call(exchangeHolder, { params: { code: from }, body: { code: to, reason: 'La perdió.' } }, { token });
  const revoke = ({ operator, jointId }: AssemblyFixture, code: string, at = jointId) =>
    app.call(revokeCode, { params: { jointId: at, code }, query: {} }, { token: operator });
  const enter = (code: string) => app.call(signInWithCode, { body: { code } });
  const holderOf = ({ operator }: AssemblyFixture, code: string) =>
    app.call(getHolder, { params: { code } }, { token: operator });

  it('exchanging a card during a question moves units and votes; no unit votes twice', async () => {
    const evening = await holdAssembly(app, { units, sectors });
    const { jointId, operator } = evening;
    const sectorId = evening.joint.sectors[0]?.sectorId ?? 0;
    const [lost, fresh] = [await card(evening), await card(evening)];
    await app.call(
      register,
      {
        params: { jointId },
        body: { apartmentIds: ['101', '102'], code: lost, attendee: { name: 'ROSA' }, byProxy: true },
      },
      { token: operator },
    );
    const phone = await qrSession(app, lost);
    const closed = await evening.ask('¿Primera?');
    const vote = (conceptId: number, apartmentId: string, voteId: number, token: string) =>
      app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId } }, { token });
    await vote(closed, '102', 3, phone);
    await app.call(toggleConcept, { body: { jointId, conceptId: closed, active: 0 } }, { token: operator });
    const open = await evening.ask('¿Segunda?');
    await vote(open, '101', 1, phone);
    const rows = () =>
      app.store.db
        .selectFrom('attendance')
        .selectAll()
        .where('joint_id', 'in', [jointId, sectorId])
        .orderBy('joint_id')
        .orderBy('apartment_id')
        .execute();
    const [before, votes] = [await rows(), (await storedState(app, [jointId])).votes];

    const done = await exchange(evening, lost, `${fresh.slice(0, 4).toLowerCase()} ${fresh.slice(4)}`);
    expect([done.status, done.body]).toEqual([200, (await holderOf(evening, fresh)).body]);
    expect(done.body.map((joint) => [joint.jointId, joint.coefficient])).toEqual([
      [jointId, 75],
      [sectorId, 100],
    ]);
    expect(await rows()).toEqual(before.map((row) => ({ ...row, holder: fresh })));
    expect((await storedState(app, [jointId])).votes).toEqual(votes);

    expectRefused(await vote(open, '102', 1, phone), 'unauthenticated');
    expectRefused(await enter(lost), 'codeNotEnabled');
    expectRefused(await holderOf(evening, lost), 'holderNotFound');
    const next = await qrSession(app, fresh);
    expectRefused(await vote(open, '101', 2, next), 'alreadyVoted');
    expect((await vote(open, '102', 2, next)).status).toBe(201);
    expect(await votesOf(app, jointId)).toEqual([`${closed}/102=3`, `${open}/101=1`, `${open}/102=2`]);
    const acts = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('chain', '=', `joint:${jointId}`)
      .where('act', '=', 'holdersMoved')
      .execute();
    const [from, to] = [await codeIdOf(app.store.db, lost), await codeIdOf(app.store.db, fresh)];
    expect(acts.map(({ data }) => JSON.parse(data))).toMatchObject([
      { how: 'exchanged', reason: 'La perdió.', moves: [{ from, to }] },
    ]);
  });

  race('an exchange racing votes of the lost phone leaves one vote per unit', async () => {
    const many = Array.from({ length: 30 }, (_, i) => [String(101 + i), 1, `PERSONA ${i}`] as const);
    const evening = await holdAssembly(app, { units: many });
    const { jointId } = evening;
    const [lost, fresh] = [await card(evening), await card(evening)];
    const ids = many.map(([id]) => id);
    await evening.register(ids, lost);
    const phone = await qrSession(app, lost);
    const conceptId = await evening.ask('¿Aprueba?');
    const vote = (apartmentId: string, voteId: number, token: string) =>
      app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId } }, { token });
    const first = ids.slice(0, 15).map((id) => vote(id, 1, phone));
    const moved = exchange(evening, lost, fresh);
    const second = ids.slice(15).map((id) => vote(id, 1, phone));
    const replies = await Promise.all([...first, ...second]);
    expect((await moved).status).toBe(200);
    const cast = replies.filter(({ status }) => status === 201).length;
    const next = await qrSession(app, fresh);
    const rest = await Promise.all(ids.map((id) => vote(id, 2, next)));
    expect(countStatuses(rest)[201] ?? 0).toBe(30 - cast);
    const { votes } = await storedState(app, [jointId]);
    expect(votes.map((row) => row.apartment_id).sort()).toEqual(ids);
    for (const row of votes) expect(row.cast_by).toBe(`code:${row.holder}`);
  });

  it('an exchange into a used, unknown, foreign or revoked code is refused', async () => {
    const evening = await holdAssembly(app, { units });
    const other = await holdAssembly(app, { units });
    const lost = await evening.register(['101']);
    const taken = await evening.register(['102']);
    const [idle, foreign, gone] = [await card(evening), await card(other), await card(evening)];
    await revoke(evening, gone);
    const before = await storedState(app, [evening.jointId]);
    expectRefused(await exchange(evening, lost, taken), 'codeInUse');
    expectRefused(await exchange(evening, lost, lost), 'codeInUse');
    for (const to of ['XXXX', foreign, gone]) expectRefused(await exchange(evening, lost, to), 'codeUnknown');
    for (const from of ['XXXX', idle, foreign, gone]) {
      expectRefused(await exchange(evening, from, idle), 'holderNotFound');
    }
    expectRefused(await exchange(evening, lost, idle, other.operator), 'holderNotFound');
    expect(await storedState(app, [evening.jointId])).toEqual(before);
    const { jointId, operator } = evening;
    await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, { token: operator });
    expectRefused(await exchange(evening, lost, idle), 'assemblyClosed');
  });

  it('a withdrawn badge opens its session after an exchange into it', async () => {
    const evening = await holdAssembly(app, { units });
    const { jointId, operator } = evening;
    const made = await app.call(
      makeBadges,
      { params: { jointId }, body: { apartmentIds: ['102'] } },
      { token: operator },
    );
    const [badge = ''] = await wholeCodes(app, made.body.badges);
    await evening.register(['102'], badge);
    await app.call(withdrawHolder, { params: { code: badge }, query: {} }, { token: operator });
    expectRefused(await enter(badge), 'codeNotEnabled');
    const lost = await evening.register(['101']);
    expect((await exchange(evening, lost, badge)).status).toBe(200);
    expect((await enter(badge)).status).toBe(200);
  });

  it('after an exchange the desk sees the holder, and both codes their own units', async () => {
    const evening = await holdAssembly(app, { units });
    const { jointId, operator } = evening;
    const lost = await evening.register(['101']);
    const [fresh, neighbour] = [await card(evening), await evening.register(['102'])];
    const open = async (token: string): Promise<Follower> => {
      const follower = await follow(url, token);
      if (typeof follower === 'string') throw new Error(follower);
      expect(await follower.join(jointId)).toMatchObject({ ok: true });
      return follower;
    };
    const [desk, phone, other] = [
      await open(operator),
      await open(await qrSession(app, lost)),
      await open(await qrSession(app, neighbour)),
    ];
    await exchange(evening, lost, fresh);
    await eventually(() => phone.connected()).toBe(false);
    await eventually(() => desk.last('registration')?.units).toMatchObject([
      { apartmentId: '101', userId: await codeIdOf(app.store.db, fresh), registered: true },
    ]);
    expect(JSON.stringify(other.heard)).not.toContain(fresh);
    for (const follower of [desk, phone, other]) follower.close();
  });

  it('a revoked card frees its units with their vote on the open question only', async () => {
    const evening = await holdAssembly(app, { units, sectors });
    const { jointId, operator } = evening;
    const sectorId = evening.joint.sectors[0]?.sectorId ?? 0;
    const other = await holdAssembly(app, { units });
    const code = await evening.register(['101', '102']);
    const token = await qrSession(app, code);
    const conceptId = await evening.ask('¿Aprueba?');
    await app.call(castVote, { body: { jointId, apartmentId: '101', conceptId, voteId: 1 } }, { token });

    expectRefused(await revoke(other, code), 'holderNotFound');
    expectRefused(await revoke(evening, 'XXXX'), 'holderNotFound');
    expect((await revoke(evening, code, sectorId)).status).toBe(204);
    expect(await storedState(app, [jointId, sectorId])).toEqual({ attendance: [], votes: [] });
    expectRefused(await enter(code), 'codeNotEnabled');
    expectRefused(
      await app.call(castVote, { body: { jointId, apartmentId: '102', conceptId, voteId: 1 } }, { token }),
      'unauthenticated',
    );
    expectRefused(await revoke(evening, code), 'holderNotFound');
    const again = { params: { jointId }, body: { apartmentIds: ['101'], code } };
    expectRefused(await app.call(register, again, { token: operator }), 'codeUnknown');
    const listed = await app.call(listCodes, { params: { jointId } }, { token: operator });
    expect(await wholeCodes(app, listed.body)).not.toContain(code);
  });
});
