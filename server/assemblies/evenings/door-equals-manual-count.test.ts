import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { getQuorumHistory } from '../../../shared/assemblies/history.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnBothInAll, type Reply, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { ReferenceDoor } from '../../testing/reference-door.ts';
import { decimalOf } from '../../testing/reference-tally.ts';
import { expectTrailExplainsAll, storedState, votesOf } from '../../testing/store-asserts.ts';

/** Units with coefficients in 10⁻⁹, in the whole joint and in the unit's sector. */
const table = [
  { id: '101', owner: 'ANA', whole: 10_000_000_001n, sector: 60_000_000_000n, tower: 0 },
  { id: 'P1', owner: 'ANA', whole: 1_333_333_333n, sector: 39_999_999_999n, tower: 0, main: '101' },
  { id: '102', owner: 'LUIS', whole: 20_500_000_000n, sector: 1n, tower: 0 },
  { id: '201', owner: 'EVA', whole: 30_000_000_000n, sector: 50_000_000_000n, tower: 1 },
  { id: '202', owner: 'EVA', whole: 38_166_666_666n, sector: 50_000_000_000n, tower: 1 },
] as const;
const ids = table.map((row) => row.id);
const people = ['Marta Ruiz', 'Iván Díaz'] as const;

const act = fc.record({
  kind: fc.constantFrom('scan', 'scan', 'scan', 'badge', 'reverse', 'withdraw', 'vote', 'vote'),
  desk: fc.nat(1),
  units: fc.subarray([...ids], { minLength: 1, maxLength: 3 }),
  code: fc.nat(3),
  proxy: fc.option(fc.constantFrom(...people), { nil: null }),
  takesBack: fc.boolean(),
  /** Number of acts between the scan and its arrival; 0 for a scan without delay. */
  late: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6 })),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** Returns the unit of the scanned badge: '' for a code without a unit, null for another kind of act. */
const badgeOf = (one: Act): string | null =>
  one.kind === 'badge' ? (['101', '102'][one.code % 2] ?? '') : null;

describeOnBothInAll('any door whatever', (make) => {
  const app = appForSuite(make);
  let desks: TestApp[];
  beforeAll(async () => {
    desks = [app, await app.another()];
  });
  afterAll(() => desks[1]?.close());

  it('the door answers and stores the same as a manual count, with two desks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 25 }), async (acts) => {
        const door = await open();
        const byHand = await ReferenceDoor.open(table);
        for (const one of acts) {
          const scanned = byHand.scannedAt(one.late);
          const expected = byHand.does({ ...one, code: door.codeOf(one), badgeOf: badgeOf(one) });
          const reply = await door.does(one, scanned);
          expect(reply.status, `${JSON.stringify(one)}: ${JSON.stringify(reply.body)}`).toBe(expected.status);
          if (reply.status === 201 && one.kind !== 'vote') {
            expect(Object(reply.body).powers?.owners).toBe(expected.owners);
          }
          await byHand.pass();
        }
        const { attendance } = await storedState(app, [door.evening.jointId]);
        expect(Object.fromEntries(attendance.map((row) => [row.apartment_id, row.holder]))).toEqual(
          byHand.holders(),
        );
        expect(await votesOf(app, door.evening.jointId)).toEqual(
          byHand.voted().map((unit) => `${door.question}/${unit}=1`),
        );
        await expectSound(door.evening);
      }),
      { numRuns: rounds(1, 20), endOnFailure: true },
    );
  });

  it('concurrent acts never give a unit two holders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 20 }), async (acts) => {
        const door = await open();
        const began = Date.now();
        const replies = await Promise.all(acts.map((one) => door.does(one, one.late === 0 ? null : began)));
        for (const reply of replies) expect(reply.status).toBeLessThan(500);
        await expectSound(door.evening);
      }),
      { numRuns: rounds(1, 20), endOnFailure: true },
    );
  });

  async function open() {
    const evening = await holdAssembly(app, {
      units: table.map((row) => unitOf(row, row.whole)),
      sectors: [0, 1].map((tower) => ({
        name: `Torre ${tower + 1}`,
        units: table.filter((row) => row.tower === tower).map((row) => unitOf(row, row.sector)),
      })),
    });
    const { jointId, operator } = evening;
    const question = await evening.ask('¿Aprueba?');
    const badges = await Promise.all(['101', '102'].map((unit) => freshBadge(app, jointId, unit)));
    const cards = [await freshCode(app, operator, jointId), await freshCode(app, operator, jointId)];
    const codeOf = (one: Act): string =>
      (one.kind === 'badge' ? badges[one.code % 2] : [...cards, ...badges][one.code]) ?? '';

    function does(one: Act, scanned: number | null): Promise<Reply<unknown>> {
      const desk = desks[one.desk] ?? app;
      const as = { token: operator };
      const [unit = ''] = one.units;
      const code = codeOf(one);
      if (one.kind === 'vote') {
        const body = { jointId, apartmentId: unit, conceptId: question, voteId: 1 };
        return desk.call(castVote, { body }, as);
      }
      if (one.kind === 'reverse') {
        const params = { jointId, conceptId: 1 };
        return desk.call(removeRegistrations, { params, query: { apartmentId: unit } }, as);
      }
      if (one.kind === 'withdraw') return desk.call(withdrawHolder, { params: { code }, query: {} }, as);
      const body = {
        code,
        ...defined({ apartmentIds: one.kind === 'scan' ? one.units : undefined }),
        ...(one.proxy === null ? {} : { byProxy: true, attendee: { name: one.proxy } }),
        ...defined({
          takeBack: one.takesBack ? true : undefined,
          scannedAt: scanned === null ? undefined : new Date(scanned).toISOString(),
        }),
      };
      return desk.call(register, { params: { jointId }, body }, as);
    }
    return { evening, question, codeOf, does };
  }

  /**
   * Expects every figure to be the sum of its units, with each unit counted once and held once, and every change to
   * be in the audit trail.
   */
  async function expectSound({ jointId, joint, operator }: AssemblyFixture): Promise<void> {
    const family = [jointId, ...joint.sectors.map(({ sectorId }) => sectorId)];
    const whole = (await storedState(app, [jointId])).attendance;
    for (const [i, id] of family.entries()) {
      const { attendance } = await storedState(app, [id]);
      const inside = table.filter((row) => i === 0 || row.tower === i - 1);
      const here = inside.filter((row) => attendance.some((one) => one.apartment_id === row.id));
      expect(attendance.map((row) => [row.apartment_id, row.holder])).toEqual(
        whole
          .filter((row) => inside.some((unit) => unit.id === row.apartment_id))
          .map((row) => [row.apartment_id, row.holder]),
      );
      const sum = here.reduce((all, row) => all + (i === 0 ? row.whole : row.sector), 0n);
      const { body } = await app.call(getSnapshot, { params: { jointId: id } }, operator);
      expect(body.registered).toMatchObject({ apartments: here.length, coefficient: Number(decimalOf(sum)) });
      const history = await app.call(getQuorumHistory, { params: { jointId: id }, query: {} }, operator);
      const { points } = history.body;
      for (const point of points) expect(point.apartments).toBeLessThanOrEqual(inside.length);
      if (points.length > 0) expect(points[points.length - 1]?.apartments).toBe(here.length);
    }
    await expectTrailExplainsAll(app);
  }
});

function unitOf(row: (typeof table)[number], nano: bigint): Unit {
  const kind = 'main' in row ? 'parqueadero' : 'vivienda';
  return [row.id, decimalOf(nano), row.owner, kind, 'main' in row ? row.main : ''];
}
