import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changePassword, renewSession, signIn } from '../../../shared/accounts/auth.api.ts';
import {
  listUserAssemblyApartments,
  listUserAssemblyJoints,
  listUserBillingApartments,
  listUserBillingJoints,
  updateUser,
} from '../../../shared/accounts/users.api.ts';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { listAssemblyApartments, register } from '../../../shared/assemblies/attendance.api.ts';
import { getJoint } from '../../../shared/properties/joints.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { follow, followJoint, listen } from '../../testing/live.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { insertAccess } from '../links/access-links.repository.ts';
import { newAccessToken, newTemporaryPassword } from '../links/access-secrets.ts';
import { guessUntilSlow } from './guesses.fixture.ts';

const units = unitsOf('101;60;ANA', '102;40;LUIS');
const DAY_MS = 24 * 60 * 60 * 1000;
/** User name of an audit entry, as a salted hash. */
const hashed = expect.stringMatching(/^dato:[0-9a-f]{64}$/);

describeOnOneEngine('an access link', (make) => {
  const app = appForSuite(make);
  let url: string;
  let staff: string;
  let evening: AssemblyFixture;
  let elsewhere: AssemblyFixture;
  let owner: { token: string; userId: string };
  let username: string;
  let count = 0;
  beforeAll(async () => {
    url = await listen(app);
    staff = await firstStaff(app);
  });
  beforeEach(async () => {
    evening = await holdAssembly(app, { units, staff });
    elsewhere = await holdAssembly(app, { units, staff });
    count += 1;
    username = `ana${count}`;
    owner = await evening.owner(username, ['101']);
    const both = [evening, elsewhere].map(({ jointId }) => ({ jointId, apartmentId: '101' }));
    const body = { assemblyApartments: both, billingApartments: both.slice(0, 1) };
    await app.call(updateUser, { params: { userId: owner.userId }, body }, { token: staff });
  });

  /** Makes an access link as an invitation does. */
  async function link(userId = Number(owner.userId)): Promise<string> {
    const { jointId } = evening;
    const { assembly_id: assemblyId } = await app.store.db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('joint_id', '=', jointId)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { text, hash } = newAccessToken();
    const made = {
      hash,
      purpose: 'invitation' as const,
      userId,
      assembly: { jointId, assemblyId },
      expiresAt: null,
    };
    await insertAccess(app.store.db, [made], { actor: 'user:1', at: Date.now() });
    return text;
  }
  const enter = (password: string, name = username) =>
    app.call(signIn, { body: { username: name, password } });
  const seen = (token: string, { jointId }: AssemblyFixture) =>
    app.call(getJoint, { params: { jointId } }, { token });
  const last = async () => {
    const row = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'act', 'data'])
      .where('chain', '=', 'accounts')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    return { ...row, data: JSON.parse(row.data) };
  };

  it('a link admits the owner to a single joint, without billing and password change', async () => {
    const text = await link();
    const { status, body } = await enter(text);
    expect(status).toBe(200);
    const token = body.jwt;
    expect(await last()).toMatchObject({
      actor: `user:${owner.userId}`,
      act: 'signedIn',
      data: { by: 'link', jointId: evening.jointId },
    });
    const params = { userId: owner.userId };
    expect((await seen(token, evening)).status).toBe(200);
    expectRefused(await seen(token, elsewhere), 'jointNotFound');
    const apartments = (jointId: number) =>
      app.call(listAssemblyApartments, { params: { jointId }, query: {} }, { token });
    expect((await apartments(evening.jointId)).body.map((unit) => unit.apartmentId)).toEqual(['101']);
    expectRefused(await apartments(elsewhere.jointId), 'jointNotFound');
    const joints = await app.call(listUserAssemblyJoints, { params }, { token });
    expect(joints.body.map(({ joint }) => joint.jointId)).toEqual([evening.jointId]);
    const own = await app.call(listUserAssemblyApartments, { params }, { token });
    expect(own.body.map(({ jointId, apartmentId }) => [jointId, apartmentId])).toEqual([
      [evening.jointId, '101'],
    ]);
    expect((await app.call(listUserBillingJoints, { params }, { token })).body).toEqual([]);
    expect((await app.call(listUserBillingApartments, { params }, { token })).body).toEqual([]);
    const change = { current: PASSWORD, next: 'otra clave bien larga' };
    expectRefused(await app.call(changePassword, { body: change }, { token }), 'forbidden');
    const renewed = await app.call(renewSession, {}, { token });
    expectRefused(await seen(renewed.body.jwt, elsewhere), 'jointNotFound');
    // Signed in by password, the same person reaches all joints.
    expect((await seen(owner.token, elsewhere)).status).toBe(200);
  });

  it('a link session gets live events of its joint only', async () => {
    const follower = await follow(url, (await enter(await link())).body.jwt);
    if (typeof follower === 'string') throw new Error(follower);
    await follower.join(evening.jointId);
    // Signed in by password, the same person receives events of both joints.
    const other = await followJoint(url, owner.token, elsewhere.jointId);
    await elsewhere.register(['101']);
    await eventually(() =>
      other.all('registration').some(({ units: eventUnits }) => eventUnits !== undefined),
    ).toBe(true);
    await evening.register(['101']);
    const heard = () =>
      follower.all('registration').filter(({ units: eventUnits }) => eventUnits !== undefined);
    await eventually(() => heard().length).toBe(1);
    expect(heard().map(({ jointId }) => jointId)).toEqual([evening.jointId]);
    follower.close();
    other.close();
  });

  it('a link session can read after the closing, and ends with the next assembly', async () => {
    for (const end of ['closed', 'next'] as const) {
      const text = await link();
      const token = (await enter(text)).body.jwt;
      const follower = await follow(url, token);
      if (typeof follower === 'string') throw new Error(follower);
      const params = { jointId: evening.jointId };
      // The link survives the second call.
      if (end === 'closed') {
        await app.call(changeAssembly, { params, body: { call: 2 } }, { token: evening.operator });
        expect((await enter(text)).status).toBe(200);
        await app.call(changeAssembly, { params, body: { closed: true } }, { token: evening.operator });
        // The open session still reads. The link itself opens no session and gives the reason.
        expect((await seen(token, evening)).status).toBe(200);
        expect(follower.connected()).toBe(true);
        const { body } = await app.call(getSnapshot, { params, query: {} }, { token });
        expect(body.assembly?.closedAt).not.toBeNull();
        const late = await app.call(register, { params, body: { apartmentIds: ['101'] } }, { token });
        expect(late.status).toBe(422);
        expect((await enter(text)).error).toMatchObject({
          code: 'accessEnded',
          details: { endedAt: body.assembly?.closedAt },
        });
        expect(await last()).toMatchObject({
          act: 'signInFailed',
          data: { link: 'closed', username: hashed },
        });
        // With another name the link is a wrong password.
        expectRefused(await enter(text, 'nadie'), 'invalidCredentials');
      }
      await app.call(openAssembly, { params, body: {} }, { token: evening.operator });
      expectRefused(await seen(token, evening), 'accessEnded');
      await eventually(() => follower.connected()).toBe(false);
      expectRefused(await enter(text), 'accessEnded');
      expect(await last()).toMatchObject({ act: 'signInFailed', data: { link: 'closed', username: hashed } });
      // The session by password continues.
      expect((await seen(owner.token, evening)).status).toBe(200);
    }
  });

  it('a link needs an enabled owner of the joint; every refusal is the same', async () => {
    const text = await link();
    const other = `luis${count}`;
    await evening.owner(other, ['102']);
    expectRefused(await enter(text, other), 'invalidCredentials');
    expect((await last()).data).toMatchObject({ link: 'otherUser', username: hashed });
    expectRefused(await enter(text, 'nadie'), 'invalidCredentials');
    expectRefused(await enter(`${text}x`), 'invalidCredentials');
    expect((await last()).data).not.toHaveProperty('link');
    const change = (body: object) =>
      app.call(updateUser, { params: { userId: owner.userId }, body }, { token: staff });
    await change({ disabled: true });
    expectRefused(await enter(text), 'invalidCredentials');
    await change({
      disabled: false,
      assemblyApartments: [{ jointId: elsewhere.jointId, apartmentId: '101' }],
    });
    expectRefused(await enter(text), 'invalidCredentials');
    expect((await last()).data).toMatchObject({ link: 'notOwner' });
    const entries = await app.store.db.selectFrom('audit_entry').select('data').execute();
    expect(JSON.stringify(entries)).not.toContain(text);
  });

  it('a link opens during password guesses from the same address', async () => {
    const text = await link();
    await guessUntilSlow(() => enter('no es esta'));
    expect((await enter(PASSWORD)).error.code).toBe('tooManyAttempts');
    expect((await enter(text)).status).toBe(200);
    // A link that opens no session counts as a guess.
    expect((await enter(newAccessToken().text)).error.code).toBe('tooManyAttempts');
    vi.useRealTimers();
  });

  it('the temporary password beside a link ends with an own password, or by expiry', async () => {
    const { db } = app.store;
    const userId = Number(owner.userId);
    await db.updateTable('user_account').set({ signed_in_at: null }).where('user_id', '=', userId).execute();
    const temporary = async (expiresAt: number) => {
      const { text, hash } = await newTemporaryPassword(userId);
      const made = { hash, purpose: 'temporaryPassword' as const, userId, assembly: null, expiresAt };
      await insertAccess(db, [made], { actor: 'mail', at: Date.now() });
      return text;
    };
    const text = await temporary(Date.now() + DAY_MS);
    const second = await temporary(Date.now() + DAY_MS);
    const over = await temporary(Date.now() - 1);
    expect(text).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expectRefused(await enter(over), 'invalidCredentials');
    const token = (await enter(text.toLowerCase().replaceAll('-', ' '))).body.jwt;
    expect((await last()).data).toMatchObject({ by: 'temporaryPassword' });
    expect((await enter(second)).status).toBe(200);
    // A normal session.
    expect((await seen(token, elsewhere)).status).toBe(200);
    const other = `luis${count}`;
    await evening.owner(other, ['102']);
    expectRefused(await enter(text, other), 'invalidCredentials');
    const next = 'una clave propia';
    const changed = await app.call(changePassword, { body: { current: text, next } }, { token });
    expect(changed.status).toBe(204);
    expectRefused(await enter(text), 'invalidCredentials');
    expectRefused(await enter(second), 'invalidCredentials');
    expect((await enter(next)).status).toBe(200);
  });
});
