import { beforeAll, expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { listColleagues } from '../../../shared/assemblies/facts/colleagues.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { insertedUser } from '../../testing/app-asker.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';

describeOnOneEngine('colleagues of an assembly', (make) => {
  const app = appForSuite(make);
  let evening: AssemblyFixture;
  let url = '';

  beforeAll(async () => {
    url = await listen(app);
    evening = await holdAssembly(app, { units: unitsOf('101;60;ANA', '102;40;LUIS') });
  });

  it('lists staff and operators with an open screen and their last act, and no owner', async () => {
    const { jointId, operator, staff } = evening;
    const params = { jointId };
    const names = async () =>
      (await app.call(listColleagues, { params }, operator)).body.map(({ name, isSelf }) => [name, isSelf]);
    const owner = await evening.owner('ana', ['101']);
    expect(await names()).toEqual([]);
    const [own, theirs, ofOwner] = await Promise.all(
      [operator, staff, owner.token].map((token) => followJoint(url, token, jointId)),
    );
    await eventually(async () => (await names()).length).toBe(2);
    expect(await names()).toContainEqual([`operador${jointId}`, true]);
    await app.call(changeAssembly, { params, body: { agenda: '1. Obra' } }, operator);
    const { body } = await app.call(listColleagues, { params }, staff);
    expect(body.find(({ isSelf }) => !isSelf)?.last?.act).toBe('assemblyChanged');
    theirs?.close();
    await eventually(names).toEqual([[`operador${jointId}`, true]]);
    // An administrator counts with the right in the joint alone.
    const links = { assemblyJoints: [jointId] };
    const rights = [{ jointId, rights: ['assemblies' as const] }];
    const others = await Promise.all([
      insertedUser(app, 'gestora', Profile.admin, { ...links, rights }),
      insertedUser(app, 'contador', Profile.admin, links),
    ]);
    const screens = await Promise.all(others.map(({ token }) => followJoint(url, token, jointId)));
    await eventually(names).toEqual([
      ['Nombre de gestora', false],
      [`operador${jointId}`, true],
    ]);
    for (const screen of [own, ofOwner, ...screens]) screen?.close();
  });
});
