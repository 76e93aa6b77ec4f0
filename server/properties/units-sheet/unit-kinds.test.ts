import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import type { UnitsReading } from '../../../shared/properties/units-reading.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { readCoefficientTable } from './coefficient-table.ts';

const read = (rows: readonly string[], header = 'Inmueble;Coef', reading: UnitsReading = {}) => {
  const sheets = readCsv(Buffer.from([header, ...rows].join('\n')), 'tabla.csv');
  return readCoefficientTable({ sheets }, { reading, remembered: [], knownUnits: [] });
};
const FLATS = ['101;16', '102;16', '103;16', '104;16', '105;16'];
/**
 * Returns the kind of a unit among five flats of 16 %, by its name or by the cell 'Tipo'; adds '?' if the user is
 * asked.
 */
const byName = (name: string, coefficient = '16') => {
  const table = read([...FLATS, `${name};${coefficient}`]);
  return `${table.rows.at(-1)?.kind}${table.doubtful.length > 0 ? '?' : ''}`;
};
const byType = (type: string, name = '9', coefficient = '16') => {
  const flats = FLATS.map((row) => `${row};`);
  const table = read([...flats, `${name};${coefficient};${type}`], 'Inmueble;Coef;Tipo');
  return `${table.rows.at(-1)?.kind}${table.doubtful.length > 0 ? '?' : ''}`;
};

describe('the kind of a unit by name', () => {
  it('a dwelling or shop named beside a parking space or store room decides', () => {
    const dwellings =
      'APTO 101 PARQ 11|APTO 102 - GARAJE 13|APTO 104, PARQ 15|APTO 105 (PARQ 16)|APTO 106/PQ 17|CASA 7 GARAJE 7|APTO101PARQ11|Apto. 3 + Dep. 4|T2-504 APTO 504 GJ 3|Departamento 8 bodega 1|Depto 301 y depósito 3|PH 2 CUARTO ÚTIL 3|Dúplex 4 celda 9|Apto 5 con estacionamiento 12|Apto 5 moto 3|Depto 3B + DEP 4|T2 AP 501 / GJ 12 / CUARTO ÚTIL|Casa 7 con garaje|Penthouse|Apartaestudio|Suite 501|Aparta-suite 2|Apto 101 CU 3|Mz 3 Casa 5';
    for (const name of dwellings.split('|')) expect([name, byName(name)]).toEqual([name, 'vivienda']);
    for (const name of [
      'LOCAL 9 BODEGA 2',
      'Of. 301 PARQ 3',
      'Consultorio 5 - Garaje 2',
      'Isla 3 depósito 1',
      'LOCAL 5 BODEGA',
      'OF. 301',
      'OFC 301 PK 4',
      'Mezanine 2',
      'Droguería',
    ])
      expect([name, byName(name)]).toEqual([name, 'local']);
  });

  it('a parking space without a dwelling, or of a dwelling, is a parking space', () => {
    const parking =
      'PARQ 18 - 19|PQ37|GARAJE 5|1-PARQ 11|T1 PARQ 118|Parqueadero 5 del apto 101|Garaje de la casa 3|Celda 8|PARQ 18 DEPÓSITO 3|Estacionamiento 4|118 PARQ|PARQUEADERO VISITANTES|Parq. de visitantes 3|SÓTANO 1 PARQ 45|PK 9|Pqdero 9|Bicicletero 2';
    for (const name of parking.split('|')) expect([name, byName(name)]).toEqual([name, 'parqueadero']);
    for (const name of [
      'Depósito 1',
      'DEPO 1',
      'Cuarto útil 3',
      'Bodega 2',
      'CU 3',
      'BOD 5',
      'Depósito del local 4',
    ])
      expect([name, byName(name)]).toEqual([name, 'deposito']);
  });

  it('a kind word in a proper name is ignored', () => {
    for (const name of ['Torre Parque 101', 'Villa Sofía 3', 'Islas del Sol 4'])
      expect([name, byName(name)]).toEqual([name, 'vivienda']);
    expect(byName('Villa Sofía PARQ 3')).toBe('parqueadero');
    expect(byName('Villa 3 PARQ 3')).toBe('vivienda');
  });

  it('a person is asked if word order or coefficient contradict a dwelling', () => {
    expect(byName('PARQ 5 APTO 101')).toBe('vivienda?');
    expect(byName('201 PARQ 11')).toBe('vivienda?');
    expect(byName('Casa 5 local 2')).toBe('vivienda?');
    expect(byName('APTO 101 PARQ 11', '0.2')).toBe('vivienda?');
  });

  it('Dep. with a small coefficient is a store room, else a person is asked', () => {
    expect(byName('DEP 5', '0.2')).toBe('deposito');
    expect(byName('Dp. 5', '0.2')).toBe('deposito');
    expect(byName('Dep. 301')).toBe('vivienda?');
    const only = read(['DEP 1;50', 'DEP 2;50']);
    expect(only.doubtful).toEqual(['DEP 1', 'DEP 2']);
  });
});

describe('the kind of a unit by the cell «Tipo»', () => {
  it('the cell «Tipo» with several kinds is the dwelling', () => {
    const dwellings =
      'Apartamento con parqueadero|Vivienda familiar (2 garajes)|Apto + depósito|Apto Torre Parque|Departamento|Depto|Dpto|Dpt.|Deptos.|Apartaestudio|Aparta estudio|Aptos|Penthouse|PH|Loft|Dúplex|Villa|Finca|Casa|Unidad residencial|Unifamiliar|Garaje y apartamento|Casa lote';
    for (const type of dwellings.split('|')) expect([type, byType(type)]).toEqual([type, 'vivienda']);
  });

  it('the noun in «Tipo» decides; an adjective only alone', () => {
    const kinds: Record<string, string> = {
      parqueadero:
        'Parqueadero|Parqueadero residencial|Parqueadero comercial|Celda de moto|Garaje de vivienda',
      deposito: 'Depósito|Cuarto útil|Bodega|Depósito residencial',
      local:
        'Local|Local comercial|Oficina|Consultorio|Burbuja|Isla|Isla comercial|Comercial|Local con bodega',
      otro: 'Lote|Parcela|Antena|Otro|Zona común',
    };
    for (const [kind, types] of Object.entries(kinds))
      for (const type of types.split('|')) expect([type, byType(type)]).toEqual([type, kind]);
  });

  it('a person is asked if «Tipo» is unknown or contradicts the name', () => {
    for (const type of ['Parque', 'Tipo B', '3']) expect([type, byType(type)]).toEqual([type, 'otro?']);
    expect(byType('Tipo B', 'APTO 201')).toBe('vivienda');
    expect(byType('Apartamento', 'PARQ 3')).toBe('vivienda?');
    expect(byType('Parqueadero', 'APTO 201')).toBe('parqueadero?');
    expect(byType('Dep.')).toBe('vivienda?');
    const byHand: UnitsReading = { kinds: [{ apartmentId: '9', kind: 'local' }] };
    const answered = read(['101;50;Apto', '9;50;Parque'], 'Inmueble;Coef;Tipo', byHand);
    expect([answered.doubtful, answered.rows[1]?.kind]).toEqual([[], 'local']);
  });
});

describe('a name of a dwelling and an annex', () => {
  const word = (...all: [string, ...string[]]) => fc.constantFrom(...all);
  it('a dwelling with an annex is never the annex without a question', () => {
    const spelt = fc.record({
      home: word(
        'Apto',
        'APARTAMENTO',
        'Casa',
        'Depto',
        'Dpto.',
        'APT',
        'Ap',
        'Loft',
        'Penthouse',
        'Apartaestudio',
      ),
      annex: word(
        'PARQ',
        'Parqueadero',
        'Garaje',
        'PQ',
        'Gj',
        'Depósito',
        'Bodega',
        'Cuarto útil',
        'Celda',
        'Estac.',
      ),
      between: word(' ', ' - ', ', ', '/', ' + ', ' y ', ' con ', ' (', ' & ', ' más '),
      numbers: fc.tuple(fc.integer({ min: 1, max: 1999 }), fc.integer({ min: 1, max: 400 })),
      upper: fc.boolean(),
    });
    fc.assert(
      fc.property(spelt, ({ home, annex, between, numbers: [a, b], upper }) => {
        const name = `${home} ${a}${between}${annex} ${b}`;
        expect(byName(upper ? name.toUpperCase() : name)).toBe('vivienda' satisfies ApartmentKind);
        expect(byType(`${home}${between}${annex}`)).toBe('vivienda');
      }),
      { numRuns: rounds(100) },
    );
  });
});
