import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { signInWithCode } from '../../shared/accounts/auth.api.ts';
import { listUserSessions } from '../../shared/accounts/sessions.api.ts';
import { listUserAssemblyApartments, ME } from '../../shared/accounts/users.api.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { verifyAudit } from '../audit/verify.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../testing/assembly-fixture.ts';
import { followJoint, listen } from '../testing/live.ts';
import { endAssembly, expectRefused } from '../testing/store-asserts.ts';
import { enterFrom } from './sign-in/enter.fixture.ts';
import { later } from './sign-in/guesses.fixture.ts';
import { addUser, PASSWORD } from './users/people.fixture.ts';

describeOnOneEngine('standing sessions', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let url = '';
  beforeAll(async () => {
    evening = await holdAssembly(app, {
      staff: await firstStaff(app),
      units: unitsOf('101;25;ANA', '102;25;LUIS', '103;25;EVA', '104;25;SOL'),
    });
    url = await listen(app);
  });
  afterEach(() => vi.useRealTimers());

  const withCode = (code: string) => app.call(signInWithCode, { body: { code } });
  const sees = async (token: string) => {
    const params = { jointId: evening.jointId };
    return (await app.call(getSnapshot, { params }, { token })).status === 200;
  };
  const standing = async (tokens: readonly string[]) => {
    const states: boolean[] = [];
    for (const token of tokens) states.push(await sees(token));
    return states;
  };
  const entries = async () => {
    const rows = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'act', 'data'])
      .where('chain', '=', 'accounts')
      .orderBy('seq')
      .execute();
    return rows.map(({ actor, act, data }) => ({ actor, act, data: JSON.parse(String(data)) }));
  };

  it('a code has twelve sessions; a further one ends the longest idle session', async () => {
    const code = await evening.register(['101']);
    vi.useFakeTimers({ toFake: ['Date'] });
    const tokens: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      tokens.push((await withCode(code)).body.jwt);
      later(1000);
    }
    const [first = '', second = ''] = tokens;
    const follower = await followJoint(url, second, evening.jointId);
    expect(await sees(first)).toBe(true);
    later(1000);
    tokens.push((await withCode(code)).body.jwt);
    // The first session was used since, the second is connected, so the third ends.
    expect(await standing(tokens)).toEqual(tokens.map((_, i) => i !== 2));
    follower.close();
  });

  it('twelve connected sessions refuse a further session with a sentence', async () => {
    const code = await evening.register(['102']);
    const followers = [];
    for (let i = 0; i < 12; i += 1) {
      followers.push(await followJoint(url, (await withCode(code)).body.jwt, evening.jointId));
    }
    const refused = await withCode(code);
    expectRefused(refused, 'tooManySessions');
    expect(refused.error.message).toMatch(/^Son demasiados: 12 como máximo\. Cierre una sesión/);
    followers.pop()?.close();
    await expect.poll(async () => (await withCode(code)).status).toBe(200);
    for (const follower of followers) follower.close();
  });

  it('of a code: the first device is told a further sign-in at once, the new one is not', async () => {
    const code = await evening.register(['103', '104']);
    const openings = async (token: string) => {
      const { body } = await app.call(listUserAssemblyApartments, { params: { userId: ME } }, { token });
      return body.map(({ apartmentId, openedAgainAt }) => [apartmentId, openedAgainAt !== undefined]);
    };
    const { jwt } = (await withCode(code)).body;
    const phone = await followJoint(url, jwt, evening.jointId);
    expect(await openings(jwt)).toEqual([
      ['103', false],
      ['104', false],
    ]);
    const second = (await withCode(code)).body.jwt;
    await expect
      .poll(() => phone.last('registration')?.units?.map(({ userId }) => userId))
      .toEqual([code, code]);
    expect(await openings(jwt)).toEqual([
      ['103', true],
      ['104', true],
    ]);
    expect(await openings(second)).toEqual([
      ['103', false],
      ['104', false],
    ]);
    phone.close();
  });

  it('a user has 20 sessions and 30 sign-ins a minute; the trail adds up after 20', async () => {
    const userId = await addUser(app.store.db, 'porteria', Profile.operator);
    const enter = enterFrom(app, { address: '198.51.100.30' });
    vi.useFakeTimers({ toFake: ['Date'] });
    const replies = [];
    for (let i = 0; i < 31; i += 1) replies.push(await enter('porteria', PASSWORD));
    expect(replies.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
    expect((await enter('porteria', PASSWORD, { address: '198.51.100.31' })).status).toBe(200);
    later(61_000);
    const last = await enter('porteria', PASSWORD);
    const open = await app.call(listUserSessions, { params: { userId: ME } }, { token: last.jwt });
    expect(open.body).toHaveLength(20);
    const own = async () => (await entries()).filter(({ actor }) => actor === `user:${userId}`);
    expect((await own()).filter(({ act }) => act === 'signedIn')).toHaveLength(20);
    await app.app.close();
    const sums = (await entries())
      .filter(({ act }) => act === 'signInsAdded')
      .flatMap(({ data }) => data.signIns)
      .filter(({ actor }) => actor === `user:${userId}`);
    expect(sums.map(({ address, times }) => [address, times])).toEqual([
      ['198.51.100.30', 11],
      ['198.51.100.31', 1],
    ]);
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });
});
