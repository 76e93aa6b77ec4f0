import { expect, it } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register } from '../../../shared/assemblies/attendance.api.ts';
import { castVote, confirmSector } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

const units = [
  ['101', '20,111111111', 'ANA'],
  ['102', '30,222222222', 'LUIS'],
  ['103', '49,6', 'EVA'],
] as const;
const sectors = [
  { name: 'Torre 1', units: [['101', '60,000000001', 'ANA'] as const, ['102', '40', 'LUIS'] as const] },
  { name: 'Torre 2', units: [['102', '33,333333333', 'LUIS'] as const, ['103', '66', 'EVA'] as const] },
];

describeOnOneEngine("the two steps of the specification's client, sector by sector", (make) => {
  const app = appForSuite(make, endAssembly);

  const family = ({ jointId, joint }: AssemblyFixture) => [
    jointId,
    ...joint.sectors.map((one) => one.sectorId),
  ];

  /** Returns the registration of a unit in each of the three joints, and the figures of each joint. */
  async function stateOf(evening: AssemblyFixture, code: string) {
    const jointIds = family(evening);
    const rows = await app.store.db
      .selectFrom('attendance')
      .select(['joint_id', 'apartment_id', 'holder', 'holder_is_code', 'by_proxy', 'remote', 'confirmed'])
      .where('joint_id', 'in', jointIds)
      .execute();
    const attendance = rows.map(({ joint_id, holder, ...row }) => ({
      ...row,
      place: jointIds.indexOf(joint_id),
      isCodes: holder === code,
    }));
    const name = (row: { place: number; apartment_id: string }) => `${row.place} ${row.apartment_id}`;
    attendance.sort((a, b) => (name(a) < name(b) ? -1 : 1));
    const shown = await Promise.all(
      jointIds.map(async (jointId) => {
        const { body } = await app.call(getSnapshot, { params: { jointId } }, { token: evening.operator });
        return { registered: body.registered, total: body.total, quorum: body.quorum };
      }),
    );
    return { attendance, shown };
  }

  it('the two steps leave the same state as one registration; a third is refused', {
    tags: 'slow',
  }, async () => {
    const [stepwise, atOnce] = [
      await holdAssembly(app, { units, sectors }),
      await holdAssembly(app, { units, sectors }),
    ];
    const chosen = ['101', '102'];

    const code = await freshCode(app, stepwise.operator, stepwise.jointId);
    const [jointId = 0, ...sectorIds] = family(stepwise);
    const token = { token: stepwise.operator };
    const step = (apartmentId: string) => ({ jointId, apartmentId, conceptId: 1, voteId: 1 });
    const statuses: number[] = [];
    for (const apartmentId of chosen) {
      const assigned = await app.call(assignHolder, { body: { jointId, apartmentId, userId: code } }, token);
      const confirmed = await app.call(castVote, { body: step(apartmentId) }, token);
      statuses.push(assigned.status, confirmed.status);
      for (const sectorId of sectorIds) {
        const body = { ...step(apartmentId), sectorId };
        statuses.push((await app.call(confirmSector, { body }, token)).status);
      }
    }
    // 101 is only in the first sector: the client ignores the 404.
    expect(statuses).toEqual([200, 201, 201, 404, 200, 201, 201, 201]);

    const other = await freshCode(app, atOnce.operator, atOnce.jointId);
    const body = { apartmentIds: chosen, code: other };
    const params = { jointId: atOnce.jointId };
    expect((await app.call(register, { params, body }, { token: atOnce.operator })).status).toBe(201);

    const state = await stateOf(stepwise, code);
    expect(state).toEqual(await stateOf(atOnce, other));
    expect(state.attendance.map((row) => [row.place, row.apartment_id, row.isCodes])).toEqual([
      [0, '101', true],
      [0, '102', true],
      [1, '101', true],
      [1, '102', true],
      [2, '102', true],
    ]);
    expect(state.shown.map(({ registered }) => registered.coefficient)).toEqual([
      50.333333333, 100.000000001, 33.333333333,
    ]);
    expect(state.shown.map(({ quorum }) => quorum.reached)).toEqual([true, true, false]);

    for (const sectorId of sectorIds) {
      const again = { ...step('102'), sectorId };
      expect((await app.call(confirmSector, { body: again }, token)).status).toBe(409);
    }
    expect(await stateOf(stepwise, code)).toEqual(state);
  });
});
