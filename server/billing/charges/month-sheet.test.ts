import { describe, expect, it } from 'vitest';
import { workbook, workbookOf } from '../../sheets/testing.ts';
import { codesOf, fromCsv, fromXlsx, rolesOf, shortRows } from './month-sheet.fixture.ts';

const units = ['101', '102', '103'];

describe('finding the table', () => {
  it('finds the header below titles, over two rows, with merged cells and units split over tower and apartment', async () => {
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
      ...{ TORRE: 'tower', APTO: 'unit', PROPIETARIO: 'ignore', 'SALDO ANTERIOR': 'opening' },
      ...{ ADMINISTRACION: 'charge fee', 'Parqueadero N° 2': 'charge other' },
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

  it('says what a table lacks', () => {
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

  it('knows the units by their values where no header names them', () => {
    const sheet = fromCsv('Cliente;Concepto A;Concepto B\n101;50.000;-\n102;60.000;5.000\n', { units });
    expect(rolesOf(sheet)).toEqual({
      Cliente: 'unit',
      'Concepto A': 'charge other',
      'Concepto B': 'charge other',
    });
  });

  it('reads the sheet and the header that are asked for, and says which were left', async () => {
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
  });
});

describe('what a column is', () => {
  it('goes by its words, then by what stands in it', () => {
    const sheet = fromCsv(
      'Unidad;Cédula;Teléfono;Coef.;Cuota extra de administración;Sanción;Fondo imprevistos;Gas;Piscina nueva;Habitantes;Descuento;Fecha de pago;Total a pagar\n' +
        '101;52111;3001112233;50,5;10.000;20.000;30.000;40.000;50.000;3;5.000;01/05/2026;150.000\n' +
        '102;52112;3001112234;49,5;10.000;0;30.000;40.000;50.000;2;0;;130.000\n',
      { units },
    );
    expect(rolesOf(sheet)).toEqual({
      ...{ Unidad: 'unit', Cédula: 'ignore', Teléfono: 'ignore', 'Coef.': 'ignore', Habitantes: 'ignore' },
      ...{ 'Cuota extra de administración': 'charge extra', Sanción: 'charge fine', Gas: 'charge other' },
      ...{ 'Fondo imprevistos': 'charge fee', 'Piscina nueva': 'charge other', Descuento: 'ignore' },
      ...{ 'Fecha de pago': 'ignore', 'Total a pagar': 'total' },
    });
    expect(codesOf(sheet)).toEqual(['- columnIgnored']);
    expect(sheet.problems[0]?.message).toContain('«Habitantes», «Descuento»');
  });

  it('takes a number of a parking space for no charge, and its price for one', () => {
    const numbers = fromCsv('Apto;Cochera;Cuota\n101;02;500\n102;-;500\n', { units });
    expect(rolesOf(numbers)).toEqual({ Apto: 'unit', Cochera: 'ignore', Cuota: 'charge fee' });
    expect(codesOf(numbers)).toEqual([]);
    const prices = fromCsv('Apto;Cochera;Cuota\n101;50.000;500\n102;-;500\n', { units });
    expect(rolesOf(prices)).toMatchObject({ Cochera: 'charge other' });
  });

  it('compares balances and leaves interest out once the books have begun', () => {
    const text = 'Apto;Saldo anterior;Intereses;Administración\n101;5.000;120;90.000\n';
    expect(rolesOf(fromCsv(text, { units }))).toMatchObject({
      'Saldo anterior': 'opening',
      Intereses: 'openingInterest',
    });
    const begun = fromCsv(text, { units, begun: true });
    expect(rolesOf(begun)).toMatchObject({ 'Saldo anterior': 'balance', Intereses: 'ignore' });
    expect(codesOf(begun)).toEqual(['- interestIgnored']);
    expect(begun.rows[0]).toMatchObject({ balance: { amount: 500_000 }, leftOut: 12_000, openings: [] });
    const byHand = { columns: [{ column: 2, role: 'charge', concept: 'Mora', nature: 'other' }] } as const;
    const charged = fromCsv(text, { units, begun: true }, byHand);
    expect(shortRows(charged)).toEqual([['101', 'Mora 12000', 'Administración 9000000']]);
  });

  it('is what somebody says it is, and the others keep their guess', () => {
    const text = 'Apto;A;B;Saldo anterior;Total\n101;50.000;7;1.000;51.000\n';
    const sheet = fromCsv(
      text,
      { units },
      {
        columns: [
          { column: 1, role: 'total' },
          { column: 2, role: 'charge', concept: 'Cuota', nature: 'fee' },
          { column: 3, role: 'ignore' },
        ],
      },
    );
    expect(rolesOf(sheet)).toEqual({
      Apto: 'unit',
      A: 'total',
      B: 'charge fee',
      'Saldo anterior': 'ignore',
      Total: 'ignore',
    });
    expect(shortRows(sheet)).toEqual([['101', 'Cuota 700']]);
    const remembered = [
      { header: 'b', role: 'charge', concept: 'Cuota', nature: 'fee', byHand: true },
    ] as const;
    expect(rolesOf(fromCsv(text, { units, remembered }))).toMatchObject({
      A: 'charge other',
      B: 'charge fee',
    });
  });

  it('takes notes of credit away, and asks where a sign cannot be known', () => {
    const sheet = fromCsv(
      'Apto;Cuota;Nota crédito;Reintegro;Consig.\n101;50.000;5.000;3.000;20.000\n102;50.000;;;\n',
      { units },
    );
    expect(rolesOf(sheet)).toEqual({
      ...{ Apto: 'unit', Cuota: 'charge fee', 'Nota crédito': 'credit other' },
      ...{ Reintegro: 'charge other', 'Consig.': 'payment' },
    });
    expect(shortRows(sheet)[0]).toEqual([
      ...['101', 'Cuota 5000000', 'Nota crédito -500000', 'Reintegro 300000'],
    ]);
    expect(sheet.rows[0]?.payment).toBe(2_000_000);
    expect(codesOf(sheet)).toEqual(['- creditRead', '- signDoubtful']);
    const columns = [
      { column: 2, role: 'charge' },
      { column: 3, role: 'credit' },
    ] as const;
    const asked = fromCsv(
      'Apto;Cuota;Nota crédito;Reintegro\n101;50.000;5.000;-3.000\n',
      { units },
      { columns },
    );
    expect(shortRows(asked)[0]?.slice(2)).toEqual(['Nota crédito 500000', 'Reintegro -300000']);
    expect(codesOf(asked)).toEqual([]);
    const mixed = fromCsv('Apto;Cuota;Nota crédito\n101;50.000;5.000\n102;50.000;-1.000\n', { units });
    expect(codesOf(mixed)).toEqual(['- creditMixed']);
    const stored = [{ name: 'Nota crédito', nature: 'other' }] as const;
    const next = fromCsv('Apto;Cuota;Nota crédito\n101;50.000;5.000\n', { units, concepts: stored });
    expect(shortRows(next)[0]).toContain('Nota crédito -500000');
  });

  it('warns of balances that it does not read', () => {
    for (const header of ['Saldo actual', 'Saldo a la fecha', 'Nuevo saldo', 'Saldo final']) {
      const sheet = fromCsv(`Apto;Cuota;${header}\n101;50.000;70.000\n`, { units });
      expect([rolesOf(sheet)[header], ...codesOf(sheet)]).toEqual(['ignore', '- balanceIgnored']);
      expect(sheet.problems[0]?.message).toContain(`«${header}»`);
      const both = fromCsv(`Apto;Saldo anterior;Cuota;${header}\n101;20.000;50.000;70.000\n`, { units });
      expect(codesOf(both)).toEqual([]);
    }
  });

  it('reads what is in favour beside another balance, where no unit has both', () => {
    const text = 'Apto;Saldo anterior;Saldo a favor;Cuota\n101;30.000;;50.000\n102;0;20.000;50.000\n';
    const sheet = fromCsv(text, { units });
    expect(codesOf(sheet)).toEqual(['- favourRead']);
    const openings = sheet.rows.map((row) => row.openings.map(({ amount }) => amount));
    expect(openings).toEqual([[3_000_000], [-2_000_000]]);
    const begun = fromCsv(text, { units, begun: true });
    expect(begun.rows.map(({ balance }) => balance?.amount)).toEqual([3_000_000, -2_000_000]);
    const twice = text.replace('102;0;', '102;-20.000;');
    const doubtful = fromCsv(twice, { units });
    expect([rolesOf(doubtful)['Saldo a favor'], ...codesOf(doubtful)]).toEqual(['ignore', '- favourIgnored']);
    const columns = [{ column: 2, role: 'opening' }] as const;
    const asked = fromCsv(text.replace('101;30.000;;', '101;30.000;10.000;'), { units }, { columns });
    expect(asked.rows[0]?.openings.map(({ amount }) => amount)).toEqual([3_000_000, -1_000_000]);
  });

  it('names columns that are one concept', () => {
    const sheet = fromCsv('Apto;Cuota;CUOTA\n101;50.000;5.000\n', { units });
    expect(codesOf(sheet)).toEqual(['- conceptRepeated']);
    expect(sheet.problems[0]?.message).toContain('Las columnas B, C son del mismo concepto, «Cuota»');
  });

  it('spells a concept that the joint has as the joint does', () => {
    const concepts = [{ name: 'Administración', nature: 'extra' }] as const;
    const sheet = fromCsv('Apto;ADMINISTRACION \n101;5.000\n', { units, concepts });
    expect(sheet.rows[0]?.charges).toEqual([{ concept: concepts[0], amount: 500_000 }]);
    const columns = [{ column: 1, role: 'charge', concept: 'administracion', nature: 'fee' }] as const;
    const asked = fromCsv('Apto;Valor\n101;5.000\n', { units, concepts }, { columns });
    expect(asked.rows[0]?.charges).toEqual([{ concept: concepts[0], amount: 500_000 }]);
    expect(codesOf(asked)).toEqual(['- natureKept']);
  });

  it('reads a row for each instalment, and a row for each charge', () => {
    const sheet = fromCsv(
      'Inmueble;Concepto;Vencimiento;Capital;Interés\n101;Administración;31/01/2026;100.000;2.500\n101;Administración;28/02/2026;100.000;\n102;Multa;2026-02-28;50.000;\n',
      { units },
    );
    expect(codesOf(sheet)).toEqual([]);
    expect(
      sheet.rows.flatMap(({ apartmentId, openings }) =>
        openings.map((one) => [apartmentId, one.role, one.concept?.nature, one.dueDate, one.amount]),
      ),
    ).toEqual([
      ['101', 'opening', 'fee', '2026-01-31', 10_000_000],
      ['101', 'openingInterest', 'fee', '2026-01-31', 250_000],
      ['101', 'opening', 'fee', '2026-02-28', 10_000_000],
      ['102', 'opening', 'fine', '2026-02-28', 5_000_000],
    ]);
    const long = fromCsv(
      'Inmueble;Concepto;Valor\n101;Administración;100.000\n101;Multa;5.000\n102;;7.000\n',
      { units, begun: true },
    );
    expect(shortRows(long)).toEqual([
      ['101', 'Administración 10000000'],
      ['101', 'Multa 500000'],
    ]);
    expect(codesOf(long)).toEqual(['4 conceptMissing']);
  });
});

describe('reading the rows', () => {
  it('names what is no amount, by row and column', async () => {
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

  it('does not guess what divides decimals where the column shows it, or the others do', () => {
    const points = fromCsv('Apto,Cuota\n101,250000.50\n102,12.125\n103,100.250\n', { units });
    expect(codesOf(points)).toEqual(['3 amountDoubtful', '4 amountDoubtful']);
    expect(points.problems[0]?.message).toMatch(/«12\.125» del inmueble «102».*fila 2, «250000\.50»/);
    const commas = fromCsv('Apto;Cuota;Multa\n101;250.000,50;\n102;12.125;12,125\n', { units });
    expect(codesOf(commas)).toEqual(['3 amountDoubtful']);
    const thousands = 'Apto;Cuota;Multa\n101;1.250.000;10.50\n102;250.000;20,000\n';
    expect(codesOf(fromCsv(thousands, { units }))).toEqual([]);
    expect(codesOf(fromCsv('Apto;Cuota\n101;250.000\n102;12.125\n', { units }))).toEqual([]);
  });

  it('reads formulas that come to nothing', async () => {
    const file = await workbookOf([
      ['Apto', 'Administración', 'Multa', 'Saldo anterior'],
      ['101', 50_000, { formula: 'IF(1=2,5,0)', result: 0 }, { formula: 'IF(1=1,"",5)', result: '' }],
      ['102', { formula: 'B2', result: 50_000 }, { formula: 'C2', result: 0 }, 10],
    ]);
    const sheet = await fromXlsx(file, { units });
    expect(codesOf(sheet)).toEqual([]);
    expect(shortRows(sheet)).toEqual([
      ['101', 'Administración 5000000'],
      ['102', 'Administración 5000000'],
    ]);
  });

  it('names units that the joint does not have, that come twice, and that are missing', () => {
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

  it('knows units by other spellings, and says so', async () => {
    const file = await workbookOf([
      ['Apto', 'Cuota'],
      [7, 500],
      ['apto 08', 500],
      [' a - 1 ', 500],
    ]);
    const sheet = await fromXlsx(file, { units: ['07', '8', 'A-1'] });
    expect(shortRows(sheet).map(([id]) => id)).toEqual(['07', '8', 'A-1']);
    expect(codesOf(sheet)).toEqual(['- unitSpelling']);
    expect(codesOf(fromCsv('Apto;Cuota\n7;500\n', { units: ['07', '007'] }))).toEqual(['2 unitUnknown']);
  });

  it('leaves out headings, notes and totals, and compares what totals say', () => {
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

  it('takes a negative charge for a credit note, and payments that are all negative for payments', () => {
    const sheet = fromCsv('Apto;Cuota;Pagos\n101;-50.000;-1.000\n102;50.000;0\n', { units });
    expect(codesOf(sheet)).toEqual(['- paymentsTurned', '2 chargeNegative']);
    expect(sheet.rows.map(({ payment }) => payment)).toEqual([100_000, 0]);
    const mixed = fromCsv('Apto;Cuota;Pagos\n101;50.000;-1.000\n102;50.000;5\n', { units });
    expect(codesOf(mixed)).toEqual(['2 paymentNegative']);
  });

  it('is not brought down by what is made to hurt', async () => {
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
});
