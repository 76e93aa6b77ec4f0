import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromNumber, HUNDRED, nano, sumNano } from '../../../shared/coefficient.ts';
import type { UnitsReading } from '../../../shared/properties/units-reading.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { workbook } from '../../platform/sheets/sheets.fixture.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import { readCoefficientTable } from './coefficient-table.ts';
import { shareCoefficients } from './tower-shares.ts';

const groundsOf = (reading: UnitsReading) => ({ reading, remembered: [], knownUnits: [] });
const read = (text: string, reading: UnitsReading = {}) =>
  readCoefficientTable({ sheets: readCsv(Buffer.from(text), 'tabla.csv') }, groundsOf(reading));
const errors = ({ problems }: ReturnType<typeof read>) =>
  problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
const towers = ({ sectors }: ReturnType<typeof read>) =>
  sectors.map(({ sectorName, apartmentIds }) => `${sectorName}: ${apartmentIds.length}`);

/** Tables of two towers with a sum of 100 each, in different spellings: two flats of 50 and four of 25. */
const SPELLINGS = {
  column: ['Torre;Apto;Coef', '1;101;50', '1;102;50', '2;101;25', '2;102;25', '2;103;25', '2;104;25'],
  headings: ['Apto;Coef', 'TORRE 1;', '101;50', '102;50', 'TORRE 2;', '101;25', '102;25', '103;25', '104;25'],
  id: ['Inmueble;Coef', '1-101;50', '1-102;50', '2-101;25', '2-102;25', '2-103;25', '2-104;25'],
  short: ['Inmueble;Coef', 'T1-101;50', 'T1-102;50', 'T2-101;25', 'T2-102;25', 'T2-103;25', 'T2-104;25'],
  words: [
    ...['Inmueble;Coef', 'Torre 1 Apto 1;50', 'Torre 1 Apto 2;50', 'Torre 2 Apto 1;25', 'Torre 2 Apto 2;25'],
    ...['APTO 3 TORRE 2;25', 'APTO 4 TORRE 2;25'],
  ],
};

describe('towers with a sum of 100 each', () => {
  it.each(Object.entries(SPELLINGS))(
    'towers of 100 each are a question, in the spelling of %s',
    (_, lines) => {
      const table = read(lines.join('\n'));
      expect(errors(table)).toEqual(['towersWhole']);
      expect(towers(table)).toEqual(['Torre 1: 2', 'Torre 2: 4']);
      const one = read(lines.join('\n'), { isOneTable: true });
      expect([errors(one), one.sum]).toEqual([[], 200e9]);
      const shares = [
        { tower: '1', share: 30 },
        { tower: '2', share: 70 },
      ];
      const sectors = read(lines.join('\n'), { towerShares: shares });
      expect([errors(sectors), sectors.sum]).toEqual([[], HUNDRED]);
      expect(
        sectors.rows.map(({ coefficient, sectorCoefficient }) => [coefficient, sectorCoefficient]),
      ).toEqual([
        ...Array.from({ length: 2 }, () => [15e9, 50e9]),
        ...Array.from({ length: 4 }, () => [17.5e9, 25e9]),
      ]);
    },
  );

  it('ten flats of 10 % beside forty of 2.5 % are a question, and shares weigh each flat', () => {
    const flats = (tower: number, coefficient: string, quantity: number) =>
      Array.from({ length: quantity }, (_, at) => `${tower};${101 + at};${coefficient}`);
    const lines = ['Torre;Apto;Coef', ...flats(1, '10', 10), ...flats(2, '2,5', 40)].join('\n');
    expect([errors(read(lines)), towers(read(lines))]).toEqual([
      ['towersWhole'],
      ['Torre 1: 10', 'Torre 2: 40'],
    ]);
    const towerShares = [
      { tower: '1', share: 20 },
      { tower: '2', share: 80 },
    ];
    const { rows } = read(lines, { towerShares });
    expect(new Set(rows.map(({ coefficient }) => coefficient))).toEqual(new Set([2e9]));
  });

  it('towers as sheets, as fractions of 1, or slightly off 100 are a question', async () => {
    const file = await workbook((book) => {
      book.addWorksheet('Norte').addRows([
        ['Inmueble', 'Coef'],
        ['101', 50],
        ['102', 49.99],
      ]);
      book.addWorksheet('Sur').addRows([
        ['Inmueble', 'Coef'],
        ['201', 25],
        ['202', 75.01],
      ]);
    });
    const table = readCoefficientTable({ sheets: await readXlsx(file) }, groundsOf({ tables: [0, 1] }));
    expect([errors(table), towers(table)]).toEqual([['towersWhole'], ['Norte: 2', 'Sur: 2']]);
    const fractions = read('Torre;Apto;Coef\nA;1;0,4\nA;2;0,6\nB;1;1', {
      towerShares: [
        { tower: 'A', share: 33.333333333 },
        { tower: 'B', share: 66.666666667 },
      ],
    });
    expect([errors(fractions), fractions.sum]).toEqual([[], HUNDRED]);
  });

  it('a table of 100, or a single part of 100, is no question', () => {
    expect(errors(read('Torre;Apto;Coef\n1;101;50\n2;101;50'))).toEqual([]);
    expect(errors(read('Torre;Apto;Coef\n1;101;100\n2;101;50'))).toEqual([]);
    expect(errors(read('Inmueble;Coef\n101;100\n102;100'))).toEqual([]);
    expect(errors(read('Inmueble;Coef\nPQ 1;100\nAP 1;100'))).toEqual([]);
  });

  it('sectors need a share of each tower, 100 together, and a tower for each unit', () => {
    const lines = SPELLINGS.column.join('\n');
    const message = (text: string, shares: [string, number][]) => {
      const towerShares = shares.map(([tower, share]) => ({ tower, share }));
      const { problems, rows } = read(text, { towerShares });
      expect(rows.every(({ sectorCoefficient }) => sectorCoefficient === undefined)).toBe(true);
      return problems.find(({ code }) => code === 'sharesWrong')?.message;
    };
    expect(message(lines, [['1', 30]])).toContain('falta la de «Torre 2»');
    for (const share of [0, -30, 0.00000000001])
      expect(
        message(lines, [
          ['1', share],
          ['2', 100],
        ]),
      ).toContain('«Torre 1»');
    expect(
      message(lines, [
        ['1', 30],
        ['2', 60],
      ]),
    ).toBe('Las partes de los sectores suman 90; deben sumar 100.');
    expect(
      message(`${lines}\n;PARQ 1;1`, [
        ['1', 30],
        ['2', 70],
      ]),
    ).toContain('de ninguna torre: PARQ 1');
  });
});

describe('names of units with the tower inside', () => {
  const units = (nameOf: (tower: number, at: number) => string) =>
    [[1, 50, 2] as const, [2, 25, 4] as const].flatMap(([tower, coefficient, flats]) =>
      Array.from({ length: flats }, (_, at) => `${nameOf(tower, at + 1)};${coefficient}`),
    );
  const name = (tower: number, ...names: string[]) => names[tower - 1] ?? '';

  it.each([
    ['A101', 'Torre A, Torre B', units((tower, at) => `${name(tower, 'A', 'B')}10${at}`)],
    ['101A', 'Torre A, Torre B', units((tower, at) => `10${at}${name(tower, 'A', 'B')}`)],
    ['101-1', 'Torre 1, Torre 2', units((tower, at) => `10${at}-${tower}`)],
    ['Apto 101 T1', 'Torre 1, Torre 2', units((tower, at) => `Apto 10${at} T${tower}`)],
    ['1101', 'Torre 1, Torre 2', units((tower, at) => `${tower}10${at}`)],
    ['Norte 101', 'NORTE, SUR', units((tower, at) => `${name(tower, 'Norte', 'Sur')} 10${at}`)],
    ['Bloque I 101', 'Torre I, Torre II', units((tower, at) => `Bloque ${name(tower, 'I', 'II')} 10${at}`)],
    [
      'Torre Norte Apto 1',
      'TORRE NORTE, TORRE SUR',
      units((tower, at) => `Torre ${name(tower, 'Norte', 'Sur')} Apto ${at}`),
    ],
  ])('unit names with towers of 100 each are a question: %s', (_, names, lines) => {
    const table = read(['Inmueble;Coef', ...lines].join('\n'));
    expect(errors(table)).toEqual(['towersWhole']);
    expect(table.sectors.map(({ sectorName }) => sectorName).join(', ')).toBe(names);
  });

  it.each(['Bloque', 'Interior', 'Etapa', 'Manzana', 'Edificio', 'Sector', 'Torre No.', 'Agrupación'])(
    'towers in a column %s are found, also for sums per mille',
    (header) => {
      const lines = [
        `${header};Apto;Coef`,
        '1;101;500',
        '1;102;499,8',
        '2;101;1000',
        '3;101;400',
        '3;102;600',
      ];
      expect(towers(read(lines.join('\n')))).toEqual(['Torre 1: 2', 'Torre 2: 1', 'Torre 3: 2']);
    },
  );
});

describe('coefficients of a sector within the joint', () => {
  it('coefficients of a sector sum exactly to its share, in the same order', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 5e9 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 100e9 }), (own, share) => {
        const rest = 300e9 - own.reduce((sum, one) => sum + one, 0);
        const coefficients = [...own, rest].map(nano);
        const whole = nano(300e9);
        const shared = shareCoefficients(coefficients, nano(share), whole);
        expect(sumNano(shared)).toBe(share);
        expect(shareCoefficients(coefficients, nano(share), whole)).toEqual(shared);
        for (const [at, one] of coefficients.entries()) {
          const exact = (BigInt(one) * BigInt(share)) / BigInt(whole);
          expect(BigInt(shared[at] ?? 0) - exact).toBeOneOf([0n, 1n]);
        }
      }),
      { numRuns: rounds(100, 2000) },
    );
    const thirds = [33.333333333, 33.333333333, 33.333333334].map(fromNumber);
    expect(shareCoefficients(thirds, nano(50e9 + 1), HUNDRED)).toEqual([
      16666666667, 16666666667, 16666666667,
    ]);
    expect(sumNano(shareCoefficients([fromNumber(99.98)], nano(50e9), HUNDRED))).toBe(49.99e9);
  });
});
