import { beforeAll, expect, it } from 'vitest';
import { changePassword } from '../../shared/accounts/auth.api.ts';
import {
  createUser,
  getUser,
  listUserAssemblyJoints,
  listUserBillingApartments,
  listUserBillingJoints,
  listUsers,
  type NewUser,
  type UserChanges,
  updateUser,
} from '../../shared/accounts/users.api.ts';
import { nano } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint, getJoint } from '../../shared/properties/joints.api.ts';
import { readTexts } from '../platform/audit/texts.repository.ts';
import { changeOwners, upsertUnits } from '../properties/apartments.repository.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { addUser, PASSWORD, staffToken, tokenOf } from './users/people.fixture.ts';

describeOnOneEngine('users', (make) => {
  const app = appForSuite(make);
  let token: string;
  let first: number;
  let second: number;
  beforeAll(async () => {
    token = await staffToken(app);
    first = await newJoint('Altos del Prado');
    second = await newJoint('Bosques de Suba');
    for (const jointId of [first, second]) {
      const ids = ['101', '102', 'PARQ 18 - 19'];
      const units = ids.map((apartmentId) => ({
        apartmentId,
        kind: 'vivienda' as const,
        mainApartmentId: null,
        coefficient: nano(1e9),
        owner: `Dueña de ${apartmentId}`,
        ownerDocument: null,
      }));
      await upsertUnits(app.store.db, jointId, units);
      await changeOwners(
        app.store.db,
        jointId,
        units.map((unit) => ({ ...unit, since: 1 })),
      );
    }
  });

  const newJoint = async (jointName: string) =>
    (await app.call(createJoint, { body: { jointName } }, { token })).body.jointId;
  const create = (body: NewUser) => app.call(createUser, { body }, { token });
  const change = (userId: string, body: UserChanges) =>
    app.call(updateUser, { params: { userId }, body }, { token });
  const somebody = (username: string): NewUser => ({
    username,
    password: PASSWORD,
    name: 'Alguien',
    profileId: Profile.owner,
  });

  it('a user is created with links, and listed', async () => {
    const links = {
      assemblyJoints: [first],
      billingJoints: [first, second],
      assemblyApartments: [
        { jointId: first, apartmentId: '101' },
        { jointId: first, apartmentId: 'PARQ 18 - 19' },
      ],
      billingApartments: [{ jointId: second, apartmentId: '102' }],
      events: [],
      rights: [],
    };
    const email = 'ana@ejemplo.co';
    const { status, body } = await create({ ...somebody('Ana.Ruiz'), email, ...links });
    expect(status).toBe(201);
    const record = { ...links, username: 'Ana.Ruiz', name: 'Alguien', email, profileId: 3, disabled: false };
    expect(body).toEqual({ userId: expect.stringMatching(/^\d+$/), ...record });
    const all = (await app.call(listUsers, {}, { token })).body;
    expect(all.find((user) => user.username === 'Ana.Ruiz')).toEqual(body);
    const found = await app.call(getUser, { params: { username: 'ana.ruiz' } }, { token });
    expect(found.body).toMatchObject({ userId: body.userId, email });
    expect(await tokenOf(app, 'ana.ruiz')).toMatch(/\./);
  });

  it('a taken name, a weak password and an unknown profile are refused', async () => {
    await create(somebody('repetida'));
    const again = await create(somebody('REPETIDA'));
    expect([again.status, again.error.code]).toEqual([409, 'usernameTaken']);
    expect((await create({ ...somebody('debil'), password: 'corta' })).error.code).toBe('weakPassword');
    const ofJoint = { ...somebody('debil'), password: 'bosquesdesuba1', assemblyJoints: [second] };
    const obvious = await create(ofJoint);
    expect([obvious.status, obvious.error.code]).toEqual([422, 'weakPassword']);
    expect(obvious.error.details).toMatchObject({ reason: 'personal' });
    const own = (await create({ ...somebody('casera'), assemblyJoints: [second] })).body;
    for (const password of ['Bosques de Suba 2', 'casera casera 1', '1234567890', 'contraseña1']) {
      expect((await change(own.userId, { password })).error.code).toBe('weakPassword');
    }
    const mine = { token: await tokenOf(app, 'casera') };
    const renewal = { current: PASSWORD, next: 'bosques casera' };
    expect((await app.call(changePassword, { body: renewal }, mine)).error.code).toBe('weakPassword');
    for (const bad of [
      { ...somebody('seis'), profileId: 6 },
      { ...somebody('con espacio') },
      { ...somebody('nul\0o') },
      { ...somebody('sinnombre'), name: '  ' },
      { ...somebody('correo'), email: 'no es un correo' },
    ]) {
      expect((await create(bad as NewUser)).status).toBe(400);
    }
  });

  it('a missing joint or unit is named, and no row is stored', async () => {
    const joint = await create({ ...somebody('perdida'), assemblyJoints: [first, 999_999] });
    expect([joint.status, joint.error.code, joint.error.details]).toEqual([
      404,
      'jointNotFound',
      { jointId: 999_999 },
    ]);
    const ghost = { jointId: first, apartmentId: "101' or 1=1 --" };
    const unit = await create({
      ...somebody('perdida'),
      assemblyApartments: [{ jointId: first, apartmentId: '101' }, ghost],
    });
    expect([unit.status, unit.error.code, unit.error.details]).toEqual([404, 'apartmentNotFound', ghost]);
    expect((await app.call(getUser, { params: { username: 'perdida' } }, { token })).status).toBe(404);

    const { userId } = (await create({ ...somebody('firme'), assemblyJoints: [first] })).body;
    const failed = await change(userId, { name: 'Otro', assemblyJoints: [second], billingJoints: [999_999] });
    expect(failed.status).toBe(404);
    const all = (await app.call(listUsers, {}, { token })).body;
    expect(all.find((user) => user.userId === userId)).toMatchObject({
      name: 'Alguien',
      assemblyJoints: [first],
      billingJoints: [],
    });
  });

  it('a change replaces only the sent lists, at once for open sessions', async () => {
    const { userId } = (
      await create({ ...somebody('mudanza'), assemblyJoints: [first], billingJoints: [first] })
    ).body;
    const own = { token: await tokenOf(app, 'mudanza') };
    expect((await app.call(getJoint, { params: { jointId: first } }, own)).status).toBe(200);
    expect((await app.call(getJoint, { params: { jointId: second } }, own)).error.code).toBe('jointNotFound');
    const changed = await change(userId, {
      assemblyJoints: [second, second],
      billingApartments: [
        { jointId: first, apartmentId: '102' },
        { jointId: first, apartmentId: '102' },
      ],
    });
    expect(changed.body).toMatchObject({
      assemblyJoints: [second],
      billingJoints: [first],
      assemblyApartments: [],
      billingApartments: [{ jointId: first, apartmentId: '102' }],
    });
    expect((await app.call(getJoint, { params: { jointId: second } }, own)).status).toBe(200);
    const joints = await app.call(listUserAssemblyJoints, { params: { userId } }, own);
    expect(joints.body.map(({ joint }) => joint.jointName)).toEqual(['Bosques de Suba']);
    const billing = await app.call(listUserBillingJoints, { params: { userId } }, own);
    expect(billing.body).toEqual([{ joint: { jointId: first, jointName: 'Altos del Prado' } }]);
    const units = await app.call(listUserBillingApartments, { params: { userId } }, own);
    expect(units.body).toEqual([{ jointId: first, apartmentId: '102', owner: 'Dueña de 102' }]);
  });

  it('only a new password, another profile or a disabling ends sessions', async () => {
    const { userId } = (await create(somebody('cambiante'))).body;
    const alive = async (session: string) =>
      (await app.call(getUser, { params: { username: 'cambiante' } }, { token: session })).status === 200;
    let session = await tokenOf(app, 'cambiante');
    expect((await change(userId, { name: 'Otro nombre', email: null })).body.name).toBe('Otro nombre');
    expect(await alive(session)).toBe(true);
    await change(userId, { password: 'una clave distinta' });
    expect(await alive(session)).toBe(false);
    session = await tokenOf(app, 'cambiante', 'una clave distinta');
    await change(userId, { profileId: Profile.operator });
    expect(await alive(session)).toBe(false);
    session = await tokenOf(app, 'cambiante', 'una clave distinta');
    expect((await change(userId, { disabled: true })).body.disabled).toBe(true);
    expect(await alive(session)).toBe(false);
    await expect(tokenOf(app, 'cambiante', 'una clave distinta')).rejects.toThrow('401');
    await change(userId, { disabled: false });
    expect(await alive(await tokenOf(app, 'cambiante', 'una clave distinta'))).toBe(true);
  });

  it('the last enabled platform user cannot be disabled', async () => {
    const me = (await app.call(getUser, { params: { username: 'plataforma' } }, { token })).body;
    const { status, error } = await change(me.userId, { disabled: true });
    expect([status, error.code]).toEqual([422, 'lastPlatformUser']);
    expect((await change(me.userId, { profileId: Profile.owner })).status).toBe(422);
    const other = String(await addUser(app.store.db, 'relevo', Profile.full));
    expect((await change(other, { disabled: true })).status).toBe(200);
  });

  it('a wrong id finds no user', async () => {
    expect((await change('4000000000', { name: 'Nadie' })).error.code).toBe('userNotFound');
    for (const userId of ['999999', '0', '99999999999', 'x', "1' or '1'='1"]) {
      const { status, error } = await app.call(listUserAssemblyJoints, { params: { userId } }, { token });
      expect([userId, status, error.code]).toEqual([userId, 404, 'userNotFound']);
    }
  });

  it('the trail has actor and change, and no secret', async () => {
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('chain', '=', 'accounts')
      .orderBy('seq')
      .execute();
    const created = entries.find((entry) => entry.act === 'userCreated');
    expect(created?.actor).toBe('user:1');
    expect(JSON.parse(created?.data ?? '')).toMatchObject({ assemblyJoints: [first] });
    const texts = await readTexts(app.store.db, 'accounts', [created?.seq ?? 0]);
    expect(texts.map(({ body }) => body)).toContain('Ana.Ruiz');
    const changed = entries.filter((entry) => entry.act === 'userChanged').map((entry) => entry.data);
    expect(changed.some((data) => JSON.parse(data).password === 'changed')).toBe(true);
    const trailText = JSON.stringify(entries);
    expect(trailText).not.toContain(PASSWORD);
    expect(trailText).not.toContain('una clave distinta');
    expect(trailText).not.toContain('$argon2');
  });
});
