import { afterEach, beforeAll, expect, vi } from 'vitest';
import { changePassword } from '../../../shared/accounts/auth.api.ts';
import { updateUser } from '../../../shared/accounts/users.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { enterFrom } from '../sign-in/enter.fixture.ts';
import { guessUntilSlow, later } from '../sign-in/guesses.fixture.ts';
import { addUser, PASSWORD, staffToken } from '../users/people.fixture.ts';
import { deviceCookie, deviceIn, newDevice } from './devices.ts';

describeWithRaces('a device', (make, { it, race }) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await staffToken(app);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const address = '198.51.100.1';
  const enter: ReturnType<typeof enterFrom> = (...credentials) => enterFrom(app, { address })(...credentials);
  const wrong = (username: string, from: Parameters<typeof enter>[2] = {}) =>
    enter(username, 'no es esta', from);

  it('a known device signs in while a neighbour guesses; other browsers wait', async () => {
    await addUser(app.store.db, 'dueno5', Profile.owner);
    const { cookie } = await enter('dueno5', PASSWORD);
    await guessUntilSlow(() => wrong('dueno5'));
    expect((await enter('DUENO5', PASSWORD, { cookie })).status).toBe(200);
    // Unknown device: even the right password waits. The browser gets the time, and then enters.
    const stranger = await enter('dueno5', PASSWORD);
    expect([stranger.status, stranger.retryAfter]).toEqual([429, 2]);
    later(2000);
    expect((await enter('dueno5', PASSWORD, { cookie: stranger.cookie })).status).toBe(200);
    // Without cookies the browser waits for the turn of the network.
    later(18_000);
    expect((await enter('dueno5', PASSWORD)).status).toBe(429);
    expect((await enter('dueno5', PASSWORD, { address: '198.51.100.2' })).status).toBe(200);
    later(10_000);
    expect((await enter('dueno5', PASSWORD)).status).toBe(200);
  });

  it('waits grow up to half a minute, and a try during a wait adds nothing', async () => {
    await addUser(app.store.db, 'terca', Profile.owner);
    await guessUntilSlow(() => wrong('terca'));
    // A browser with a cookie waits separately.
    const { cookie, retryAfter } = await wrong('terca');
    expect(retryAfter).toBe(2);
    later(3000);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      expect((await wrong('terca', { cookie })).status).toBe(401);
      // Meanwhile the network waits.
      await wrong('terca');
      const [early, earlier] = [await wrong('terca', { cookie }), await wrong('terca', { cookie })];
      expect([early.status, earlier.retryAfter]).toEqual([429, early.retryAfter]);
      waits.push(early.retryAfter);
      later(1000 * Math.max(2, early.retryAfter));
      await wrong('terca');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    // All failures expire 15 minutes after the first.
    later(15 * 60_000);
    for (let i = 0; i < 5; i++) expect((await wrong('terca')).status).toBe(401);
    expect((await enter('terca', PASSWORD)).status).toBe(200);
  });

  it('users share a device, and each user’s failures count separately', async () => {
    await addUser(app.store.db, 'ana', Profile.owner);
    await addUser(app.store.db, 'beto', Profile.owner);
    const first = await enter('ana', PASSWORD);
    // Two of a family at one computer: the device stays the same.
    const second = await enter('beto', PASSWORD, { cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    const foreign = await enter('beto', PASSWORD);
    expect(foreign.cookie).not.toBe(first.cookie);
    await guessUntilSlow(() => wrong('ana'));
    expect((await enter('ana', PASSWORD, { cookie: foreign.cookie })).status).toBe(429);
    expect((await enter('ana', PASSWORD, { cookie: `a=b; ${first.cookie}; c=d` })).status).toBe(200);
    expect((await enter('beto', PASSWORD)).status).toBe(200);
    // A known device also has a limit of guesses.
    await guessUntilSlow(() => wrong('beto', { cookie: first.cookie }));
    expect((await enter('beto', PASSWORD, { cookie: first.cookie })).status).toBe(429);
    expect((await enter('beto', PASSWORD)).status).toBe(200);
  });

  it('a device opens no session, is stored as a hash, and cannot be invented', async () => {
    await addUser(app.store.db, 'carla', Profile.owner);
    const invented = deviceCookie(newDevice(), false).split(';', 1)[0] ?? '';
    const { cookie, setCookie } = await enter('carla', PASSWORD, { cookie: invented });
    expect(cookie).not.toBe(invented);
    expect(setCookie).toMatch(
      /^scaf_device=[\w-]{43}; Path=\/SCAF\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    expect(deviceCookie(newDevice(), true)).toMatch(/; Secure$/);
    const renewed = await app.app.inject({
      method: 'POST',
      url: '/SCAF/api/auth/refresh',
      headers: { cookie },
    });
    expect(renewed.statusCode).toBe(401);
    const stored = JSON.stringify(await app.store.db.selectFrom('known_device').selectAll().execute());
    const device = deviceIn(cookie);
    expect(stored).toContain(device?.hash);
    expect(stored).not.toContain(device?.token);
    for (const bad of ['scaf_device=', 'scaf_device=corto', `otra${cookie}`, undefined]) {
      expect(deviceIn(bad)).toBeNull();
    }
  });

  it('a new password forgets all devices except the device in use', async () => {
    const userId = String(await addUser(app.store.db, 'dora', Profile.owner));
    const elsewhere = await enter('dora', PASSWORD);
    const here = await enter('dora', PASSWORD);
    const next = 'una clave distinta';
    const changed = await app.app.inject({
      method: changePassword.method,
      url: API_BASE + changePassword.path,
      headers: { cookie: here.cookie, authorization: `Bearer ${here.jwt}` },
      payload: { current: PASSWORD, next },
    });
    expect(changed.statusCode).toBe(204);
    const deviceCookie = String(changed.headers['set-cookie']).split(';', 1)[0] ?? '';
    await guessUntilSlow(() => wrong('dora'));
    expect((await enter('dora', next, { cookie: elsewhere.cookie })).status).toBe(429);
    expect((await enter('dora', next, { cookie: deviceCookie })).status).toBe(200);
    const newPassword = { params: { userId }, body: { password: PASSWORD } };
    expect((await app.call(updateUser, newPassword, { token: staff })).status).toBe(200);
    expect((await enter('dora', PASSWORD, { cookie: deviceCookie })).status).toBe(429);
  });

  it('addresses of an IPv6 network count together, other networks separately', async () => {
    await addUser(app.store.db, 'elsa', Profile.owner);
    let host = 1;
    await guessUntilSlow(() => wrong('elsa', { address: `2001:db8:0:1::${(host++).toString(16)}` }));
    expect((await enter('elsa', PASSWORD, { address: '2001:db8:0:1:ffff::1' })).status).toBe(429);
    expect((await enter('elsa', PASSWORD, { address: '2001:db8:0:2::1' })).status).toBe(200);
  });

  race('a wait holds in every process with the same store', async () => {
    if (app.store.engine === 'sqlite') return;
    await addUser(app.store.db, 'fabio', Profile.owner);
    const other = await app.another();
    await guessUntilSlow(() => wrong('fabio', { on: host() }));
    expect((await enter('fabio', PASSWORD, { on: other })).status).toBe(429);
    expect((await enter('fabio', PASSWORD)).status).toBe(429);
    await other.app.close();

    /** Returns one of the two servers, in turn. */
    function host(): TestApp {
      turn += 1;
      return turn % 2 === 0 ? app : other;
    }
  });
  let turn = 0;
});
