import { expect, it } from 'vitest';
import { listUserRights, ME, type UserChanges, updateUser } from '../../shared/accounts/users.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { appForEachTest, describeOnOneEngine } from '../testing/app.ts';
import { expectRefused } from '../testing/store-asserts.ts';
import { addUser, staffToken, tokenOf } from './users/people.fixture.ts';

describeOnOneEngine('rights of administrators', (make) => {
  const app = appForEachTest(make);
  let staff: string;
  let jointId: number;
  let sectorId: number;
  let userId: string;

  const change = (body: UserChanges) => app.call(updateUser, { params: { userId }, body }, { token: staff });
  const held = async (token: string) => app.call(listUserRights, { params: { userId: ME } }, { token });

  const setUp = async () => {
    staff = await staffToken(app);
    const sectors = [{ sectorName: 'Torre 1' }];
    const joint = (await app.call(createJoint, { body: { jointName: 'Cedros', sectors } }, { token: staff }))
      .body;
    jointId = joint.jointId;
    sectorId = joint.sectors[0]?.sectorId ?? 0;
    userId = String(await addUser(app.store.db, 'gestora', Profile.admin, { assemblyJoints: [jointId] }));
    return tokenOf(app, 'gestora');
  };

  it('a given right is listed for the joint and its sectors, and stands in the trail', async () => {
    const token = await setUp();
    expect((await held(token)).body).toEqual([]);
    const rights = [{ jointId, rights: ['assemblies' as const] }];
    expect((await change({ rights })).body.rights).toEqual(rights);
    expect((await held(token)).body).toEqual([
      { jointId, rights: ['assemblies'] },
      { jointId: sectorId, rights: ['assemblies'] },
    ]);
    const entry = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'data'])
      .where('act', '=', 'userChanged')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.data)).toMatchObject({ userId: Number(userId), rights });
    expect(entry.actor).toMatch(/^user:/);
  });

  it('a right without the link to the joint is void, and an unknown joint is refused', async () => {
    const token = await setUp();
    // The joint is linked for assemblies alone: payments need the link for billing.
    await change({ rights: [{ jointId, rights: ['payments', 'assemblies'] }] });
    expect((await held(token)).body[0]).toEqual({ jointId, rights: ['assemblies'] });
    await change({ billingJoints: [jointId] });
    expect((await held(token)).body[0]).toEqual({ jointId, rights: ['assemblies'] });
    expectRefused(await change({ rights: [{ jointId: 999_999, rights: ['months'] }] }), 'jointNotFound');
  });

  it('a right ends with the link to the joint, and does not come back with the link', async () => {
    const token = await setUp();
    const rights = [
      { jointId, rights: ['assemblies' as const, 'months' as const] },
      { jointId: sectorId, rights: ['assemblies' as const] },
    ];
    expect((await change({ billingJoints: [jointId], rights })).body.rights).toEqual(rights);
    const after = await change({ assemblyJoints: [] });
    expect(after.body.rights).toEqual([{ jointId, rights: ['months'] }]);
    expectRefused(await held(token), 'unauthenticated');
    expect((await change({ assemblyJoints: [jointId] })).body.rights).toEqual(after.body.rights);
    const [entry] = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('act', '=', 'userChanged')
      .where('data', 'like', '%"assemblyJoints":[]%')
      .execute();
    expect(JSON.parse(entry?.data ?? '{}').rights).toEqual(after.body.rights);
  });

  it('a lost right ends the sessions, and another profile has no rights', async () => {
    const token = await setUp();
    await change({ rights: [{ jointId, rights: ['assemblies'] }] });
    expect((await held(token)).status).toBe(200);
    await change({ rights: [] });
    expectRefused(await held(token), 'unauthenticated');
    await change({ rights: [{ jointId, rights: ['assemblies'] }] });
    const { body } = await change({ profileId: Profile.operator });
    expect(body.rights).toEqual([]);
    expectRefused(await held(await tokenOf(app, 'gestora')), 'forbidden');
  });
});
