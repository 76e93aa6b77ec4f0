import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type AssemblyChanges,
  changeAssembly,
  openAssembly,
} from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, getRoomCode, register } from '../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, REGISTERED } from '../../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { castVote, confirmSector } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { getJoint } from '../../../shared/properties/joints.api.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

describeOnOneEngine("the room's code", (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: ['101', '102', '103', '104'].map((id) => [id, 25, `DUEÑO ${id}`] as const),
      sectors: [{ name: 'Torre', units: [['104', 100, 'DUEÑO 104'] as const] }],
    });
  });
  afterEach(() => vi.useRealTimers());

  /** Opens an assembly with registration, for owners to register by themselves. */
  const open = async (changes: AssemblyChanges) => {
    const params = { jointId: evening.jointId };
    await app.call(changeAssembly, { params, body: changes }, evening.operator);
    await evening.hall.openRegistration();
  };
  const codeOf = async (token = evening.operator, jointId = evening.jointId) =>
    app.call(getRoomCode, { params: { jointId } }, token);
  const shown = async () => (await codeOf()).body.code ?? '';
  const wrongOf = async () => String((Number(await shown()) + 1) % 1_000_000).padStart(6, '0');
  const enter = async (token: string, apartmentId: string, roomCode?: string) => {
    const body = { apartmentIds: [apartmentId], ...defined({ roomCode }) };
    const reply = await app.call(register, { params: { jointId: evening.jointId }, body }, token);
    return reply.status === 201 ? 201 : reply.error.code;
  };
  const remoteOf = async (apartmentId: string) => {
    const row = app.store.db
      .selectFrom('attendance')
      .select('remote')
      .where('apartment_id', '=', apartmentId);
    return (await row.executeTakeFirst())?.remote;
  };

  it('the room code is asked of owners who register in person, not of cards or the desk', async () => {
    await open({ roomCode: 'ask' });
    const ana = await evening.owner('ana', ['101', '102']);
    expect(await enter(ana.token, '101')).toBe('roomCodeNeeded');
    expect(await enter(ana.token, '101', await wrongOf())).toBe('roomCodeWrong');
    const joint = await app.call(getJoint, { params: { jointId: evening.jointId } }, ana.token);
    expect(joint.body.assembly?.roomCode).toBe('ask');
    expect(JSON.stringify(joint.body)).not.toContain(await shown());
    expect(await enter(ana.token, '101', await shown())).toBe(201);
    expect(await remoteOf('101')).toBe(0);
    const card = await evening.register(['103']);
    await evening.hall.openRegistration();
    const holder = await evening.world.holderOf(card);
    expect(holder).toBeDefined();
  });

  it('the two-step registration asks for the room code, also in a sector', async () => {
    await open({ roomCode: 'ask' });
    const { jointId } = evening;
    const sectorId = evening.joint.sectors[0]?.sectorId ?? 0;
    const ana = await evening.owner('ana', ['101', '102', '104']);
    const give = { jointId, apartmentId: '101', userId: ana.userId };
    const refused = await app.call(assignHolder, { body: give }, ana.token);
    expect([refused.status, refused.error.code]).toEqual([422, 'roomCodeNeeded']);
    expect(refused.error.message).toBe(
      'Escriba el código que muestra la pantalla del salón, o acérquese a la mesa de registro.',
    );
    const assigned = await app.call(assignHolder, { body: { ...give, roomCode: await shown() } }, ana.token);
    expect(assigned.status).toBe(200);
    const record = { jointId, conceptId: ATTENDANCE, voteId: REGISTERED };
    // The second step confirms the registration.
    const second = await app.call(castVote, { body: { ...record, apartmentId: '101' } }, ana.token);
    expect(second.status).toBe(201);
    const alone = await app.call(castVote, { body: { ...record, apartmentId: '102' } }, ana.token);
    expect(alone.error.code).toBe('roomCodeNeeded');
    const roomCode = await shown();
    const right = await app.call(castVote, { body: { ...record, apartmentId: '102', roomCode } }, ana.token);
    expect(right.status).toBe(201);
    const inSector = { ...record, sectorId, apartmentId: '104' };
    const none = await app.call(confirmSector, { body: inSector }, ana.token);
    expect(none.status).toBe(422);
  });

  it('in a mixed assembly the code puts the owner in the room; without a code, at home', async () => {
    await open({ roomCode: 'ask', mode: 'mixed' });
    const ana = await evening.owner('ana', ['101', '102']);
    expect(await enter(ana.token, '101')).toBe(201);
    expect(await enter(ana.token, '102', await shown())).toBe(201);
    expect([await remoteOf('101'), await remoteOf('102')]).toEqual([1, 0]);
    const eva = await evening.owner('eva', ['103']);
    expect(await enter(eva.token, '103', await wrongOf())).toBe('roomCodeWrong');
    expect(await remoteOf('103')).toBeUndefined();
  });

  it('the room code changes every five minutes, and the last two codes are valid', async () => {
    await open({ roomCode: 'ask' });
    const ana = await evening.owner('ana', ['101', '102']);
    const first = await shown();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    const { code, endsAt } = (await codeOf()).body;
    expect(code).not.toBe(first);
    expect(Date.parse(endsAt ?? '')).toBeGreaterThan(Date.now());
    expect(await enter(ana.token, '101', first)).toBe(201);
    vi.setSystemTime(Date.now() + 5 * 60_000);
    expect(await enter(ana.token, '102', first)).toBe('roomCodeWrong');
    expect(await enter(ana.token, '102', code ?? '')).toBe(201);
  });

  it('after ten wrong codes the person must wait, in every session and with the right code', async () => {
    await open({ roomCode: 'ask' });
    const ana = await evening.owner('ana', ['101']);
    const eva = await evening.owner('eva', ['102']);
    const wrong = await wrongOf();
    const other = (await evening.world.signedIn({ username: 'ana' })).token ?? '';
    for (let i = 0; i < 5; i += 1)
      for (const token of [ana.token, other]) expect(await enter(token, '101', wrong)).toBe('roomCodeWrong');
    expect(await enter(other, '101', await shown())).toBe('tooManyAttempts');
    expect(await enter(ana.token, '101', wrong)).toBe('tooManyAttempts');
    expect(await enter(ana.token, '101', await shown())).toBe('tooManyAttempts');
    expect(await enter(eva.token, '102', await shown())).toBe(201);
  });

  it('only desk and walls see the room code; the trail never has the code', async () => {
    await open({ roomCode: 'ask' });
    const { jointId, staff } = evening;
    const ana = await evening.owner('ana', ['101']);
    expect((await codeOf(ana.token)).status).toBe(403);
    const link = await app.call(createDisplayLink, { params: { jointId } }, staff);
    expect((await codeOf(link.body.token)).body.code).toBe(await shown());
    const other = await holdAssembly(app, { units: [['1', 100, 'X']], staff });
    expect((await codeOf(link.body.token, other.jointId)).status).toBe(404);
    expect((await codeOf(other.operator)).status).toBe(404);
    await enter(ana.token, '101', await shown());
    const trailText = JSON.stringify(await app.store.db.selectFrom('audit_entry').select('data').execute());
    const { room_secret } = await app.store.db
      .selectFrom('assembly')
      .select('room_secret')
      .where('room_secret', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(trailText).not.toContain(`"${await shown()}"`);
    expect(trailText).not.toContain(room_secret);
  });

  it('the code is asked only if the assembly requires it, never in a virtual assembly', async () => {
    const params = { jointId: evening.jointId };
    const opened = await app.call(openAssembly, { params, body: {} }, evening.operator);
    expect(opened.body.roomCode).toBe('no');
    expect((await codeOf()).body).toEqual({ code: null, endsAt: null });
    await open({});
    const ana = await evening.owner('ana', ['101', '102']);
    expect(await enter(ana.token, '101')).toBe(201);
    await open({ roomCode: 'ask', mode: 'virtual' });
    expect((await codeOf()).body.code).toBeNull();
    expect(await enter(ana.token, '102', '000000')).toBe(201);
    expect(await remoteOf('102')).toBe(1);
    const next = await app.call(openAssembly, { params, body: { roomCode: 'ask' } }, evening.operator);
    expect(next.body.roomCode).toBe('ask');
    expect(await shown()).toMatch(/^\d{6}$/);
  });
});
