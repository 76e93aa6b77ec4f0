import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planOf } from './plan.ts';

const size = { width: 1600, height: 420 };
const someUnits = fc
  .array(fc.integer({ min: 0, max: 9_000_000 }), { minLength: 1, maxLength: 1500 })
  .filter((all) => all.some((one) => one > 0))
  .map((all) => all.map((one, at) => ({ apartmentId: `U${at}`, coefficient: one / 1e5 })));

it('unit areas equal the coefficients, fill the whole and do not overlap', () => {
  fc.assert(
    fc.property(someUnits, (units) => {
      const total = units.reduce((sum, { coefficient }) => sum + coefficient, 0);
      const plan = planOf(units, size);
      expect(plan.map(({ apartmentId }) => apartmentId)).toEqual(
        units.filter(({ coefficient }) => coefficient > 0).map(({ apartmentId }) => apartmentId),
      );
      const byId = new Map(units.map((unit) => [unit.apartmentId, unit.coefficient]));
      for (const [at, { apartmentId, x, y, width, height }] of plan.entries()) {
        const share = (byId.get(apartmentId) ?? 0) / total;
        expect(width * height).toBeCloseTo(share * size.width * size.height, 3);
        const next = plan[at + 1];
        // To the right on the same floor, or the first unit of the floor above.
        if (next && next.y === y) expect(next.x).toBeCloseTo(x + width, 6);
        else if (next) expect([next.x, next.y + next.height]).toEqual([0, expect.closeTo(y, 6)]);
        if (!next || next.y !== y) expect(x + width).toBeCloseTo(size.width, 6);
      }
      const [first, last] = [plan[0], plan.at(-1)];
      expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo(size.height, 6);
      expect(last?.y).toBeCloseTo(0, 6);
    }),
  );
});

it('draws no unit of a building without coefficients', () => {
  expect(planOf([{ apartmentId: '1', coefficient: 0 }], size)).toEqual([]);
});

it('draws no unit in a hidden element without width', () => {
  const units = [{ apartmentId: '1', coefficient: 100 }];
  expect(planOf(units, { width: 0, height: 420 })).toEqual([]);
  expect(planOf(units, { width: 0, height: 0 })).toEqual([]);
});
