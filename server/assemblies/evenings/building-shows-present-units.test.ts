import { beforeAll, expect, it } from 'vitest';
import { createDisplayCode, openDisplay } from '../../../shared/accounts/displays.api.ts';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { getBuilding } from '../../../shared/assemblies/building.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';

describeOnOneEngine('the building', (make) => {
  const app = appForSuite(make);
  let evening: AssemblyFixture;
  beforeAll(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('1001;30;ANA', '102;60;LUIS', '101;10;LUIS'),
    });
  });
  const lit = async (token: string) => {
    const { status, body } = await app.call(getBuilding, { params: { jointId: evening.jointId } }, { token });
    expect(status).toBe(200);
    return body.units.map(({ apartmentId, registered }) => [apartmentId, registered]);
  };

  it('the building shows present units at once, on the wall too, in counting order', async () => {
    const { jointId, operator } = evening;
    const { body } = await app.call(createDisplayCode, { params: { jointId } }, { token: operator });
    const wall = (await app.call(openDisplay, { body: { code: body.code } })).body.jwt;
    const [low, middle, high] = ['101', '102', '1001'];
    expect(await lit(wall)).toEqual([
      [low, false],
      [middle, false],
      [high, false],
    ]);
    await evening.register(['102', '1001']);
    for (const token of [wall, operator]) {
      expect(await lit(token)).toEqual([
        [low, false],
        [middle, true],
        [high, true],
      ]);
    }
    const query = { apartmentId: '102', reason: 'Se fue' };
    const params = { jointId, conceptId: 1 };
    await app.call(removeRegistrations, { params, query }, { token: operator });
    expect(await lit(wall)).toContainEqual([middle, false]);
  });

  it('the building hides names, and is closed to owners', async () => {
    const { jointId, operator } = evening;
    const reply = await app.call(getBuilding, { params: { jointId } }, { token: operator });
    expect(JSON.stringify(reply.body)).not.toMatch(/ANA|LUIS/);
    expect(reply.body.units.map(({ coefficient }) => coefficient)).toEqual([10, 60, 30]);
    const owner = await evening.owner('duena', ['101']);
    const refused = await app.call(getBuilding, { params: { jointId } }, owner);
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
  });
});
