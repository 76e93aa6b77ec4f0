import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';
import { siteOf } from './site.ts';

const size = { width: 1000, height: 600, gap: 20, names: 30 };
/** Three towers of ten floors with four units each, forty parking spaces and ten deposits. */
const units = [
  ...[1, 2, 3].flatMap((tower) =>
    Array.from({ length: 40 }, (_, i) => ({
      apartmentId: `${tower}-${Math.floor(i / 4) + 1}0${(i % 4) + 1}`,
      coefficient: 0.6 + (i % 4) / 10 + tower / 50,
    })),
  ),
  ...Array.from({ length: 40 }, (_, i) => ({ apartmentId: `PARQ ${i + 1}`, coefficient: 0.1 })),
  ...Array.from({ length: 10 }, (_, i) => ({ apartmentId: `DEP ${i + 1}`, coefficient: 0.05 })),
];
const at = (apartmentId: string) => {
  const window = siteOf(units, size).windows.find((one) => one.apartmentId === apartmentId);
  if (window === undefined) throw new Error(apartmentId);
  return window;
};

describe('site of towers', () => {
  it.each([
    ['2-403', { tower: '2', floor: 4 }],
    ['Torre 2 Apto 1204', { tower: '2', floor: 12 }],
    ['T3-101', { tower: '3', floor: 1 }],
    ['A101', { tower: 'A', floor: 1 }],
    ['Bloque B - 502', { tower: 'B', floor: 5 }],
    ['Norte 302', { tower: 'NORTE', floor: 3 }],
    ['403', { tower: '', floor: 4 }],
    ['Apto 12', { tower: '', floor: 1 }],
    ['PARQ 07', { tower: '', floor: null }],
    ['Depósito 3', { tower: '', floor: null }],
    ['P-12', { tower: '', floor: null }],
    ['D-4', { tower: '', floor: null }],
    ['Salón comunal', null],
  ])('addressOf reads %s', (name, address) => {
    expect(addressOf(name)).toEqual(address);
  });

  it('all areas are in the ratio of the coefficients', () => {
    const { windows } = siteOf(units, size);
    expect(windows).toHaveLength(units.length);
    const areas = new Map(windows.map((one) => [one.apartmentId, one.width * one.height]));
    const ratios = units.map(({ apartmentId, coefficient }) => (areas.get(apartmentId) ?? 0) / coefficient);
    for (const ratio of ratios) expect(ratio / (ratios[0] ?? 1)).toBeCloseTo(1, 9);
  });

  it('a tower is a drawing of its own with floors as rows, and the basement is below the street', () => {
    const { towers } = siteOf(units, size);
    expect(towers.map(({ name }) => name)).toEqual(['Torre 1', 'Torre 2', 'Torre 3']);
    expect(towers.map(({ width }) => width)).toEqual([320, 320, 320]);
    const [, second] = towers;
    expect(at('2-101').x).toBeCloseTo(second?.x ?? 0);
    expect(at('2-104').y).toBeCloseTo(at('2-101').y);
    expect(at('2-201').y).toBeLessThan(at('2-101').y);
    expect(at('2-101').y + at('2-101').height).toBeCloseTo(second?.street ?? 0);
    expect(at('PARQ 1').y).toBeGreaterThanOrEqual((second?.street ?? 0) + size.names);
    const lowest = Math.max(...siteOf(units, size).windows.map(({ y, height }) => y + height));
    expect(lowest).toBeCloseTo(size.height);
  });

  it('a single building has no name, and unreadable names stand in a drawing of their own', () => {
    const alone = [101, 102, 201, 202].map((number) => ({ apartmentId: String(number), coefficient: 25 }));
    expect(siteOf(alone, size).towers).toEqual([{ name: '', x: 0, width: 1000, street: 600 }]);
    const mixed = [...units, { apartmentId: 'Salón comunal', coefficient: 1 }];
    expect(siteOf(mixed, size).towers.map(({ name }) => name)).toEqual([
      'Torre 1',
      'Torre 2',
      'Torre 3',
      'Otros',
    ]);
  });

  it('more towers than a drawing has room for, and hidden elements', () => {
    const many = Array.from({ length: 26 }, (_, i) => ({
      apartmentId: `${String.fromCharCode(65 + i)}101`,
      coefficient: 1,
    }));
    expect(siteOf(many, size)).toMatchObject({ towers: [{ name: '', width: 1000 }] });
    expect(siteOf(many, size).windows).toHaveLength(26);
    expect(siteOf(units, { ...size, width: 0 })).toEqual({ windows: [], towers: [] });
    expect(siteOf([], size)).toEqual({ windows: [], towers: [] });
  });
});
