import { expect, it } from 'vitest';
import { nano } from '../../../shared/coefficient.ts';
import { answerOf, crowdOf } from './crowd.ts';

const rollOf = (weights: readonly number[]) =>
  weights.map((weight, index) => ({
    apartmentId: String(index),
    ownerKey: `owner ${index}`,
    coefficient: nano(weight),
  }));

it('the present owners have more than half of the coefficient, also with one large owner', () => {
  for (const weights of [
    [1],
    [1, 2, 3],
    [5_000, ...Array(40).fill(100)],
    Array.from({ length: 240 }, (_, i) => i + 1),
  ]) {
    const roll = rollOf(weights);
    const present = new Set(crowdOf(roll).flatMap(({ voting }) => voting));
    const sum = (units: typeof roll) => units.reduce((total, { coefficient }) => total + coefficient, 0);
    expect(sum(roll.filter(({ apartmentId }) => present.has(apartmentId)))).toBeGreaterThan(sum(roll) / 2);
  }
});

it('every owner comes once with all units; units without coefficient do not vote', () => {
  const roll = rollOf(Array(240).fill(10)).map((unit, i) => ({ ...unit, ownerKey: `owner ${i >> 1}` }));
  const units = crowdOf(roll).flatMap(({ apartmentIds }) => apartmentIds);
  expect(new Set(units).size).toBe(units.length);
  for (const { apartmentIds } of crowdOf(roll)) expect(apartmentIds).toHaveLength(2);
  expect(
    crowdOf(rollOf([0, 10]))
      .map(({ voting }) => voting.length)
      .sort(),
  ).toEqual([0, 1]);
});

it('an answer is a number of the question', () => {
  for (let guest = 0; guest < 50; guest += 1) {
    expect(answerOf(guest, 2, 1)).toBe(1);
    expect([1, 2, 3]).toContain(answerOf(guest, 3, 3));
  }
});
