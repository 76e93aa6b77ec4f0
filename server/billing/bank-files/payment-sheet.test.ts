import { describe, expect, it } from 'vitest';
import { readFile } from '../../platform/sheets/read-file.ts';
import { workbook, workbookOf } from '../../platform/sheets/sheets.fixture.ts';
import { readPaymentSheet } from './payment-sheet.ts';

const TODAY = '2026-03-31';
const ofFile = async (bytes: Buffer) =>
  readPaymentSheet({ sheets: await readFile(bytes, 'pagos.csv') }, { today: TODAY });
const ofCsv = (...lines: string[]) => ofFile(Buffer.from(lines.join('\n')));
const ofBook = async (rows: Parameters<typeof workbookOf>[0]) => ofFile(await workbookOf(rows));
/** Reads the amount of a payment with the third column chosen by a person. */
const chosenAmount = async (lines: readonly string[], role: 'amount' | 'credit') => {
  const sheets = await readFile(Buffer.from(lines.join('\n')), 'pagos.csv');
  const columns = (['date', 'unit', role] as const).map((of, column) => ({ column, role: of }));
  return readPaymentSheet({ sheets }, { today: TODAY, choices: { columns } }).rows[0]?.amount;
};
const payments = ({ rows }: Awaited<ReturnType<typeof ofCsv>>) =>
  rows.map(({ row, valueDate, unit, amount, reference }) => [row, valueDate, unit, amount, reference]);
const faults = ({ problems }: Awaited<ReturnType<typeof ofCsv>>) =>
  problems.map(({ row, column, code, severity }) => [row, column, severity === 'error' ? code : `(${code})`]);

describe('payment spreadsheet', () => {
  it.each([
    ['Fecha;Inmueble;Valor;Referencia'],
    ['FECHA DE PAGO;Apto;PAGO;No. Comprobante'],
    ['Día;Unidad;Abono;Observaciones'],
    ['Fecha consignación;APARTAMENTO;Valor consignado;Detalle'],
    ['fecha;Casa;Monto;ref'],
  ])('payments are read under the header «%s»', async (header) => {
    const table = await ofCsv(header, '05/03/2026;101;$ 1.234.567;A1', '2026-03-06;102;1.234,50;');
    expect(faults(table)).toEqual([]);
    expect(payments(table)).toEqual([
      [2, '2026-03-05', '101', 123_456_700, 'A1'],
      [3, '2026-03-06', '102', 123_450, ''],
    ]);
  });

  it('amounts in thousands of pesos, said by header or title, are refused', async () => {
    for (const lines of [
      ['Fecha;Detalle;Valor (miles)', '05/03/2026;TRANSF;250', '06/03/2026;TRANSF;180'],
      ['Cifras en miles de pesos', 'Fecha;Detalle;Valor', '05/03/2026;TRANSF;250'],
    ])
      expect(faults(await ofCsv(...lines))).toEqual([[null, null, 'pesosDoubtful']]);
    const whole = await ofCsv(
      'Fecha;Detalle;Valor (miles)',
      '05/03/2026;TRANSF;250.000',
      '06/03/2026;TRANSF;180',
    );
    expect(faults(whole)).toEqual([]);
  });

  it.each([
    ['amount_in_cents', '150000', 150_000],
    ['Valor (en centavos)', '150000', 150_000],
    ['Monto en centavos', '150.000', 150_000],
    ['Monto en centavos', '1.500,00', 150_000],
    ['amount_in_cents', '1500.50', 150_050],
  ])('an amount under «%s» with %s is read in cents only without decimals', async (header, text, amount) => {
    const table = await ofCsv(`Fecha;Apto;${header}`, `05/03/2026;101;${text}`);
    expect([faults(table), payments(table)[0]?.[3]]).toEqual([[], amount]);
  });

  it.each(['Valor sin centavos', 'Valor (con centavos)', 'Valor en pesos y centavos'])(
    'a column «%s» is an amount in pesos, chosen by a person',
    async (header) => {
      const lines = [`Fecha;Apto;${header}`, '05/03/2026;101;150000'];
      expect(faults(await ofCsv(...lines))).toEqual([[null, null, 'headerMissing']]);
      expect(await chosenAmount(lines, 'amount')).toBe(15_000_000);
    },
  );

  it('a balance of a debt is refused, and the column can be left out', async () => {
    const lines = ['Fecha;Detalle;Valor;Saldo', '05/03/2026;PAGO A;200;370', '06/03/2026;PAGO B;70;300'];
    expect(faults(await ofCsv(...lines))).toEqual([
      [null, null, '(directionUnknown)'],
      [null, null, 'balanceTurned'],
    ]);
    const sheets = await readFile(Buffer.from(lines.join('\n')), 'pagos.csv');
    const columns = (['date', 'text', 'amount', 'ignore'] as const).map((role, column) => ({ column, role }));
    const read = readPaymentSheet({ sheets }, { today: TODAY, choices: { columns } });
    expect([read.rows.length, faults(read).filter(([, , code]) => !String(code).startsWith('('))]).toEqual([
      2,
      [],
    ]);
  });

  it('a chosen column of credits in cents is read in cents', async () => {
    const lines = ['Fecha;Apto;Entradas en centavos', '05/03/2026;101;150000'];
    expect(await chosenAmount(lines, 'credit')).toBe(150_000);
  });

  it('a payment noted as annulled, and a promised day, are no payments', async () => {
    const noted = await ofCsv(
      'Fecha;Apto;Valor;Observación',
      '05/03/2026;101;250.000;ANULADO',
      '05/03/2026;102;250.000;Recibo 12 anulado',
      '05/03/2026;103;250.000;Cheque devuelto',
      '05/03/2026;104;250.000;Reemplaza el anulado',
    );
    expect(noted.rows.map(({ unit }) => unit)).toEqual(['104']);
    expect(faults(noted)).toEqual([2, 3, 4].map((row) => [row, null, '(rowIgnored)']));
    const promised = await ofCsv('Fecha compromiso;Apto;Valor', '05/03/2026;101;250.000');
    expect(promised.rows).toEqual([]);
  });

  it('a payment divided by capital and interest needs the whole amount', async () => {
    const head = 'Fecha;Apto;Abono capital;Abono intereses';
    expect(faults(await ofCsv(head, '05/03/2026;101;250.000;50.000'))).toEqual([[null, null, 'amountParts']]);
    const whole = await ofCsv(`${head};Valor pagado`, '05/03/2026;101;250.000;50.000;300.000');
    expect(payments(whole)[0]?.[3]).toBe(30_000_000);
  });

  it('several bank accounts, hidden rows and numbers with lost digits are named', async () => {
    const accounts = await ofCsv(
      'Cuenta;Fecha;Detalle;Valor',
      '123;05/03/2026;TRANSF;10.000',
      '456;05/03/2026;TRASLADO;10.000',
    );
    expect(faults(accounts)).toEqual([[null, null, '(accountsSeveral)']]);
    const hidden = await ofFile(
      await workbook((book) => {
        const sheet = book.addWorksheet('Pagos');
        for (const row of [
          ['Fecha', 'Apto', 'Valor'],
          ['05/03/2026', '101', 300_000],
          ['06/03/2026', '102', 1_000],
        ])
          sheet.addRow(row);
        sheet.getRow(3).hidden = true;
        sheet.getColumn(3).hidden = true;
      }),
    );
    expect(faults(hidden)).toEqual([
      [null, null, '(rowsHidden)'],
      [null, null, '(columnHidden)'],
    ]);
    expect(hidden.rows).toHaveLength(2);
    const lost = await ofCsv(
      'Fecha;Valor;ID Transacción',
      '05/03/2026;10.000;1,23457E+15',
      '05/03/2026;10.000;1,23457E+15',
    );
    expect(faults(lost)).toEqual([[null, null, '(digitsLost)']]);
    expect(lost.rows.map(({ transaction }) => transaction)).toEqual([null, null]);
  });

  it('towers and units are joined, the header is below titles, and other columns are ignored', async () => {
    const table = await ofBook([
      ['CONJUNTO LOS SAMANES', null, null, 'Fecha: 31/03/2026'],
      [],
      [
        'No.',
        'Torre',
        'Apto',
        'Propietario',
        'Medio de pago',
        'Fecha de pago',
        'Valor pagado',
        'Saldo',
        'Vence',
      ],
      [1, 1, 101, 'ANA', 'PSE', new Date(Date.UTC(2026, 2, 5)), 258720, 0, null],
      [2, 1, '102', 'LUIS', 'Caja', '6/3/2026 10:15', '90.000', 5, null],
      [3, 2, '', 'EVA', 'Caja', '20260307', { formula: '1+1', result: 2 }, 5, null],
      ['TOTAL', null, null, null, null, null, 348722, null, null],
    ]);
    expect(faults(table)).toEqual([[7, null, '(rowIgnored)']]);
    expect(payments(table)).toEqual([
      [4, '2026-03-05', '1-101', 25_872_000, ''],
      [5, '2026-03-06', '1-102', 9_000_000, ''],
      [6, '2026-03-07', '', 200, ''],
    ]);
  });

  it('days with two-digit years and with month names are read', async () => {
    const days = ['05/03/26', '6-mar-2026', '7 de marzo de 2026', '08/Mar./26', '05-xyz-2026', '31/02/26'];
    const table = await ofCsv('Fecha;Apto;Valor', ...days.map((day) => `${day};101;500`));
    expect(table.rows.map(({ valueDate }) => valueDate)).toEqual([
      ...['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'],
    ]);
    expect(faults(table)).toEqual([
      [6, 'Fecha', 'dateInvalid'],
      [7, 'Fecha', 'dateInvalid'],
    ]);
  });

  it('credits of a bank extract are payments, and debits are left out', async () => {
    const table = await ofCsv(
      'FECHA;DESCRIPCION;DEBITO;CREDITO;SALDO',
      '05/03/2026;CONSIGNACION APTO 101;;50.000;90.000',
      '06/03/2026;CUOTA DE MANEJO;12.000;0;78.000',
    );
    expect(payments(table)).toEqual([[2, '2026-03-05', '', 5_000_000, 'CONSIGNACION APTO 101']]);
    expect(faults(table)).toEqual([[null, null, '(rowsDebit)']]);
    expect(table.problems[0]?.message).toContain('(3)');
  });

  it('a day without its format is read from the serial number', async () => {
    const table = await ofBook([
      ['Fecha', 'Apto', 'Valor'],
      [46086, '101', 5],
    ]);
    expect(payments(table)).toEqual([[2, '2026-03-05', '101', 500, '']]);
  });

  it('every problem is reported by row and column', async () => {
    const table = await ofCsv(
      'Fecha;Apto;Valor;Referencia',
      ';101;5000;',
      '31/02/2026;101;5000;',
      '03/05/26;101;5000;',
      '01/04/2026;101;5000;',
      '01/04/1999;101;5000;',
      '05/03/2026;101;;',
      '05/03/2026;101;cinco;',
      '05/03/2026;101;0;',
      '05/03/2026;101;-5000;',
      '05/03/2026;101;1.23.456;',
      'ayer;101;x;',
    );
    expect(faults(table)).toEqual([
      [2, 'Fecha', 'dateMissing'],
      [3, 'Fecha', 'dateInvalid'],
      [4, 'Fecha', 'dateInvalid'],
      [5, 'Fecha', 'dateInvalid'],
      [6, 'Fecha', 'dateInvalid'],
      [7, 'Valor', 'amountMissing'],
      [8, 'Valor', 'amountInvalid'],
      [9, 'Valor', 'amountZero'],
      [11, 'Valor', 'amountInvalid'],
      [12, 'Fecha', 'dateInvalid'],
      [12, 'Valor', 'amountInvalid'],
      [null, null, '(rowsDebit)'],
    ]);
    expect(table.rows).toEqual([]);
    expect(table.problems[3]?.message).toBe('La fecha 01/04/2026 es posterior a hoy.');
  });

  it('units without payment, repeated headers and totals are left out and reported', async () => {
    const table = await ofCsv(
      'Apto;Fecha;Valor',
      '101;05/03/2026;5000',
      '102;;',
      '103;;0',
      'Apto;Fecha;Valor',
      'Subtotal;;5000',
    );
    expect(payments(table)).toEqual([[2, '2026-03-05', '101', 500_000, '']]);
    expect(faults(table)).toEqual([
      [5, null, '(rowIgnored)'],
      [6, null, '(rowIgnored)'],
      [null, null, '(rowsUnpaid)'],
    ]);
    expect(table.problems.at(-1)?.message).toContain('2 filas (3, 4)');
  });

  it('12.125 is a question if other amounts use a decimal point, otherwise not', async () => {
    const points = await ofCsv('Fecha,Apto,Valor', '05/03/2026,101,12.125', '06/03/2026,102,1250.50');
    expect(faults(points)).toEqual([[2, 'Valor', 'amountDoubtful']]);
    expect(points.problems[0]?.message).toContain('en la fila 3, «1250.50» divide los decimales');
    expect(points.rows.map(({ row }) => row)).toEqual([3]);
    const thousands = await ofCsv('Fecha;Apto;Valor', '05/03/2026;101;12.125', '06/03/2026;102;1.250,50');
    expect(faults(thousands)).toEqual([]);
    expect(thousands.rows.map(({ amount }) => amount)).toEqual([1_212_500, 125_050]);
    const number = await ofBook([
      ['Fecha', 'Apto', 'Valor'],
      ['05/03/2026', '101', 12.12],
      ['06/03/2026', '102', '1250.50'],
    ]);
    expect(faults(number)).toEqual([]);
  });

  it('merged amounts and formulas without a value are refused', async () => {
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Pagos');
      sheet.addRow(['Fecha', 'Apto', 'Valor']);
      sheet.addRow(['05/03/2026', '101', 5000]);
      sheet.addRow(['05/03/2026', '102', null]);
      sheet.addRow(['05/03/2026', '103', { formula: 'A1' }]);
      sheet.mergeCells('C2:C3');
    });
    expect(faults(await ofFile(bytes))).toEqual([
      [3, 'Valor', 'amountMerged'],
      [4, 'Valor', 'uncalculated'],
    ]);
  });

  it('several sheets with payments are a question, and the amount column is named', async () => {
    const bytes = await workbook((book) => {
      book.addWorksheet('Portada').addRow(['Pagos de marzo']);
      const first = book.addWorksheet('Marzo');
      first.addRow(['Fecha', 'Apto', 'Valor', 'Abono']);
      first.addRow(['05/03/2026', '101', 9000, 5000]);
      const second = book.addWorksheet('Febrero');
      second.addRow(['Fecha', 'Valor']);
      second.addRow(['05/02/2026', 1]);
    });
    const table = await ofFile(bytes);
    expect(payments(table)).toEqual([[2, '2026-03-05', '101', 500_000, '']]);
    expect(faults(table)).toEqual([
      [null, null, 'sheetsUnread'],
      [null, null, '(columnsUnread)'],
    ]);
    const sheets = await readFile(bytes, 'pagos.xlsx');
    const chosen = readPaymentSheet({ sheets }, { today: TODAY, choices: { sheet: 'Febrero' } });
    expect(payments(chosen)).toEqual([[2, '2026-02-05', '', 100, '']]);
    expect(faults(chosen)).toEqual([[null, null, '(otherSheets)']]);
  });

  it('a file without header or without payments is an error', async () => {
    expect(faults(await ofCsv('05/03/2026;101;5000'))).toEqual([[null, null, 'headerMissing']]);
    expect(faults(await ofCsv('Fecha;Valor', ';'))).toEqual([[null, null, 'noPayments']]);
  });

  it('formulas stay text, and long references are cut', async () => {
    const table = await ofCsv(
      'Fecha;Valor;Referencia',
      '05/03/2026;5;=HYPERLINK("http://malo.example")',
      `05/03/2026;5;${'x'.repeat(500)}`,
    );
    expect(table.rows.map(({ reference }) => reference.length)).toEqual([33, 120]);
    expect(table.problems).toEqual([]);
  });

  it('a debit is no payment under a bank’s header with a further column of directions', async () => {
    const file = await ofCsv(
      'Fecha;Descripción;Valor;Tipo;Saldo;No.;Sucursal;Referencia',
      '05/01/2026;TRANSFERENCIA DE ANA;100.000;Crédito;1.100.000;1;0482;1000',
      '06/01/2026;PAGO PROVEEDOR;30.000;Débito;1.070.000;2;0482;1001',
      '07/01/2026;TRANSFERENCIA DE LUIS;50.000;Crédito;1.120.000;3;0482;1002',
    );
    expect(file.rows.map(({ row, amount }) => [row, amount])).toEqual([
      [2, 10_000_000],
      [4, 5_000_000],
    ]);
  });
});
