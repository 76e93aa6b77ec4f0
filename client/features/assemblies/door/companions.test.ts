import { expect, it } from 'vitest';
import { companionsOf, goneAlong, withCompanions } from './companions.ts';

const free = [
  { apartmentId: '101', mainApartmentId: null },
  { apartmentId: 'PARQ 1', mainApartmentId: '101' },
  { apartmentId: 'DEP 1', mainApartmentId: '101' },
  { apartmentId: '102', mainApartmentId: null },
  { apartmentId: 'PARQ 2', mainApartmentId: '102' },
];

it('a main unit brings what goes with it', () => {
  expect(withCompanions([], ['101'], free)).toEqual(['101', 'PARQ 1', 'DEP 1']);
  expect(withCompanions(['101', 'DEP 1'], ['101', 'DEP 1', '102'], free)).toEqual([
    '101',
    'DEP 1',
    '102',
    'PARQ 2',
  ]);
});

it('what is taken out stays out, and leaves with its main unit', () => {
  expect(withCompanions(['101', 'PARQ 1', 'DEP 1'], ['101', 'DEP 1'], free)).toEqual(['101', 'DEP 1']);
  expect(withCompanions(['101', 'PARQ 1', 'DEP 1', '102'], ['PARQ 1', 'DEP 1', '102'], free)).toEqual([
    '102',
  ]);
});

it('one that goes with another may be chosen alone', () => {
  expect(withCompanions([], ['PARQ 2'], free)).toEqual(['PARQ 2']);
  expect(companionsOf(['PARQ 2'], free)).toEqual([]);
});

it('says which brought which', () => {
  expect(companionsOf(['101', 'PARQ 1', '102'], free)).toEqual([{ main: '101', others: ['PARQ 1'] }]);
});

it('what is taken back has along what goes with it and is with the same holder', () => {
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
