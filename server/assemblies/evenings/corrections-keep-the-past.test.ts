import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { getQuorumHistory } from '../../../shared/assemblies/history.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { nano } from '../../../shared/coefficient.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { pointsOf } from '../meeting/history.service.ts';
import { momentsOf } from '../meeting/timeline.ts';

describeOnOneEngine('the history of the quorum', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;60;LUIS'),
    });
  });

  it('a correction is a step of the history, and does not change the past', async () => {
    const params = { jointId: evening.jointId };
    const correct = (apartmentId: string, coefficient: number) =>
      app.call(
        correctRoll,
        { params: { ...params, apartmentId }, body: { coefficient, reason: 'Escritura' } },
        { token: evening.operator },
      );
    await evening.register(['101', '102']);
    for (const coefficient of [30, 20, 10]) await correct('101', coefficient);
    await app.call(
      removeRegistrations,
      { params: { ...params, conceptId: 1 }, query: { apartmentId: '101' } },
      { token: evening.operator },
    );
    await correct('101', 5);
    const { body } = await app.call(getQuorumHistory, { params, query: {} }, { token: evening.operator });
    const seen = body.points.map((point) => point.coefficient);
    expect([seen[0], seen[seen.length - 1]]).toEqual([100, 60]);
    expect([100, 90, 80, 70, 60]).toEqual(expect.arrayContaining(seen));
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
  });

  it('attendance, corrections and departures draw a new history', async () => {
    const params = { jointId: evening.jointId };
    const as = { token: evening.operator };
    const last = async () => (await app.call(getQuorumHistory, { params, query: {} }, as)).body.points.at(-1);
    expect(await last()).toBeUndefined();
    await evening.register(['101']);
    expect(await last()).toMatchObject({ apartments: 1, coefficient: 40 });
    expect(await last()).toMatchObject({ apartments: 1, coefficient: 40 });
    await evening.register(['102']);
    expect(await last()).toMatchObject({ apartments: 2, coefficient: 100 });
    const correction = { coefficient: 30, reason: 'Escritura' };
    await app.call(correctRoll, { params: { ...params, apartmentId: '101' }, body: correction }, as);
    expect(await last()).toMatchObject({ apartments: 2, coefficient: 90 });
    const leaving = { params: { ...params, conceptId: 1 }, query: { apartmentId: '102' } };
    await app.call(removeRegistrations, leaving, as);
    expect(await last()).toMatchObject({ apartments: 1, coefficient: 30 });
  });

  it('the history tells arrivals, departures and openings of questions', async () => {
    const params = { jointId: evening.jointId };
    await evening.register(['101']);
    await evening.register(['102']);
    const conceptId = await evening.ask('¿Aprueba?');
    await app.call(
      removeRegistrations,
      { params: { ...params, conceptId: 1 }, query: { apartmentId: '101' } },
      { token: evening.operator },
    );
    const { body } = await app.call(getQuorumHistory, { params, query: {} }, { token: evening.operator });
    expect(body.points[body.points.length - 1]).toMatchObject({ apartments: 1, coefficient: 60 });
    expect(Math.max(...body.points.map((point) => point.coefficient))).toBe(100);
    expect(body.questions).toMatchObject([{ conceptId, conceptDescription: '¿Aprueba?', closedAt: null }]);
  });
});

describe('points of a history', () => {
  it('the points of a history never exceed the limit, and end with the current state', () => {
    const stay = fc.record({ from: fc.nat(1e7), length: fc.option(fc.nat(1e6)) });
    fc.assert(
      fc.property(fc.array(stay, { maxLength: 900 }), (stays) => {
        const changes = stays.flatMap(({ from, length }, i) => [
          { at: from, units: 1 as const, apartmentId: String(i) },
          ...(length === null ? [] : [{ at: from + length + 1, units: -1 as const, apartmentId: String(i) }]),
        ]);
        const one = { coefficient: nano(1e9), ownerKey: 'ANA' };
        const roll = new Map(stays.map((_, i) => [String(i), one] as const));
        const points = pointsOf(momentsOf(roll, changes));
        expect(points.length).toBeLessThanOrEqual(500);
        const standing = stays.filter(({ length }) => length === null).length;
        expect(points[points.length - 1]?.apartments ?? 0).toBe(standing);
        expect(points.every((point) => point.apartments === point.coefficient)).toBe(true);
      }),
    );
  });
});
