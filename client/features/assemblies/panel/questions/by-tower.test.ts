import { expect, it } from 'vitest';
import { countByTower } from './by-tower.ts';

const counted = (...ids: string[]) => countByTower(ids.map((apartmentId) => ({ apartmentId })));

it('units are counted by the tower in the id, in the order of the names', () => {
  expect(counted('10-101', 'T2 301', '2-302', 'Torre 2 - 303', 'A-101', 'B101')).toEqual([
    { tower: 'Torre 2', units: 3 },
    { tower: 'Torre 10', units: 1 },
    { tower: 'Torre A', units: 1 },
    { tower: 'Torre B', units: 1 },
  ]);
});

it('units with a plain number are counted by floor, parking spaces and other names apart', () => {
  expect(counted('301', '302', '1201', 'LOCAL 4', 'PARQ 18', 'PORTERÍA')).toEqual([
    { tower: 'Otros', units: 1 },
    { tower: 'Parqueaderos y depósitos', units: 1 },
    { tower: 'Piso 1', units: 1 },
    { tower: 'Piso 3', units: 2 },
    { tower: 'Piso 12', units: 1 },
  ]);
});

it('every unit is counted once', () => {
  const ids = ['', '-', '1', '12', '12345', '2-2-101', 'á 1', '2 A 302B'];
  expect(counted(...ids).reduce((sum, { units }) => sum + units, 0)).toBe(ids.length);
});
