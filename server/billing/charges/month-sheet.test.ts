import { describe, expect, it } from 'vitest';
import { workbook, workbookOf } from '../../platform/sheets/sheets.fixture.ts';
import { codesOf, fromCsv, fromXlsx, rolesOf, shortRows } from './month-sheet.fixture.ts';

const units = ['101', '102', '103'];

describe('search for the table', () => {
  it('the header is found below titles, over two rows, with merged cells and split units', async () => {
    const file = await workbook((book) => {
      book.addWorksheet('Vieja', { state: 'hidden' }).addRows([
        ['Apto', 'Administración'],
        ['101', 99_999],
      ]);
      book.addWorksheet('Instrucciones').addRows([['Diligencie la hoja siguiente'], ['Gracias']]);
      const sheet = book.addWorksheet('Mayo');
      sheet.addRows([
        ['CONJUNTO RESIDENCIAL LOS ÁLAMOS', null, null, null, null, null],
        ['CUOTA DE ADMINISTRACIÓN — MES DE MAYO DE 2026', null, null, null, null, null],
        [],
        ['INMUEBLE', null, 'PROPIETARIO', 'SALDO ANTERIOR', 'COBROS DEL MES', null],
        ['TORRE', 'APTO', null, null, 'ADMINISTRACION', 'Parqueadero N° 2'],
        [1, 101, 'Ana', '$ 290.080', 258_720, '-'],
        [null, 102, 'Luis', '(175.000)', '1.258.720,50', 80_000],
        [],
        [2, 101, 'Eva', null, { formula: 'E6', result: 258_720 }, 0.1 + 0.2],
        ['TOTAL', null, null, 115_080, 1_776_160.5, 80_000.3],
      ]);
      for (const range of ['A1:F1', 'A2:F2', 'A4:B4', 'C4:C5', 'D4:D5', 'E4:F4', 'A6:A7'])
        sheet.mergeCells(range);
    });
    const sheet = await fromXlsx(file, { units: ['1-101', '1-102', '2-101'] });
    expect(sheet).toMatchObject({ sheet: 'Mayo', headerRow: 5, sheets: ['Instrucciones', 'Mayo'] });
    expect(rolesOf(sheet)).toEqual({
      TORRE: 'tower',
      APTO: 'unit',
      PROPIETARIO: 'ignore',
      'SALDO ANTERIOR': 'opening',
      ADMINISTRACION: 'charge fee',
      'Parqueadero N° 2': 'charge other',
    });
    expect(shortRows(sheet)).toEqual([
      ['1-101', 'ADMINISTRACION 25872000'],
      ['1-102', 'ADMINISTRACION 125872050', 'Parqueadero N° 2 8000000'],
      ['2-101', 'ADMINISTRACION 25872000', 'Parqueadero N° 2 30'],
    ]);
    expect(sheet.rows.map(({ openings }) => openings.map(({ amount }) => amount))).toEqual([
      [29_008_000],
      [-17_500_000],
      [],
    ]);
    expect(codesOf(sheet)).toEqual(['10 rowIgnored']);
  });

  it('missing parts of a table are reported', () => {
    expect(codesOf(fromCsv('1;2\n3;4\n', { units }))).toEqual(['- headerMissing']);
    expect(codesOf(fromCsv('Apto;Propietario\n101;Ana\n', { units }))).toContain('- amountColumnMissing');
    expect(codesOf(fromCsv('Nombre;Administración\nAna;500\n', { units }))).toContain('- unitColumnMissing');
    expect(codesOf(fromCsv('Apto;Administración\n', { units }))).toEqual(['- noRows']);
    expect(codesOf(fromCsv('Apto;Administración\n101;5000\n', { units }, { sheet: 'Otra' }))).toEqual([
      '- sheetUnknown',
    ]);
    expect(codesOf(fromCsv('Apto;Administración\n101;5000\n', { units }, { headerRow: 9 }))).toEqual([
      '- headerEmpty',
    ]);
    const beyond = { columns: [{ column: 7, role: 'charge' }] } as const;
    expect(codesOf(fromCsv('Apto;Administración\n101;5000\n', { units }, beyond))).toEqual([
      '- columnUnknown',
    ]);
  });

  it('the unit column is found by its values if no header names units', () => {
    const sheet = fromCsv('Cliente;Concepto A;Concepto B\n101;50.000;-\n102;60.000;5.000\n', { units });
    expect(rolesOf(sheet)).toEqual({
      Cliente: 'unit',
      'Concepto A': 'ignore',
      'Concepto B': 'ignore',
    });
    expect(codesOf(sheet)).toEqual(['- headerUnknown', '- headerUnknown']);
  });

  it('the requested sheet and header are read, and other sheets are reported', async () => {
    const file = await workbook((book) => {
      book.addWorksheet('Resumen').addRows([
        ['Casa', 'Cuota'],
        ['Todas', 300],
      ]);
      book.addWorksheet('Abril').addRows([
        ['Apto', 'Cuota'],
        ['101', 1_000],
      ]);
      book.addWorksheet('Mayo').addRows([
        ['Apto', 'Cuota'],
        ['101', 2_000],
      ]);
    });
    expect(await fromXlsx(file, { units })).toMatchObject({ sheet: 'Abril', rows: [{ apartmentId: '101' }] });
    const may = await fromXlsx(file, { units }, { sheet: 'Mayo', headerRow: 1 });
    expect(shortRows(may)).toEqual([['101', 'Cuota 200000']]);
    expect(codesOf(may)).toEqual([]);
    expect(codesOf(await fromXlsx(file, { units }))).toEqual(['- otherSheets']);
    expect(await fromXlsx(file, { units }, { month: '2026-05' })).toMatchObject({ sheet: 'Mayo' });
    expect(await fromXlsx(file, { units }, { month: '2026-06' })).toMatchObject({ sheet: 'Abril' });
  });
});

describe('reading of rows', () => {
  it('invalid amounts are reported by row and column', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Mayo');
      sheet.addRows([
        ['Apto', 'Administración', 'Pago'],
        ['101', 'cien mil', null],
        ['102', { formula: 'B1+1' }, null],
        ['103', 5_000, new Date('2026-05-01')],
      ]);
    });
    const sheet = await fromXlsx(file, { units });
    expect(sheet.problems).toMatchObject([
      { row: 2, column: 'Administración', severity: 'error', code: 'amountInvalid' },
      { row: 3, column: 'Administración', severity: 'error', code: 'amountUncalculated' },
      { row: 4, column: 'Pago', severity: 'error', code: 'amountInvalid' },
    ]);
    expect(sheet.problems[0]?.message).toContain('«cien mil»');
  });

  it('an ambiguous decimal separator is a question if other amounts contradict', () => {
    const points = fromCsv('Apto,Cuota\n101,250000.50\n102,12.125\n103,100.250\n', { units });
    expect(codesOf(points)).toEqual(['3 amountDoubtful', '4 amountDoubtful']);
    expect(points.problems[0]?.message).toMatch(/«12\.125» del inmueble «102».*fila 2, «250000\.50»/);
    const commas = fromCsv('Apto;Cuota;Multa\n101;250.000,50;\n102;12.125;12,125\n', { units });
    expect(codesOf(commas)).toEqual(['3 amountDoubtful']);
    const thousands = 'Apto;Cuota;Multa\n101;1.250.000;10.50\n102;250.000;20,000\n';
    expect(codesOf(fromCsv(thousands, { units }))).toEqual([]);
    expect(codesOf(fromCsv('Apto;Cuota\n101;250.000\n102;12.125\n', { units }))).toEqual([]);
  });

  it('formulas with an empty result are read', async () => {
    const file = await workbookOf([
      ['Apto', 'Administración', 'Multa', 'Saldo anterior'],
      ['101', 50_000, { formula: 'IF(1=2,5,0)', result: 0 }, { formula: 'IF(1=1,"",5)', result: '' }],
      ['102', { formula: 'B2', result: 50_000 }, { formula: 'C2', result: 0 }, 10_000],
    ]);
    const sheet = await fromXlsx(file, { units });
    expect(codesOf(sheet)).toEqual([]);
    expect(shortRows(sheet)).toEqual([
      ['101', 'Administración 5000000'],
      ['102', 'Administración 5000000'],
    ]);
  });

  it('unknown, repeated and missing units are reported', () => {
    const sheet = fromCsv('Apto;Cuota\n 1 01;500\n104;500\n101;500\n;500\nLocal;500\n', { units });
    expect(sheet.problems).toMatchObject([
      { row: 3, code: 'unitUnknown' },
      { row: 4, code: 'unitRepeated' },
      { row: 5, code: 'unitMissing' },
      { row: 6, code: 'unitUnknown' },
    ]);
    expect(sheet.problems[0]?.message).toMatch(/«104» no está .*¿Quiso decir «101»\?/);
    expect(sheet.problems[3]?.message).not.toContain('Quiso');
  });

  it('other spellings of units are recognized and reported', async () => {
    const file = await workbookOf([
      ['Apto', 'Cuota'],
      [7, 500],
      ['apto 08', 500],
      [' a - 1 ', 500],
    ]);
    const sheet = await fromXlsx(file, { units: ['07', '8', 'A-1'] });
    expect(shortRows(sheet).map(([id]) => id)).toEqual(['07', '8', 'A-1']);
    expect(codesOf(sheet)).toEqual(['- unitSpelling']);
    const numbered = fromCsv('Apto;Cuota\n#101;500\nApto. #102;500\nN° 103;500\n', { units });
    expect(shortRows(numbered).map(([id]) => id)).toEqual(units);
    expect(codesOf(fromCsv('Apto;Cuota\n7;500\n', { units: ['07', '007'] }))).toEqual(['2 unitUnknown']);
  });

  it('headings, notes and totals are left out, and totals are compared', () => {
    const sheet = fromCsv(
      'Apto;Cuota;Multa\nTORRE 1;;\n101;50.000;0\n102;50.000;\nApto;Cuota;Multa\n103;50.000;1.000\nTotal;150.000;9.000\nElaboró: Ana;;\n',
      { units },
    );
    expect(shortRows(sheet)).toHaveLength(3);
    expect(codesOf(sheet)).toEqual([
      '2 rowIgnored',
      '5 rowIgnored',
      '7 rowIgnored',
      '7 columnTotalDiffers',
      '8 rowIgnored',
    ]);
    expect(sheet.problems[3]).toMatchObject({ column: 'Multa', severity: 'warning' });
    const silent = fromCsv('Apto;Cuota\n101;50.000\n102;60.000\n103;70.000\n;180.000\n', { units });
    expect(codesOf(silent)).toEqual(['5 rowIgnored']);
  });

  it('notes under the table are left out and reported, but never possible units', () => {
    const table = 'Apto;Cuota;Multa;Otros\n101;50.000;;\n102;50.000;;\n';
    const notes = 'Fecha:;01/05/2026\nConsignar en la cuenta;12345678901\nTasa de mora;1,92%\n';
    const sheet = fromCsv(table + notes, { units });
    expect(codesOf(sheet)).toEqual(['- rowsNotes']);
    expect(sheet.problems[0]?.message).toContain('4 («Fecha:»), 5 («Consignar en la cuenta»), 6 («Tasa');
    expect(sheet.rows).toHaveLength(2);
    expect(codesOf(fromCsv(`${table}Total;100.000;;\nBanco;12345678901\n`, { units }))).toEqual([
      '- rowsNotes',
      '4 rowIgnored',
    ]);
    for (const row of ['104;500', 'Portería;500', 'Casa nueva;500;500;', 'Casa nueva;500;;500']) {
      expect(codesOf(fromCsv(`${table}${row}\n`, { units }))).toEqual(['4 unitUnknown']);
    }
    // Below a total equal to all rows no unit stands: accounts and a summary are notes.
    const summary =
      'Consignar en: Banco;Cta;1234;NIT 9\nConcepto;Cantidad;Valor;\nAdministración;2;100.000;\n';
    const below = (total: string) => codesOf(fromCsv(`${table}${total}\n${summary}`, { units }));
    expect(below('Total;100.000;;')).toEqual(['- rowsNotes', '4 rowIgnored']);
    for (const total of ['Total;90.000;;', 'Subtotal;100.000;;'])
      expect(below(total)).toContain('7 unitUnknown');
    // A total of a part, or above another unit, leaves units below.
    for (const rows of ['Total torre 1;100.000;;', 'TOTAL;100.000;;\n103;500;;'])
      expect(codesOf(fromCsv(`${table}${rows}\nPenthouse;500;500;5\n`, { units }))).toContain(
        `${rows.includes('103') ? 6 : 5} unitUnknown`,
      );
    const between = fromCsv(`${table}Tasa de mora;1,92%\n103;50.000\n`, { units });
    expect(codesOf(between)).toContain('4 amountInvalid');
    expect(codesOf(fromCsv('Apto;Cuota\n101;50.000\nCuota casa;500\n', { units }))).toEqual([
      '3 unitUnknown',
    ]);
  });

  it('tables below each other are read, under another title of units or a tower heading', async () => {
    const towers = 'TORRE 1;\nApto;Cuota\n101;50.000\nTORRE 2;\nApto;Cuota\n101;60.000\n';
    expect(shortRows(fromCsv(towers, { units: ['1-101', '2-101'] }))).toEqual([
      ['1-101', 'Cuota 5000000'],
      ['2-101', 'Cuota 6000000'],
    ]);
    // The name of the sheet is before a title of a stage.
    const file = await workbook((book) => {
      book.addWorksheet('Torre 2').addRows([['ETAPA 1'], ['Apto', 'Cuota'], ['101', 5_000]]);
    });
    const stage = await fromXlsx(file, { units: ['1-101', '2-101'] });
    expect(shortRows(stage)).toEqual([['2-101', 'Cuota 500000']]);
    const kinds = 'Apto;Cuota;Extra\n101;50.000;1.000\nPARQUEADEROS;;\nParqueadero;Cuota;\nP1;6.000;\n';
    const sheet = fromCsv(kinds, { units: ['101', 'P1'] });
    expect(codesOf(sheet)).toEqual(['3 rowIgnored', '4 rowIgnored']);
    expect(shortRows(sheet)[1]).toEqual(['P1', 'Cuota 600000']);
  });

  it('a negative charge is a credit note, and payments that are all negative are payments', () => {
    const sheet = fromCsv('Apto;Cuota;Pagos\n101;-50.000;-1.000\n102;50.000;0\n', { units });
    expect(codesOf(sheet)).toEqual(['- paymentsTurned', '2 chargeNegative']);
    expect(sheet.rows.map(({ payment }) => payment)).toEqual([100_000, 0]);
    const mixed = fromCsv('Apto;Cuota;Pagos\n101;50.000;-1.000\n102;50.000;5\n', { units });
    expect(codesOf(mixed)).toEqual(['2 paymentNegative']);
  });

  it('hostile sheets are refused without failing', async () => {
    const huge = fromCsv(`Apto;${'Cuota;'.repeat(200)}\n101;${'100.000.000.000;'.repeat(200)}\n`, { units });
    expect(codesOf(huge)).toContain('- amountsTooLarge');
    expect(codesOf(fromCsv('Apto;Cuota\n101;999.999.999.999\n', { units }))).toEqual(['2 amountTooLarge']);
    const wrong = fromCsv(`Apto;Cuota\n${'x;y\n'.repeat(5_000)}`, { units });
    expect(wrong.problems).toHaveLength(1_001);
    const formulas = await workbookOf([
      ['Apto', 'Cuota'],
      ['101', '=HYPERLINK("x")'],
      ['102', '1e400'],
      ['103', '٣٣٣'],
    ]);
    expect(codesOf(await fromXlsx(formulas, { units }))).toEqual([
      '2 amountInvalid',
      '3 amountInvalid',
      '4 amountInvalid',
    ]);
    const odd = fromCsv(`Apto;${'𝒜'.repeat(5_000)};Cuo\u0007ta\n101;5000;6000\n`, { units });
    expect(odd.columns.every(({ header }) => header.length <= 120)).toBe(true);
  });

  it('invisible characters in titles and cells are not read', () => {
    const joint = { units: ['101', '102', '103'] };
    const rows = '101,1000\n102,\u200b2000\n103,3000\n';
    const unmarked = fromCsv(`Inmueble,Administración\n${rows.replace('\u200b', '')}`, joint);
    const marked = fromCsv(`Inmueble\u200b,Admi\u200bnistración\n${rows}`, joint);
    expect(rolesOf(marked)).toEqual({ Inmueble: 'unit', Administración: 'charge fee' });
    expect(marked.columns).toEqual(unmarked.columns);
  });
});
