import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { signInWithCode } from '../../shared/accounts/auth.api.ts';
import { listUserAssemblyApartments, listUserAssemblyJoints, ME } from '../../shared/accounts/users.api.ts';
import { codeFromBytes } from '../../shared/assemblies/code.ts';
import { nano } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint, getJoint, type Joint } from '../../shared/properties/joints.api.ts';
import { refreshRoll } from '../assemblies/store/roll/opening.repository.ts';
import { changeOwners, upsertUnits } from '../properties/apartments.repository.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { addUser, staffToken, tokenOf } from './users/people.fixture.ts';

describeOnOneEngine('the joints and events of a user', (make) => {
  const app = appForSuite(make);
  let staff: string;
  let plainJoint: number;
  let root: number;
  let sector: number;
  let ownerId: string;
  let owner: string;
  beforeAll(async () => {
    staff = await staffToken(app);
    plainJoint = (await newJoint('Sencillo')).jointId;
    const sectorial = await newJoint('Con sectores', ['Comercio', 'Vivienda']);
    root = sectorial.jointId;
    sector = sectorial.sectors[0]?.sectorId ?? 0;
    await fill(plainJoint, ['1', '2']);
    await fill(root, ['A', 'B', 'C']);
    await fill(sector, ['A', 'C']);
    const units = [
      { jointId: root, apartmentId: 'A' },
      { jointId: plainJoint, apartmentId: '2' },
    ];
    ownerId = String(await addUser(app.store.db, 'duena', Profile.owner, { assemblyApartments: units }));
    owner = await tokenOf(app, 'duena');
  });

  const newJoint = async (jointName: string, sectorNames: string[] = []): Promise<Joint> => {
    const sectors = sectorNames.map((sectorName) => ({ sectorName }));
    return (await app.call(createJoint, { body: { jointName, sectors } }, staff)).body;
  };
  const fill = async (jointId: number, ids: string[]) => {
    const units = ids.map((apartmentId) => ({
      apartmentId,
      kind: 'vivienda' as const,
      mainApartmentId: null,
      coefficient: nano(123_456_789),
      owner: `Dueña de ${apartmentId}`,
      ownerDocument: null,
      since: 1,
    }));
    await app.store.db.transaction().execute(async (trx) => {
      await upsertUnits(trx, jointId, units);
      await changeOwners(trx, jointId, units);
      await refreshRoll(trx, jointId);
    });
  };
  const hold = async (jointId: number, apartmentId: string, holder: string, isCode: boolean) => {
    const { assembly_id } = await app.store.db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('joint_id', '=', jointId === sector ? root : jointId)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow();
    await app.store.db
      .insertInto('attendance')
      .values({
        assembly_id,
        joint_id: jointId,
        apartment_id: apartmentId,
        holder,
        holder_is_code: isCode ? 1 : 0,
        by_proxy: 0,
        remote: 0,
        at: 1,
        registered_by: 'user:1',
        confirmed: 1,
        roll_version: 1,
      })
      .execute();
  };
  const unitsOf = async (userId: string, token: string) => {
    const { status, body } = await app.call(listUserAssemblyApartments, { params: { userId } }, token);
    return status === 200 ? body.map((unit) => [unit.jointId, unit.apartmentId, unit.userId]) : status;
  };
  const jointsOf = async (userId: string, token: string) => {
    const { body } = await app.call(listUserAssemblyJoints, { params: { userId } }, token);
    return body.map(({ joint }) => [joint.jointId, joint.isSectorial, joint.sectors.length]);
  };

  it('an owner gets the linked units and their joints, also of sectors', async () => {
    const { body } = await app.call(listUserAssemblyApartments, { params: { userId: ownerId } }, owner);
    const unit = { coefficient: 0.123456789, userId: null, registeredWith: null };
    expect(body).toEqual([
      { jointId: plainJoint, apartmentId: '2', owner: 'Dueña de 2', ...unit },
      { jointId: root, apartmentId: 'A', owner: 'Dueña de A', ...unit },
      { jointId: sector, apartmentId: 'A', owner: 'Dueña de A', ...unit },
    ]);
    expect(await jointsOf(ownerId, owner)).toEqual([
      [root, true, 2],
      [plainJoint, false, 0],
    ]);
    expect(await unitsOf(ME, owner)).toEqual(await unitsOf(ownerId, owner));
    expect(await unitsOf(ownerId, staff)).toHaveLength(3);
    expect(await jointsOf(ownerId, staff)).toEqual(await jointsOf(ownerId, owner));
  });

  it('callers see the own name, QR for other holders; staff see public ids of codes', async () => {
    const code = codeFromBytes(randomBytes(16));
    await hold(root, 'A', ownerId, false);
    await hold(sector, 'A', code, true);
    const codeId = `QR-${code}`;
    await app.store.db
      .insertInto('code')
      .values({
        code,
        code_id: codeId,
        joint_id: root,
        apartment_id: null,
        issued_at: 1,
        issued_by: 'user:1',
      })
      .execute();
    expect(await unitsOf(ownerId, owner)).toEqual([
      [plainJoint, '2', null],
      [root, 'A', ownerId],
      [sector, 'A', 'QR'],
    ]);
    expect((await unitsOf(ownerId, staff)) as unknown[]).toContainEqual([sector, 'A', codeId]);
  });

  it('a holder gets the held units of other owners, and their joint', async () => {
    const guestId = String(await addUser(app.store.db, 'apoderada', Profile.owner));
    const guest = await tokenOf(app, 'apoderada');
    expect(await jointsOf(guestId, guest)).toEqual([]);
    await hold(plainJoint, '1', guestId, false);
    // Like after five seconds, or after a registration with notice.
    const fresh = await tokenOf(app, 'apoderada');
    expect(await unitsOf(guestId, fresh)).toEqual([[plainJoint, '1', guestId]]);
    expect(await jointsOf(guestId, fresh)).toEqual([[plainJoint, false, 0]]);
    await app.store.db
      .updateTable('assembly')
      .set({ archived_at: 2 })
      .where('joint_id', '=', plainJoint)
      .execute();
    expect(await unitsOf(guestId, fresh)).toEqual([]);
    expect(await jointsOf(guestId, await tokenOf(app, 'apoderada'))).toEqual([]);
    await app.store.db
      .updateTable('assembly')
      .set({ archived_at: null })
      .where('joint_id', '=', plainJoint)
      .execute();
  });

  it('a QR session gets only the units of the code, and the unit of the badge', {
    tags: 'slow',
  }, async () => {
    const code = codeFromBytes(randomBytes(16));
    await app.store.db
      .insertInto('code')
      .values({
        code,
        code_id: `QR-${code}`,
        joint_id: root,
        apartment_id: 'C',
        issued_at: 1,
        issued_by: 'user:1',
        revoked_at: null,
      })
      .execute();
    await hold(root, 'B', code, true);
    const token = (await app.call(signInWithCode, { body: { code } })).body.jwt;
    expect(await unitsOf(code, token)).toEqual([
      [root, 'B', code],
      [root, 'C', null],
      [sector, 'C', null],
    ]);
    // The path need not contain the code.
    expect(await unitsOf(ME, token)).toEqual(await unitsOf(code, token));
    expect(await jointsOf(ME, token)).toEqual(await jointsOf(code, token));
    expect(await unitsOf(ownerId, token)).toBe(404);
    expect((await app.call(getJoint, { params: { jointId: plainJoint } }, token)).status).toBe(404);
    await app.store.db.updateTable('code').set({ revoked_at: 3 }).where('code', '=', code).execute();
    await expect.poll(() => unitsOf(code, token), { interval: 500 }).toBe(401);
  });

  it('an operator gets the linked joints only, not the joint of an own flat', async () => {
    const operatorId = String(
      await addUser(app.store.db, 'operadora', Profile.operator, {
        assemblyJoints: [root],
        assemblyApartments: [{ jointId: plainJoint, apartmentId: '1' }],
      }),
    );
    const token = await tokenOf(app, 'operadora');
    expect(await jointsOf(operatorId, token)).toEqual([[root, true, 2]]);
    expect((await app.call(getJoint, { params: { jointId: plainJoint } }, token)).status).toBe(404);
    expect((await app.call(getJoint, { params: { jointId: sector } }, token)).status).toBe(200);
  });

  it('a sector is listed alone if its joint is out of reach', async () => {
    const links = { assemblyApartments: [{ jointId: sector, apartmentId: 'C' }] };
    const id = String(await addUser(app.store.db, 'local', Profile.owner, links));
    const token = await tokenOf(app, 'local');
    expect(await jointsOf(id, token)).toEqual([[sector, false, 0]]);
    expect(await unitsOf(id, token)).toEqual([[sector, 'C', null]]);
  });
});
