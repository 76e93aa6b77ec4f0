import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nano } from '../../../shared/coefficient.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import type { Cell } from '../../platform/sheets/sheet.types.ts';
import { workbook, workbookOf } from '../../platform/sheets/sheets.fixture.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import { type CoefficientTable, readCoefficientTable } from './coefficient-table.ts';

const fromCsv = (text: string) => readCoefficientTable({ sheets: readCsv(Buffer.from(text), 'tabla.csv') });
const idsOf = (table: CoefficientTable) => table.rows.map((row) => row.apartmentId);
const codesOf = (table: CoefficientTable) =>
  table.problems.map((found) => `${found.row ?? '-'} ${found.code}`);
const errorsOf = (table: CoefficientTable) =>
  table.problems
    .filter((found) => found.severity === 'error')
    .map(({ row, column, code }) => ({ row, column, code }));

describe('finding the table', () => {
  it('finds the header below titles in any spelling', () => {
    const table = fromCsv(
      'CONJUNTO RESIDENCIAL LOS ÁLAMOS;;;\nTABLA DE COEFICIENTES 2026;;;\n;;;\nNo.;APTO N°;NOMBRE DEL PROPIETARIO;COHEFICIENTE (%)\n1;101;Ana;50\n2;102;Luis;50\n',
    );
    expect(table).toMatchObject({ sheet: 'tabla', headerRow: 4, sum: 100e9 });
    expect(table.columns).toMatchObject({
      unit: ['APTO N°'],
      owner: 'NOMBRE DEL PROPIETARIO',
      coefficient: 'COHEFICIENTE (%)',
    });
    expect(idsOf(table)).toEqual(['101', '102']);
    expect(table.problems).toEqual([]);
  });

  it('finds a two-row header with merged cells, and repeats the tower for its units', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Censo');
      sheet.addRows([
        ['COEFICIENTES DE COPROPIEDAD', null, null, null],
        ['INMUEBLE', null, 'PROPIETARIO', 'COEFICIENTE'],
        ['TORRE', 'APTO', null, null],
        ['A', 101, 'Ana', 25],
        [null, 102, 'Luis', 25],
        ['B', 101, 'Eva', 25],
        [null, 102, 'Raúl', { formula: '100-D4-D5-D6', result: 25 }],
      ]);
      for (const range of ['A1:D1', 'A2:B2', 'C2:C3', 'D2:D3', 'A4:A5', 'A6:A7']) sheet.mergeCells(range);
    });
    const table = readCoefficientTable({ sheets: await readXlsx(file) });
    expect(table.columns).toMatchObject({
      unit: ['TORRE', 'APTO'],
      owner: 'PROPIETARIO',
      coefficient: 'COEFICIENTE',
    });
    expect(table.headerRow).toBe(3);
    expect(idsOf(table)).toEqual(['A-101', 'A-102', 'B-101', 'B-102']);
    expect(table.problems).toEqual([]);
  });

  it('reads the first visible sheet with a header and names the others', async () => {
    const file = await workbook((book) => {
      book.addWorksheet('Portada').addRow(['Tabla de coeficientes']);
      book.addWorksheet('Vieja', { state: 'hidden' }).addRows([
        ['Apto', 'Coeficiente'],
        [1, 100],
      ]);
      book.addWorksheet('Torre 1').addRows([
        ['Apto', 'Coeficiente'],
        [101, 100],
      ]);
      book.addWorksheet('Torre 2').addRows([
        ['Apto', 'Coeficiente'],
        [201, 100],
      ]);
    });
    const table = readCoefficientTable({ sheets: await readXlsx(file) });
    expect(table).toMatchObject({ sheet: 'Torre 1', sum: 100e9 });
    expect(table.problems.find((found) => found.code === 'otherTables')?.message).toContain('«Torre 2»');
  });

  it('names the needed columns if there is no header', () => {
    const table = fromCsv('nombre,edad\nAna,3\n');
    expect(table).toMatchObject({ sheet: null, headerRow: null, columns: null, rows: [], sum: 0 });
    expect(table.problems).toMatchObject([{ severity: 'error', code: 'headerMissing' }]);
    expect(table.problems[0]?.message).toMatch(/«Inmueble».*«Coeficiente»/);
    expect(codesOf(fromCsv('apto,coeficiente\n'))).toContain('- noUnits');
  });

  it('reads percentages, text numbers and unit numbers as displayed', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Hoja1');
      sheet.addRows([
        ['Unidad', '% copropiedad'],
        [101, 0.0207],
        ['102.0', '2,07 %'],
        [103, '95.86'],
      ]);
      sheet.getCell('B2').numFmt = '0.00%';
    });
    const table = readCoefficientTable({ sheets: await readXlsx(file) });
    expect(idsOf(table)).toEqual(['101', '102', '103']);
    expect(table.rows.map((row) => row.coefficient)).toEqual([2_070_000_000, 2_070_000_000, 95_860_000_000]);
    expect(table.sum).toBe(100e9);
  });

  it('uses one of several coefficients, the total first, and says so', () => {
    const total = fromCsv('Apto;Coef apto;Coef parqueadero;Coef total\n101;45;5;50\n102;45;5;50\n');
    expect(total.sum).toBe(100e9);
    const table = fromCsv('Apto,Coef. área,Coeficiente de copropiedad\n101,1,60\n102,1,40\n');
    expect(table).toMatchObject({ sum: 100e9, columns: { coefficient: 'Coeficiente de copropiedad' } });
    expect(codesOf(table)).toContain('- otherCoefficients');
  });

  it('a parking space and a store room with separate coefficients become units', () => {
    const header = 'Apto;Propietario;Coef apto;Parqueadero;Coef parqueadero;Depósito;Coef depósito\n';
    const split = fromCsv(`${header}101;Ana Ruiz;40;P1;8;D1;2\n102;Luis Gil;40;2;10;;\n`);
    expect(split.sum).toBe(100e9);
    const found = split.rows.map(({ row, apartmentId, owner, kind, coefficient }) => [
      ...[row, apartmentId, owner, kind, coefficient / 1e9],
    ]);
    expect(found).toEqual([
      [2, '101', 'Ana Ruiz', 'vivienda', 40],
      [2, 'Parqueadero P1', 'Ana Ruiz', 'parqueadero', 8],
      [2, 'Depósito D1', 'Ana Ruiz', 'deposito', 2],
      [3, '102', 'Luis Gil', 'vivienda', 40],
      [3, 'Parqueadero 2', 'Luis Gil', 'parqueadero', 10],
    ]);
    expect(codesOf(split)).toContain('- annexesSplit');
    expect(errorsOf(split)).toEqual([]);
    // The coefficients of the dwellings alone sum to 100, so the table stays.
    const whole = fromCsv(`${header}101;Ana Ruiz;50;P1;8;D1;2\n102;Luis Gil;50;2;10;;\n`);
    expect([whole.sum, idsOf(whole)]).toEqual([100e9, ['101', '102']]);
  });
});

describe('reading the rows', () => {
  it('reads documents, kinds and main units', () => {
    const table = fromCsv(
      'Inmueble,Propietario,Cédula/NIT,Tipo,Inmueble principal,Coeficiente\n' +
        '101,Ana,"52.123.456",Apartamento,,90\nP  5,Ana,,Garaje,101,5\nD-1,Ana,,Cuarto útil, 101 ,4\nX,Ana,,Antena,,1\nGJ 7,Ana,,,101,0\n',
    );
    expect(
      table.rows.map((row) => [
        row.apartmentId,
        row.ownerDocument,
        row.kind,
        row.mainApartmentId,
        row.coefficient / 1e9,
      ]),
    ).toEqual([
      ['101', '52.123.456', 'vivienda', null, 90],
      ['P 5', null, 'parqueadero', '101', 5],
      ['D-1', null, 'deposito', '101', 4],
      ['X', null, 'otro', null, 1],
      ['GJ 7', null, 'parqueadero', '101', 0],
    ]);
    expect(codesOf(table)).toEqual(['- ownersSame', '- ownersApart']);
    const wrong = fromCsv(
      'Inmueble,Propietario,Unidad principal,Coeficiente\n101,Ana,999,50\n102,Ana,102,50\n',
    );
    expect(errorsOf(wrong)).toEqual([
      { row: 2, column: 'Unidad principal', code: 'mainUnknown' },
      { row: 3, column: 'Unidad principal', code: 'mainIsItself' },
    ]);
  });

  it('reports every problem with row and column', () => {
    const table = fromCsv(
      [
        'Apto;Propietario;Coef',
        '101;Ana;10',
        ';Luis;10',
        '103;Eva;',
        '104;Eva;-1,5',
        '105;Eva;diez',
        '106;;10',
        `107;${'x'.repeat(201)};10`,
        `${'9'.repeat(61)};Eva;10`,
        '108;A\u0007na;10',
        '10\u00009;Ana;10'.replace('\u0000', '\u0001'),
        '110;Ana;1000001',
        '101 ;Otra;10',
        '',
        '111;Ana;70',
      ].join('\r\n'),
    );
    expect(errorsOf(table)).toEqual([
      { row: 3, column: 'Apto', code: 'unitMissing' },
      { row: 4, column: 'Coef', code: 'coefficientMissing' },
      { row: 5, column: 'Coef', code: 'coefficientNegative' },
      { row: 6, column: 'Coef', code: 'coefficientInvalid' },
      { row: 8, column: 'Propietario', code: 'ownerTooLong' },
      { row: 9, column: 'Apto', code: 'unitTooLong' },
      { row: 10, column: 'Propietario', code: 'ownerInvalid' },
      { row: 11, column: 'Apto', code: 'unitInvalid' },
      { row: 12, column: 'Coef', code: 'coefficientInvalid' },
      { row: 13, column: 'Apto', code: 'unitRepeated' },
    ]);
    expect(table.problems.find((found) => found.code === 'unitRepeated')?.message).toBe(
      'El inmueble «101» está repetido: aparece en las filas 2 y 13.',
    );
    expect(table.problems).toContainEqual(
      expect.objectContaining({ row: 7, code: 'ownerMissing', severity: 'warning' }),
    );
    expect(idsOf(table)).toEqual(['101', '106', '111']);
  });

  it('refuses repeated units, also with other letter case or from two columns', () => {
    expect(errorsOf(fromCsv('Apto,Coef\n106 a,50\n106  A,50\n'))).toEqual([
      { row: 3, column: 'Apto', code: 'unitRepeated' },
    ]);
    expect(errorsOf(fromCsv('Torre,Apto,Coef\n1,101,50\n2,101,25\n1,101,25\n'))).toEqual([
      { row: 4, column: 'Torre + Apto', code: 'unitRepeated' },
    ]);
  });

  it('refuses merged coefficients, formulas without values, and units turned into dates', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Hoja1');
      sheet.addRows([
        ['Apto', 'Coeficiente'],
        [101, 50],
        [102, null],
        [103, { formula: 'B2' }],
        [new Date(Date.UTC(2026, 2, 1)), 5],
        [104, { formula: 'IF(1=1,"",1)', result: '' }],
        [105, { formula: 'IF(1=2,1,0)', result: 0 }],
      ]);
      sheet.mergeCells('B2:B3');
    });
    expect(errorsOf(readCoefficientTable({ sheets: await readXlsx(file) }))).toEqual([
      { row: 3, column: 'Coeficiente', code: 'coefficientMerged' },
      { row: 4, column: 'Coeficiente', code: 'coefficientUncalculated' },
      { row: 5, column: 'Apto', code: 'unitIsDate' },
      { row: 6, column: 'Coeficiente', code: 'coefficientMissing' },
    ]);
  });

  it('skips totals, headings, repeated headers and signatures with a note', () => {
    const table = fromCsv(
      [
        'Apto,Propietario,Coef',
        'TORRE 1,,',
        '101,Ana,30',
        '102,Ana,20',
        'SUBTOTAL,,50',
        'Apto,Propietario,Coef',
        'TORRE 2,,',
        '201,Eva,25',
        '202,Eva,25',
        ',,100',
        'Elaboró: la administración,,',
      ].join('\n'),
    );
    expect(idsOf(table)).toEqual(['101', '102', '201', '202']);
    expect(codesOf(table)).toEqual([
      '- ownersSame',
      ...[2, 5, 6, 7, 10, 11].map((row) => `${row} rowIgnored`),
    ]);
    expect(table.sum).toBe(100e9);
  });

  it('reports a wrong total; a unit without an id is not a total', () => {
    const table = fromCsv('Apto,Propietario,Coef\n101,A,50\n102,B,49.5\nTOTAL,,100\n');
    expect(table.problems.find((found) => found.code === 'totalDiffers')?.message).toContain(
      'dice 100 y los inmuebles leídos hasta allí suman 99,5',
    );
    expect(errorsOf(fromCsv('Apto,Coef\n101,0.4\n102,0.4\n103,0.4\n,0.4\n'))).toEqual([
      { row: 5, column: 'Apto', code: 'unitMissing' },
    ]);
    expect(errorsOf(fromCsv('Torre,Apto,Coef\n1,101,50\n1,,50\n'))).toEqual([
      { row: 3, column: 'Apto', code: 'unitMissing' },
    ]);
  });

  it("compares a tower's total with the tower, and skips a note below the units", () => {
    const table = fromCsv(
      'Torre;Apto;Coef\n1;101;20\n1;102;30\nTotal torre 1;;50\n2;101;25\n2;102;25\nTotal torre 2;;50\nTotal;;100\n' +
        'Elaboró: Juan Pérez, contador\n* El apto 102 está en sucesión\n',
    );
    expect(idsOf(table)).toEqual(['1-101', '1-102', '2-101', '2-102']);
    const left = (rows: number[]) => ['- ownerColumnMissing', ...rows.map((row) => `${row} rowIgnored`)];
    expect(codesOf(table)).toEqual(left([4, 7, 8, 9, 10]));
    const note = fromCsv('Apto;Coef\n101;50\n102;50\nElaboró: Juan Pérez, contador TP 1234\n');
    expect(codesOf(note)).toEqual(left([4]));
    // A unit without coefficient is not a note.
    expect(errorsOf(fromCsv('Apto;Coef\n101;50\n102;50\nTorre 2 apto 103\n'))).toMatchObject([
      { row: 4, code: 'coefficientMissing' },
    ]);
  });

  it('uses the tower of a heading above the header', () => {
    const table = fromCsv(
      'CONJUNTO EL PRADO\nTORRE 1\nApto;Coef\n101;25\n102;25\nTORRE 2\nApto;Coef\n101;25\n102;25\n',
    );
    expect(idsOf(table)).toEqual(['1-101', '1-102', '2-101', '2-102']);
  });

  it('joins an owner without a unit with the unit above', () => {
    const table = fromCsv(
      'Apto;Propietario;Cédula;Coef\n101;Ana Ruiz;1;50\n;Luis Paz;2;\n102;Eva Gil;3;50\n',
    );
    expect(table.rows.map(({ owner, ownerDocument }) => [owner, ownerDocument])).toEqual([
      ['Ana Ruiz / Luis Paz', '1 / 2'],
      ['Eva Gil', '3'],
    ]);
    expect(codesOf(table)).toEqual(['- ownersJoined']);
  });

  it('warns of a sum other than 100, and refuses a too large sum', () => {
    expect(fromCsv('Apto,Coef\n1,99.5\n').problems.at(-1)?.message).toBe(
      'Los coeficientes suman 99,5: faltan 0,5 para 100.',
    );
    expect(fromCsv('Apto,Coef\n1,99\n').problems.at(-1)?.message).toBe(
      'Los coeficientes suman 99: falta 1 para 100.',
    );
    expect(fromCsv('Apto,Coef\n1,101.5\n').problems.at(-1)?.message).toBe(
      'Los coeficientes suman 101,5: sobran 1,5 sobre 100.',
    );
    expect(fromCsv('Apto,Coef\n1,0.5\n2,0.5\n').problems.at(-1)?.message).toContain('fracciones de 1');
    const rows = Array.from({ length: 10 }, (_, i) => `${i},1000000`).join('\n');
    const table = fromCsv(`Apto,Coef\n${rows}\n`);
    expect(errorsOf(table)).toEqual([{ row: null, column: null, code: 'sumTooLarge' }]);
    expect(table.sum).toBe(9e15);
  });

  it('never throws, and the sum equals the listed rows', () => {
    const cells = fc.oneof(
      fc.constantFrom<Cell>(
        { text: 'Apto' },
        { text: 'Coeficiente' },
        { text: 'Torre' },
        { text: 'TOTAL' },
        { text: '' },
        { text: '1', merged: true },
      ),
      fc.string().map((text): Cell => ({ text })),
      fc.double({ noNaN: true, min: 0, max: 2e6 }).map((number): Cell => ({ text: String(number), number })),
    );
    const rows = fc.array(fc.array(cells, { maxLength: 5 }), { maxLength: 12 });
    fc.assert(
      fc.property(rows, (lines) => {
        const header = [{ text: 'Apto' }, { text: 'Propietario' }, { text: 'Coef' }];
        const sheetRows = [header, ...lines].map((line, index) => ({ number: index + 1, cells: line }));
        const table = readCoefficientTable({ sheets: [{ name: 'H', rows: sheetRows }] });
        const sum = table.rows.reduce((total, row) => total + BigInt(row.coefficient), 0n);
        if (!codesOf(table).includes('- sumTooLarge')) expect(BigInt(table.sum)).toBe(sum);
        expect(nano(table.sum)).toBe(table.sum);
        expect(new Set(idsOf(table)).size).toBe(table.rows.length);
      }),
      { numRuns: rounds(200, 5000) },
    );
  });

  it('reads a table of 20,000 units', { tags: 'slow' }, async () => {
    const rows = Array.from({ length: 19_999 }, (_, i) => [i + 1, `Propietario ${i}`, 0.005]);
    const sheets = await readXlsx(await workbookOf([['Apto', 'Propietario', 'Coeficiente'], ...rows]));
    expect(readCoefficientTable({ sheets })).toMatchObject({ sum: 99_995_000_000 });
  });
});
