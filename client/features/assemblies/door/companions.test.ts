import { expect, it } from 'vitest';
import { companionsOf, goneAlong, withCompanions } from './companions.ts';

const free = [
  { apartmentId: '101', mainApartmentId: null },
  { apartmentId: 'PARQ 1', mainApartmentId: '101' },
  { apartmentId: 'DEP 1', mainApartmentId: '101' },
  { apartmentId: '102', mainApartmentId: null },
  { apartmentId: 'PARQ 2', mainApartmentId: '102' },
];

it('choosing a main unit adds its companion units', () => {
  expect(withCompanions([], ['101'], free)).toEqual(['101', 'PARQ 1', 'DEP 1']);
  expect(withCompanions(['101', 'DEP 1'], ['101', 'DEP 1', '102'], free)).toEqual([
    '101',
    'DEP 1',
    '102',
    'PARQ 2',
  ]);
});

it('a removed companion stays out, and leaves with its main unit', () => {
  expect(withCompanions(['101', 'PARQ 1', 'DEP 1'], ['101', 'DEP 1'], free)).toEqual(['101', 'DEP 1']);
  expect(withCompanions(['101', 'PARQ 1', 'DEP 1', '102'], ['PARQ 1', 'DEP 1', '102'], free)).toEqual([
    '102',
  ]);
});

it('a companion unit can be chosen alone', () => {
  expect(withCompanions([], ['PARQ 2'], free)).toEqual(['PARQ 2']);
  expect(companionsOf(['PARQ 2'], free)).toEqual([]);
});

it('companionsOf lists the companions of each main unit', () => {
  expect(companionsOf(['101', 'PARQ 1', '102'], free)).toEqual([{ main: '101', others: ['PARQ 1'] }]);
});

it('a take-back moves companions with the same holder', () => {
  const holders = ['A', 'A', 'B', 'A', 'A'];
  const units = free.map((unit, at) => ({ ...unit, userId: holders[at] ?? null }));
  const along = (taken: string[], of = units) => goneAlong(taken, of).map((unit) => unit.apartmentId);
  expect(along(['101'])).toEqual(['PARQ 1']);
  expect(along(['101', 'PARQ 1'])).toEqual([]);
  expect(along(['101', '102'])).toEqual(['PARQ 1', 'PARQ 2']);
  expect(along(['PARQ 1'])).toEqual([]);
  expect(
    along(
      ['101'],
      units.map((unit) => ({ ...unit, userId: null })),
    ),
  ).toEqual([]);
});
