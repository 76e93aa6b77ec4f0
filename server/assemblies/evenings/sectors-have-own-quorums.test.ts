import { beforeAll, expect, it } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, createConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote, confirmSector } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { eventually } from '../../testing/eventually.ts';
import { decimalOf } from '../../testing/reference-tally.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { readAttendanceReport } from '../reports/attendance-report.ts';

/** Units with exact coefficients in 10⁻⁹, in the whole joint and in the unit's sector. */
const table = [
  { id: 'A-101', owner: 'ANA', whole: 1_234_567_891n, sector: 7_070_707_071n, tower: 0 },
  { id: 'A-102', owner: 'LUIS', whole: 2_000_000_003n, sector: 92_929_292_929n, tower: 0 },
  { id: 'PA-1', owner: 'ANA', whole: 333_333_333n, sector: 1n, tower: 0, main: 'A-101' },
  { id: 'B-201', owner: 'EVA', whole: 11_111_111_111n, sector: 33_333_333_334n, tower: 1 },
  { id: 'B-202', owner: 'EVA', whole: 85_320_987_662n, sector: 66_666_666_666n, tower: 1 },
] as const;

const unitOf = (row: (typeof table)[number], nano: bigint): Unit => [
  row.id,
  decimalOf(nano),
  row.owner,
  'main' in row ? 'parqueadero' : 'vivienda',
  'main' in row ? row.main : '',
];

/** Sums the coefficients of units, in the whole joint and in both towers, as sent to clients. */
function byHand(ids: readonly string[]): number[] {
  const here = table.filter((row) => ids.includes(row.id));
  const sum = (parts: readonly bigint[]) => Number(decimalOf(parts.reduce((all, part) => all + part, 0n)));
  const ofTower = (tower: number) => here.filter((row) => row.tower === tower).map((row) => row.sector);
  return [sum(here.map((row) => row.whole)), sum(ofTower(0)), sum(ofTower(1))];
}

describeOnOneEngine('a sectorial joint', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let family: number[];
  beforeAll(async () => {
    evening = await holdAssembly(app, {
      units: table.map((row) => unitOf(row, row.whole)),
      sectors: [0, 1].map((tower) => ({
        name: `Torre ${tower + 1}`,
        units: table.filter((row) => row.tower === tower).map((row) => unitOf(row, row.sector)),
      })),
      staff: await firstStaff(app),
    });
    family = [evening.jointId, ...evening.joint.sectors.map(({ sectorId }) => sectorId)];
  });

  const snapshots = () =>
    Promise.all(
      family.map(
        async (jointId) =>
          (await app.call(getSnapshot, { params: { jointId } }, { token: evening.operator })).body,
      ),
    );
  const quorums = async () => (await snapshots()).map((snapshot) => snapshot.registered.coefficient);
  const scan = async (apartmentId: string) => {
    const { jointId, operator } = evening;
    const code = await freshBadge(app, jointId, apartmentId);
    const done = await app.call(register, { params: { jointId }, body: { code } }, { token: operator });
    expect(done.status).toBe(201);
    return code;
  };

  it('joint and sectors have their own quorum from a single scan', async () => {
    expect((await snapshots()).map((snapshot) => snapshot.total.coefficient)).toEqual(
      byHand(table.map((row) => row.id)),
    );
    await scan('A-101');
    expect(await quorums()).toEqual(byHand(['A-101', 'PA-1']));
    await scan('B-201');
    expect(await quorums()).toEqual(byHand(['A-101', 'PA-1', 'B-201']));
    const reached = (await snapshots()).map(({ quorum }) => quorum.reached);
    expect(reached).toEqual([false, false, false]);
    await scan('A-102');
    const three = ['A-101', 'PA-1', 'B-201', 'A-102'];
    expect(await quorums()).toEqual(byHand(three));
    // Tower 1 is complete, with two owners. The joint lacks most units.
    expect((await snapshots()).map(({ quorum }) => quorum.reached)).toEqual([false, true, false]);
  });

  it('a reset of a sector frees the units of the sector alone', async () => {
    const [, , other = 0] = family;
    const token = { token: evening.operator };
    await scan('B-202');
    const scannedAt = new Date().toISOString();
    await eventually(() => Date.now()).toBeGreaterThan(Date.parse(scannedAt));
    for (const _ of ['first', 'again']) {
      const params = { conceptId: ATTENDANCE, jointId: other };
      const reset = await app.call(removeRegistrations, { params, query: {} }, token);
      expect(reset.status).toBe(204);
      expect(await quorums()).toEqual(byHand(['A-101', 'PA-1', 'A-102']));
    }
    // A scan from before the reset is outdated, also of a unit without a registration at the reset.
    const body = { code: await freshBadge(app, evening.jointId, 'B-201'), scannedAt };
    const late = await app.call(register, { params: { jointId: evening.jointId }, body }, token);
    expectRefused(late, 'scanOutdated');
    await scan('B-201');
    expect(await quorums()).toEqual(byHand(['A-101', 'PA-1', 'A-102', 'B-201']));
    // The sector reached the quorum only before the reset.
    const report = await readAttendanceReport(app.store.db, { jointId: other });
    expect(report.reachedAt).toBeNull();
  });

  it('a unit votes in a sector with the coefficient of the sector', async () => {
    const [, tower = 0] = family;
    const token = { token: evening.operator };
    const created = await app.call(
      createConcept,
      {
        body: {
          jointId: tower,
          conceptDescription: '¿Pintar la torre?',
          active: 1,
          answers: [{ answerDescription: 'Si' }, { answerDescription: 'No' }],
        },
      },
      token,
    );
    const { conceptId } = created.body;
    const vote = { jointId: evening.jointId, sectorId: tower, conceptId, voteId: 1 };
    const cast = await app.call(confirmSector, { body: { ...vote, apartmentId: 'A-101' } }, token);
    expect([cast.status, cast.body.jointId]).toEqual([201, tower]);
    const outside = await app.call(confirmSector, { body: { ...vote, apartmentId: 'B-201' } }, token);
    expectRefused(outside, 'apartmentNotFound');
    const direct = await app.call(
      castVote,
      { body: { jointId: tower, conceptId, voteId: 2, apartmentId: 'PA-1' } },
      token,
    );
    expect(direct.status).toBe(201);
    const [, snapshot] = await snapshots();
    const shownConcept = snapshot?.concepts.find((concept) => concept.conceptId === conceptId);
    expect(shownConcept?.answers.map((answer) => answer.coefficient)).toEqual([
      byHand(['A-101'])[1],
      byHand(['PA-1'])[1],
    ]);
  });
});
