import { beforeAll, expect, it } from 'vitest';
import { renewSession } from '../../shared/accounts/auth.api.ts';
import { endUserSession, endUserSessions, listUserSessions } from '../../shared/accounts/sessions.api.ts';
import { getUser, ME } from '../../shared/accounts/users.api.ts';
import { API_BASE } from '../../shared/api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { claimsOf } from '../testing/asker.ts';
import { holdAssembly } from '../testing/assembly-fixture.ts';
import { Sessions } from './sessions/sessions.service.ts';
import { addUser, staffToken, tokenOf } from './users/people.fixture.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1';

describeOnOneEngine('sessions of a user', (make) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await staffToken(app);
  });

  const list = (token: string, userId: string = ME) =>
    app.call(listUserSessions, { params: { userId } }, { token });
  const isValid = async (token: string, username: string) =>
    (await app.call(getUser, { params: { username } }, { token })).status === 200;

  it('sessions are listed with device, the own one marked, and ended singly', async () => {
    await addUser(app.store.db, 'sesiones', Profile.operator);
    const [here, there] = [await tokenOf(app, 'sesiones'), await tokenOf(app, 'sesiones')];
    await app.app.inject({
      method: 'GET',
      url: `${API_BASE}/users/sesiones`,
      headers: { authorization: `Bearer ${there}`, 'user-agent': IPHONE },
    });
    const { body } = await list(here);
    expect(body).toHaveLength(2);
    const own = body.find(({ isOwn }) => isOwn);
    const far = body.find(({ isOwn }) => !isOwn);
    expect(own).toMatchObject({ by: 'password', seenAt: expect.any(String) });
    expect(far).toMatchObject({ by: 'password', device: 'Safari en iPhone', seenAt: expect.any(String) });
    const end = (sessionId: string, token = here) =>
      app.call(endUserSession, { params: { userId: ME, sessionId } }, { token });
    expect((await end(far?.sessionId ?? '')).status).toBe(204);
    expect(await isValid(there, 'sesiones')).toBe(false);
    expect(await isValid(here, 'sesiones')).toBe(true);
    expect((await end(far?.sessionId ?? '')).error.code).toBe('sessionNotFound');
    expect((await list(here)).body.map(({ isOwn }) => isOwn)).toEqual([true]);
    const last = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .where('chain', '=', 'accounts')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(last).toMatchObject({ act: 'sessionsEnded', data: expect.stringContaining('"sessions":1') });
  });

  it('ending the other sessions keeps the own session and all of other users', async () => {
    await addUser(app.store.db, 'muchas', Profile.owner);
    await addUser(app.store.db, 'vecina', Profile.owner);
    const [here, ...others] = await Promise.all([1, 2, 3].map(() => tokenOf(app, 'muchas')));
    const neighbour = await tokenOf(app, 'vecina');
    const sessionId = (await list(neighbour)).body[0]?.sessionId ?? '';
    const credentials = { token: here ?? '' };
    const theirs = await app.call(endUserSession, { params: { userId: ME, sessionId } }, credentials);
    expect(theirs.error.code).toBe('sessionNotFound');
    expect((await app.call(endUserSessions, { params: { userId: ME } }, credentials)).status).toBe(204);
    expect(await isValid(here ?? '', 'muchas')).toBe(true);
    for (const token of others) expect(await isValid(token, 'muchas')).toBe(false);
    expect(await isValid(neighbour, 'vecina')).toBe(true);
  });

  it('platform staff see and end sessions; another user may not', async () => {
    const userId = String(await addUser(app.store.db, 'olvidadiza', Profile.admin));
    await addUser(app.store.db, 'curiosa', Profile.admin);
    const token = await tokenOf(app, 'olvidadiza');
    const curious = await list(await tokenOf(app, 'curiosa'), userId);
    expect(curious.error.code).toBe('userNotFound');
    expect((await list(staff, userId)).body).toHaveLength(1);
    await app.call(endUserSessions, { params: { userId } }, { token: staff });
    expect(await isValid(token, 'olvidadiza')).toBe(false);
    expect((await list(staff, 'nadie')).error.code).toBe('userNotFound');
  });

  it('a session of a mailed link may not list sessions', async () => {
    const { db } = app.store;
    const evening = await holdAssembly(app, { units: [['101', 100, 'ANA']], staff });
    const ana = await evening.owner('ana', ['101']);
    const assembly = await db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('joint_id', '=', evening.jointId)
      .executeTakeFirstOrThrow();
    const link = {
      token_hash: 'un enlace',
      purpose: 'invitation' as const,
      user_id: Number(ana.userId),
      joint_id: evening.jointId,
      assembly_id: assembly.assembly_id,
      created_at: 1,
      created_by: 'user:1',
      expires_at: null,
      revoked_at: null,
      used_at: null,
    };
    await db.insertInto('access_link').values(link).execute();
    const token = await new Sessions(db, app.app.jwt).open({
      userId: Number(ana.userId),
      link: { hash: 'un enlace', jointId: evening.jointId },
    });
    expect((await list(token)).error.code).toBe('forbidden');
    expect((await app.call(endUserSessions, { params: { userId: ME } }, { token })).status).toBe(403);
    expect((await list(ana.token)).body.map(({ by }) => by).sort()).toEqual(['link', 'password']);
  });

  it('sessions are renewed for thirty days, longer only during an assembly of the user', async () => {
    const { db } = app.store;
    const evening = await holdAssembly(app, { units: [['101', 100, 'ANA']], staff });
    const elsewhere = await holdAssembly(app, { units: [['101', 100, 'ANA']], staff });
    await elsewhere.register(['101']);
    const token = evening.operator;
    /** Makes the session as old as the given days, with four hours left since the last renewal. */
    const age = (days: number) =>
      db
        .updateTable('session')
        .set({ created_at: Date.now() - days * DAY_MS, expires_at: Date.now() + 4 * HOUR_MS })
        .where('session_id', '=', claimsOf(token).sid)
        .execute();
    const hoursRenewed = async () => {
      const { status, body } = await app.call(renewSession, {}, { token });
      expect(status).toBe(200);
      return Math.round((claimsOf(body.jwt).exp * 1000 - Date.now()) / HOUR_MS);
    };
    await age(29.9);
    expect(await hoursRenewed()).toBe(12);
    await age(30.1);
    expect(await hoursRenewed()).toBe(4);
    await evening.register(['101']);
    expect(await hoursRenewed()).toBe(12);
    await age(31.1);
    expect(await hoursRenewed()).toBe(4);
    // An assembly left open no longer counts as under way.
    await age(30.1);
    await db
      .updateTable('assembly')
      .set({ opened_at: Date.now() - 25 * HOUR_MS })
      .where('joint_id', '=', evening.jointId)
      .execute();
    expect(await hoursRenewed()).toBe(4);
  });

  it('sessions of a wall display last thirty days despite its requests', async () => {
    const evening = await holdAssembly(app, { units: [['101', 100, 'ANA']], staff });
    const { jointId } = evening;
    const link = await app.call(createDisplayLink, { params: { jointId } }, { token: staff });
    await evening.register(['101']);
    const { token } = link.body;
    const renewed = await app.call(renewSession, {}, { token });
    expect(claimsOf(renewed.body.jwt).exp).toBe(claimsOf(token).exp);
    expect(Math.round((claimsOf(token).exp * 1000 - Date.now()) / DAY_MS)).toBe(30);
  });
});
