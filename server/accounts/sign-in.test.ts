import { randomBytes } from 'node:crypto';
import { beforeAll, expect, vi } from 'vitest';
import {
  changePassword,
  renewSession,
  signIn,
  signInWithCode,
  signOut,
} from '../../shared/accounts/auth.api.ts';
import { getUser, listUserAssemblyJoints } from '../../shared/accounts/users.api.ts';
import { codeFromBytes } from '../../shared/assemblies/code.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint, listJoints } from '../../shared/properties/joints.api.ts';
import { appForSuite, describeWithRaces } from '../testing/app.ts';
import { claimsOf } from '../testing/asker.ts';
import { addUser, PASSWORD, staffToken, tokenOf } from './users/people.fixture.ts';

describeWithRaces('signing in', (make, { it, race }) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await staffToken(app);
  });

  const attempt = (username: string, password: string) => app.call(signIn, { body: { username, password } });
  const trail = () =>
    app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'act', 'data'])
      .where('chain', '=', 'accounts')
      .orderBy('seq')
      .execute();

  it('a user signs in with any letter case of the name, and gets the own data', async () => {
    const userId = await addUser(app.store.db, 'Marta', Profile.owner);
    const token = await tokenOf(app, 'mARTA');
    expect(claimsOf(token)).toMatchObject({ sub: String(userId), profileId: 3 });
    const me = await app.call(getUser, { params: { username: 'MARTA' } }, { token });
    expect(me.body).toEqual({
      userId: String(userId),
      username: 'Marta',
      name: 'Nombre de Marta',
      email: null,
      profileId: 3,
    });
    expect((await trail()).at(-1)).toMatchObject({ actor: `user:${userId}`, act: 'signedIn' });
  });

  it('an unknown user, a disabled user and a wrong password get the same answer', async () => {
    const userId = await addUser(app.store.db, 'lejano', Profile.owner);
    await app.store.db
      .updateTable('user_account')
      .set({ disabled_at: Date.now() })
      .where('user_id', '=', userId)
      .execute();
    const answers = await Promise.all([
      attempt('nadie', PASSWORD),
      attempt('lejano', PASSWORD),
      attempt('plataforma', 'otra clave cualquiera'),
    ]);
    for (const { status, error } of answers) {
      expect(status).toBe(401);
      expect(error).toEqual({
        statusCode: 401,
        code: 'invalidCredentials',
        message: 'Usuario o Contraseña Inválido.',
      });
    }
    const last = (await trail()).slice(-3);
    expect(last.map((entry) => entry.act)).toEqual(Array(3).fill('signInFailed'));
    // The first user is the platform user with the mistyped password.
    const actors = ['unknown', 'user:1', `user:${userId}`];
    expect(last.map((entry) => entry.actor).sort()).toEqual(actors.sort());
    const refusalText = JSON.stringify(last);
    expect(refusalText).not.toContain('nadie');
    expect(refusalText).not.toContain('clave');
    expect(refusalText).not.toContain(PASSWORD);
  });

  race('concurrent failures count like consecutive failures', async () => {
    await addUser(app.store.db, 'tecla', Profile.owner);
    // On a busy machine the wait after the tenth failure does not end.
    vi.useFakeTimers({ toFake: ['Date'] });
    const failures = await Promise.all(Array.from({ length: 14 }, () => attempt('tecla', 'no es esta')));
    vi.useRealTimers();
    expect(failures.filter((answer) => answer.status === 401)).toHaveLength(10);
    const refused = failures.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.error).toMatchObject({
      code: 'tooManyAttempts',
      details: { message: 'Demasiados intentos. Intente de nuevo en 2 segundos.' },
    });
    expect(refused[0]?.headers['retry-after']).toBe('2');
  });

  it('concurrent right passwords are all accepted', async () => {
    await addUser(app.store.db, 'concurrida', Profile.operator);
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('concurrida', PASSWORD)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });

  race('a sign-out ends the session here at once, in other processes within seconds', async () => {
    const other = await app.another();
    await addUser(app.store.db, 'saliente', Profile.full);
    const token = await tokenOf(app, 'saliente');
    expect((await other.call(listJoints, {}, { token })).status).toBe(200);
    expect((await app.call(signOut, {}, { token })).status).toBe(204);
    const after = await app.call(listJoints, {}, { token });
    expect([after.status, after.error.code]).toEqual([401, 'unauthenticated']);
    expect((await trail()).at(-1)?.act).toBe('signedOut');
    await expect
      .poll(async () => (await other.call(listJoints, {}, { token })).status, {
        interval: 500,
      })
      .toBe(401);
    await other.app.close();
  });

  it('a renewal keeps the same session', async () => {
    await addUser(app.store.db, 'constante', Profile.owner);
    const token = await tokenOf(app, 'constante');
    const renewed = await app.call(renewSession, {}, { token });
    expect(renewed.status).toBe(200);
    const again = renewed.body.jwt;
    expect((await app.call(getUser, { params: { username: 'constante' } }, { token: again })).status).toBe(
      200,
    );
    await app.call(signOut, {}, { token: again });
    expect((await app.call(renewSession, {}, { token })).status).toBe(401);
    expect((await app.call(renewSession, {}, { token: again })).status).toBe(401);
  });

  it('a foreign, unsigned or expired token is refused', async () => {
    const token = await tokenOf(app, 'plataforma');
    const [, payload = ''] = token.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const forged = [`${none}.${payload}.`, token.slice(0, -3), `${token}x`, 'x', ''];
    for (const bad of forged) {
      expect((await app.call(listJoints, {}, { token: bad })).status).toBe(401);
    }
    const { sid } = claimsOf(token);
    await app.store.db
      .updateTable('session')
      .set({ expires_at: Date.now() - 1 })
      .where('session_id', '=', sid)
      .execute();
    expect((await app.call(listJoints, {}, { token })).status).toBe(401);
  });

  it('a changed password ends the other sessions of the user', async () => {
    await addUser(app.store.db, 'precavida', Profile.owner);
    const here = await tokenOf(app, 'precavida');
    const there = await tokenOf(app, 'precavida');
    const change = (body: { current: string; next: string }) =>
      app.call(changePassword, { body }, { token: here });
    expect((await change({ current: 'otra distinta', next: 'nueve y diez' })).error.code).toBe(
      'invalidCredentials',
    );
    const weak = await change({ current: PASSWORD, next: 'ñandú 789' });
    expect([weak.status, weak.error.code]).toEqual([422, 'weakPassword']);
    expect((await change({ current: PASSWORD, next: 'ñandú 7890' })).status).toBe(204);
    const me = { params: { username: 'precavida' } };
    expect((await app.call(getUser, me, { token: here })).status).toBe(200);
    expect((await app.call(getUser, me, { token: there })).status).toBe(401);
    expect((await attempt('precavida', PASSWORD)).status).toBe(401);
    expect((await attempt('precavida', 'ñandú 7890'.normalize('NFD'))).status).toBe(200);
    expect((await trail()).filter((entry) => entry.act === 'passwordChanged')).toHaveLength(1);
  });

  it('a badge or code of a unit opens a session; only unknown codes count as failures', async () => {
    const { body: joint } = await app.call(
      createJoint,
      { body: { jointName: 'Torres del Código', sectors: [{ sectorName: 'Locales' }] } },
      { token: staff },
    );
    const { jointId } = joint;
    const issue = async (apartmentId: string | null, revokedAt: number | null = null) => {
      const code = codeFromBytes(randomBytes(16));
      const row = {
        code,
        code_id: `QR-${code}`,
        joint_id: jointId,
        apartment_id: apartmentId,
        issued_at: 1,
        issued_by: 'user:1',
      };
      await app.store.db
        .insertInto('code')
        .values({ ...row, revoked_at: revokedAt })
        .execute();
      return code;
    };
    const enter = (code: string) => app.call(signInWithCode, { body: { code } });
    const badge = await issue('101');
    const idle = await issue(null);
    const revoked = await issue('102', 5);

    const token = (await enter(`${badge.slice(0, 6).toLowerCase()} ${badge.slice(6)}`)).body.jwt;
    const own = await app.call(listUserAssemblyJoints, { params: { userId: badge } }, { token });
    expect(own.body).toEqual([
      {
        joint: {
          jointId,
          jointName: 'Torres del Código',
          isSectorial: true,
          sectors: [{ sectorId: joint.sectors[0]?.sectorId, sectorName: 'Locales' }],
        },
      },
    ]);
    for (const code of [idle, revoked, 'XXXX']) {
      const { status, error } = await enter(code);
      expect([status, error.code]).toEqual([401, 'codeNotEnabled']);
    }
    const wrong = Array.from({ length: 30 }, () => codeFromBytes(randomBytes(16)));
    const statuses: number[] = [];
    for (const code of wrong) statuses.push((await enter(code)).status);
    // The malformed code above was the first of thirty.
    expect(statuses).toEqual([...Array(29).fill(401), 429]);
    expect((await enter(badge)).status).toBe(200);
    // A blocked address cannot guess codes, valid codes included.
    expect((await enter(idle)).status).toBe(429);

    await app.store.db
      .updateTable('assembly')
      .set({ closed_at: Date.now() })
      .where('joint_id', '=', jointId)
      .execute();
    // After the closing the votes can still be read.
    expect((await enter(badge)).status).toBe(200);
  });
});
