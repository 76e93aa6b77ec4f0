import { describe, expect, it } from 'vitest';
import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import { defined } from '../../../shared/defined.ts';
import { readFile } from '../../platform/sheets/read-file.ts';
import { toldCells, workbookOf } from '../../platform/sheets/sheets.fixture.ts';
import type { RememberedLayout } from './payment-layout.ts';
import { readPaymentSheet } from './payment-sheet.ts';

const TODAY = '2026-03-31';

interface Extract {
  bank: string | null;
  lines: readonly string[];
  /** Expected credits of the test extract: row, day, centavos, reference, and other text of the bank. */
  credits: readonly (readonly [number, string, number, string, string])[];
  debits: readonly [count: number, centavos: bigint];
  warned?: readonly string[];
  reading?: PaymentsReading;
}

/** Test extracts in the layouts named in docs/why/payments.md, with invented names and amounts. */
const extracts: Record<string, Extract> = {
  'Bancolombia of a person: signed values and a running balance': {
    bank: 'Bancolombia (personas)',
    lines: [
      'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
      '2026/03/02,TRANSFERENCIA DESDE NEQUI APTO 301,,,"320,000.00","1,320,000.00"',
      '2026/03/03,PAGO PSE ENEL COLOMBIA,CANAL CORPORATIVO,,"-184,350.00","1,135,650.00"',
      '2026/03/04,CONSIGNACION CORRESPONSAL CB,LA FLORESTA,7788123,"275,000.50","1,410,650.50"',
      '2026/03/31,ABONO INTERESES AHORROS,,,12.45,"1,410,662.95"',
      '2026/03/31,IMPTO GOBIERNO 4X1000,,,-737.40,"1,409,925.55"',
    ],
    credits: [
      [2, '2026-03-02', 32_000_000, '', 'TRANSFERENCIA DESDE NEQUI APTO 301'],
      [4, '2026-03-04', 27_500_050, '7788123', 'CONSIGNACION CORRESPONSAL CB'],
      [5, '2026-03-31', 1_245, '', 'ABONO INTERESES AHORROS'],
    ],
    debits: [2, 18_508_740n],
    warned: ['rowsDebit'],
  },
  'An agreement of another layout: its references say whose a payment is': {
    bank: 'Banco de Bogotá',
    lines: [
      'Fecha;Descripción;Oficina;Referencia 1;Referencia 2;Débito;Crédito;Saldo',
      '03/03/2026;ABONO ACH;0012;1201;52123456;0,00;250.000,00;900.000,00',
      '04/03/2026;PAGO NOMINA;0012;;;90.000,00;0,00;810.000,00',
    ],
    credits: [[2, '2026-03-03', 25_000_000, '1201 · 52123456', 'ABONO ACH']],
    debits: [1, 9_000_000n],
    warned: ['rowsDebit'],
  },
  'A wallet: who paid and what they wrote': {
    bank: null,
    lines: [
      'Fecha;Hora;Tipo;De;Mensaje;Monto',
      '03/03/2026;10:22;Recibiste;OSCAR R;admon 2 202;$ 250.000',
      '04/03/2026;10:22;Enviaste;ASEO SAS;;-$ 90.000',
    ],
    credits: [[2, '2026-03-03', 25_000_000, 'admon 2 202', 'OSCAR R']],
    debits: [1, 9_000_000n],
    warned: ['rowsDebit'],
  },
  'Bancolombia of a business: no header, balances among the rows': {
    bank: 'Bancolombia (empresas)',
    lines: [
      '20112345678,201,,20260302,,0.00,0001,SALDO DIA,0',
      '20112345678,201,,20260302,,320000.00,2812,PAGO QR JUAN CARLOS ROJAS,0',
      '20112345678,201,,20260302,,-15000.00,4012,COMISION PAGO A PROVEEDORES,0',
      '20112345678,201,,20260303,,275000.50,2521,PAGO INTERBANC 17F,0',
    ],
    credits: [
      [2, '2026-03-02', 32_000_000, 'PAGO QR JUAN CARLOS ROJAS', ''],
      [4, '2026-03-03', 27_500_050, 'PAGO INTERBANC 17F', ''],
    ],
    debits: [1, 1_500_000n],
    warned: ['rowsDebit'],
  },
  'Davivienda: a value in parts, a word for its direction': {
    bank: 'Davivienda',
    lines: [
      'Fecha de Sistema;Documento;Descripción motivo;Transacción;Oficina de Recaudo;ID Origen/Destino;Valor Cheque;Valor Total;Referencia 1;Referencia 2',
      '02/03/2026;900123;Abono ACH;Nota Crédito;0482;0052123456;$ 0,00;$ 320.000,00;301;ANA MARIA RUIZ',
      '03/03/2026;900124;Cobro IVA pagos automáticos;Nota Débito;0482;;$ 0,00;$ 1.520,00;;',
      '04/03/2026;900125;Consignación;Depósito;0123;;$ 90.000,00;$ 275.000,50;;',
    ],
    credits: [
      [2, '2026-03-02', 32_000_000, '301 · ANA MARIA RUIZ', 'Abono ACH · doc. 52123456'],
      [4, '2026-03-04', 27_500_050, '', 'Consignación'],
    ],
    debits: [1, 152_000n],
    warned: ['rowsDebit'],
  },
  'BBVA: two days, newest first': {
    bank: 'BBVA',
    lines: [
      'Consulta de movimientos',
      'Fecha Operación;Fecha Valor;Concepto;Importe;Saldo',
      '31-mar-2026;31-mar-2026;ABONO INTERESES;1.250,00;596.250,50',
      '04-mar-2026;05-mar-2026;TRANSF. RECIBIDA CASA 12;275.000,50;595.000,50',
      '03-mar-2026;03-mar-2026;PAGO SERVICIOS;-40.000,00;320.000,00',
      '01-mar-2026;01-mar-2026;TRANSF. RECIBIDA;260.000,00;360.000,00',
    ],
    credits: [
      [3, '2026-03-31', 125_000, 'ABONO INTERESES', ''],
      [4, '2026-03-04', 27_500_050, 'TRANSF. RECIBIDA CASA 12', ''],
      [6, '2026-03-01', 26_000_000, 'TRANSF. RECIBIDA', ''],
    ],
    debits: [1, 4_000_000n],
    warned: ['rowsDebit'],
  },
  "Banco de Bogotá: the branch is nobody's unit": {
    bank: 'Banco de Bogotá',
    lines: [
      'BANCO DE BOGOTÁ',
      'Fecha;Transacción;Oficina;Documento;Débitos;Créditos;Saldo',
      '02/03/2026;Saldo inicial;;;;;100.000,00',
      '02/03/2026;Abono por ACH;0482;55;;320.000,00;420.000,00',
      '03/03/2026;Cargo gravamen;0482;56;1.280,00;;418.720,00',
      '04/03/2026;Consignación efectivo;0123;57;0,00;275.000,50;693.720,50',
    ],
    credits: [
      [4, '2026-03-02', 32_000_000, '55', 'Abono por ACH'],
      [6, '2026-03-04', 27_500_050, '57', 'Consignación efectivo'],
    ],
    debits: [1, 128_000n],
    warned: ['rowsDebit'],
  },
  'miconjunto: credits alone': {
    bank: null,
    lines: ['fecha;descripcion;referencia;valor', '2026-03-02;PAGO PSE;000000000018;320000'],
    credits: [[2, '2026-03-02', 32_000_000, '000000000018', 'PAGO PSE']],
    debits: [0, 0n],
  },
  'a year of a bank with English months': {
    bank: null,
    lines: [
      'Date,Description,Debit,Credit,Balance',
      '01-Apr-2023,PAGO ABRIL 17F,,105.50,1105.50',
      '15-Aug-2023,PAGO PROVEEDOR,60.25,,1045.25',
      '31-Dec-2023,APT 14 A,,100.00,1145.25',
    ],
    credits: [
      [2, '2023-04-01', 10_550, 'PAGO ABRIL 17F', ''],
      [4, '2023-12-31', 10_000, 'APT 14 A', ''],
    ],
    debits: [1, 6_025n],
    warned: ['rowsDebit'],
  },
  'any other without a header, mapped by hand': {
    bank: null,
    lines: ['4470,02-03-26,PAGO CUOTA,320.000 CR', '4471,03-03-26,RETIRO,20.000 DB'],
    reading: {
      headerRow: 0,
      columns: [
        { column: 1, role: 'date' },
        { column: 2, role: 'text' },
        { column: 3, role: 'amount' },
      ],
    },
    credits: [[1, '2026-03-02', 32_000_000, 'PAGO CUOTA', '']],
    debits: [1, 2_000_000n],
    warned: ['rowsDebit'],
  },
};

const readLines = async (
  lines: readonly string[],
  { reading, remembered }: { reading?: PaymentsReading; remembered?: RememberedLayout[] } = {},
) => {
  const sheets = await readFile(Buffer.from(lines.join('\n')), 'extracto.csv');
  return readPaymentSheet({ sheets }, { today: TODAY, ...defined({ choices: reading, remembered }) });
};

const cellsOf = (lines: readonly string[], separator: RegExp): number =>
  lines.flatMap((line) => line.split(separator).filter((cell) => cell.trim() !== '')).length;

describe('bank extract', () => {
  it.each(Object.entries(extracts))(
    '%s',
    async (_, { bank, lines, credits, debits, reading, warned = [] }) => {
      const file = await readLines(lines, reading === undefined ? {} : { reading });
      expect(file.problems.map(({ code, severity }) => [severity, code])).toEqual(
        warned.map((code) => ['warning', code]),
      );
      expect(file.layout?.bank).toBe(bank);
      expect(
        file.rows.map(({ row, valueDate, amount, reference, detail }) => [
          row,
          valueDate,
          amount,
          reference,
          detail,
        ]),
      ).toEqual(credits);
      expect(file.rows.every(({ unit }) => unit === '')).toBe(true);
      const creditSum = credits.reduce((sum, [, , amount]) => sum + BigInt(amount), 0n);
      expect(file.movements).toEqual({
        credits: credits.length,
        creditSum,
        debits: debits[0],
        debitSum: debits[1],
      });
      // Every non-empty cell is in the account, as read or with a reason.
      const { account } = file;
      expect(account && toldCells(account)).toBe(account?.cells);
      if (!lines.some((line) => line.includes('"'))) {
        expect(account?.cells).toBe(cellsOf(lines, lines.some((line) => line.includes(';')) ? /;/ : /,/));
      }
    },
  );

  it('a running balance that does not match the movements is reported', async () => {
    const lines = extracts['Bancolombia of a person: signed values and a running balance']?.lines ?? [];
    const file = await readLines(lines.filter((_, at) => at !== 2));
    const [broken] = file.problems.filter(({ code }) => code === 'balanceBroken');
    expect(broken?.message).toContain('una fila (3)');
    const jumbled = await readLines([
      'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
      ...[5, 9, 2, 7].map((balance) => `2026/03/02,ABONO,,,3.00,${balance}.00`),
    ]);
    expect(jumbled.problems.map(({ code }) => code)).toContain('balanceUnchecked');
  });

  it('columns chosen by hand are remembered for the same header, not for another header', async () => {
    const lines = ['CUANDO;QUE;CUANTO;SALDO', '02/03/2026;PAGO 17F;5.000;9.000'];
    const first = await readLines(lines);
    expect(first.problems.map(({ code }) => code)).toEqual(['headerMissing']);
    expect(first.layout).toMatchObject({
      headerRow: 1,
      columns: [
        { header: 'CUANDO', samples: ['02/03/2026'] },
        { header: 'QUE', samples: ['PAGO 17F'] },
        { header: 'CUANTO', samples: ['5.000'] },
        { header: 'SALDO', role: 'balance' },
      ],
    });
    const reading: PaymentsReading = {
      columns: [
        { column: 0, role: 'date' },
        { column: 1, role: 'text' },
        { column: 2, role: 'amount' },
        { column: 3, role: 'ignore' },
      ],
    };
    const mapped = await readLines(lines, { reading });
    expect(mapped.rows.map(({ amount, reference }) => [amount, reference])).toEqual([[500_000, 'PAGO 17F']]);
    expect(mapped.layout?.source).toBe('hand');
    // 'No usar' for a balance column is never remembered.
    expect(mapped.layout?.remember.map(({ column }) => column)).toEqual([0, 1, 2]);
    const { key = '', remember = [] } = mapped.layout ?? {};
    const again = await readLines(lines, { remembered: [{ key, columns: remember }] });
    expect(again.rows).toEqual(mapped.rows);
    expect(again.layout?.source).toBe('remembered');
    const other = await readLines(['CUANDO;QUE;VALE', '02/03/2026;PAGO 17F;5.000'], {
      remembered: [{ key, columns: remember }],
    });
    expect(other.layout?.source).toBe('words');
  });

  it('debits are found under each column name used by banks', async () => {
    const bySide = async (header: string, ...rows: string[]) => {
      const file = await readLines([header, ...rows]);
      return [file.movements, file.problems.map(({ code }) => code)];
    };
    const moved = [{ credits: 2, creditSum: 800_000n, debits: 1, debitSum: 100_000n }, ['rowsDebit']];
    const rows = ['02/03/2026;PAGO 301;5.000;', '03/03/2026;PORTERIA;;1.000', '04/03/2026;PAGO 302;3.000;'];
    expect(await bySide('Fecha;Descripción;Abonos;Cargos', ...rows)).toEqual(moved);
    expect(await bySide('Fecha;Descripción;Consignaciones;Retiros;', ...rows)).toEqual(moved);
    expect(await bySide('Fecha;Descripción;Valor crédito;Valor débito;', ...rows)).toEqual(moved);
    const ways = ['02/03/2026;Entrada;5.000', '03/03/2026;Salida;1.000', '04/03/2026;Entrada;3.000'];
    expect(await bySide('Fecha;Movimiento;Valor', ...ways)).toEqual(moved);
    const words = [
      '02/03/2026;PAGO 301;5.000;Crédito',
      '03/03/2026;PORTERIA;1.000;Débito',
      '04/03/2026;X;3.000;Crédito',
    ];
    expect(await bySide('Fecha;Descripción;Valor;Tipo', ...words)).toEqual(moved);
    for (const [came, went] of [
      ['+', '-'],
      ['Ingreso', 'Gasto'],
      ['Recibido', 'Enviado'],
      ['C', 'D'],
    ] as const) {
      const directed = words.map((line) => line.replace('Crédito', came).replace('Débito', went));
      expect(await bySide('Fecha;Descripción;Valor;Signo', ...directed), went).toEqual(moved);
      const behind = directed.map((line) => line.replace(/;([^;]*);([CD])$/, ';$1 $2'));
      if (went === 'D') expect(await bySide('Fecha;Descripción;Valor', ...behind)).toEqual(moved);
    }
    // Only the bank's text marks the debit.
    const bare = await readLines([
      'Fecha;Descripción;Valor',
      '02/03/2026;PAGO 301;5.000',
      '03/03/2026;RETIRO CAJERO;1.000',
      '03/03/2026;SUPERMERCADO EL SOL;2.000',
    ]);
    expect(bare.rows.map(({ row }) => row)).toEqual([2, 4]);
    expect(bare.problems.map(({ code, message }) => [code, /\((\d)\)/.exec(message)?.[1]])).toEqual([
      ['rowsDebit', '3'],
      ['debitDoubtful', '4'],
    ]);
    // A wallet tells the movement under any word, and the bank's text still marks the debits.
    for (const header of ['Movimiento', 'Descripción']) {
      const wallet = await readLines(
        [
          `Fecha;${header};Valor`,
          ...[
            'Recibió dinero de ANA',
            'Pasó plata a LUIS',
            'Sacó plata',
            'Compró en EL SOL',
            'Sacaste en cajero',
          ],
          ...['Pago de factura EPM', 'PSE PAGO IMPUESTOS', 'Pago tarjeta', 'PAGO PSE APTO 101'],
        ].map((line, at) => (at === 0 ? line : `0${at}/03/2026;${line};5.000`)),
      );
      expect(
        wallet.rows.map(({ row }) => row),
        header,
      ).toEqual([2, 7, 8, 9, 10]);
      expect(wallet.problems.map(({ message }) => /\(([\d, ]+)\)/.exec(message)?.[1])).toEqual([
        '3, 4, 5, 6',
        '7, 8, 9',
      ]);
    }
  });

  it('each pair of headers names both sides of the money, or is a question', async () => {
    const rows = ['02/03/2026;PAGO A;0;300.000', '03/03/2026;X;5.000;0', '04/03/2026;PAGO B;0;100.000'];
    const readPair = async (debit: string, credit: string) => {
      const file = await readLines([`Fecha;Descripción;${debit};${credit}`, ...rows]);
      const errors = file.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      return [file.rows.map(({ amount }) => amount / 100), file.movements?.debits, errors];
    };
    for (const [debit, credit] of [
      ['Monto débito', 'Monto crédito'],
      ['Vr. Débito', 'Vr. Crédito'],
      ['Debit Amount', 'Credit Amount'],
      ['Importe cargo', 'Importe abono'],
      ['Withdrawals', 'Deposits'],
      ['Money out', 'Money in'],
      ['Salidas de dinero', 'Entradas de dinero'],
      ['Débito COP', 'Crédito COP'],
      ['Retirado', 'Consignado'],
      ['Gastos', 'Ingresos'],
      ['DB', 'CR'],
      ['Nota débito', 'Nota crédito'],
    ] as const)
      expect(await readPair(debit, credit), debit).toEqual([[300_000, 100_000], 1, []]);
    for (const [debit, credit] of [
      ['Pagado', 'Recibido'],
      ['Valor pagado', 'Valor recibido'],
      ['Pagos', 'Abonos'],
      ['Valor en contra', 'Valor a favor'],
    ] as const)
      expect((await readPair(debit, credit)).at(-1), debit).toEqual(['sidesDoubtful']);
    const columns: PaymentsReading['columns'] = [
      { column: 2, role: 'debit' },
      { column: 3, role: 'credit' },
    ];
    const answered = await readLines(['Fecha;Descripción;Pagado;Recibido', ...rows], {
      reading: { columns },
    });
    expect([answered.rows.length, answered.movements?.debits]).toEqual([2, 1]);
  });

  it('a bare return of the amount of a payment names the payment', async () => {
    const lines = ['02/03/2026;PAGO QR 1;3.000', '03/03/2026;REVERSO;-3.000', '04/03/2026;PAGO QR 2;3.000'];
    const { problems } = await readLines(['Fecha;Descripción;Valor', ...lines]);
    const doubtful = problems.filter(({ code }) => code === 'reversalDoubtful');
    expect(doubtful.map(({ row, message }) => [row, message.includes('de la fila 2,')])).toEqual([[3, true]]);
  });

  it('the kind of a movement tells money out, in Spanish, English and codes', async () => {
    const bySide = async (header: string, ...kinds: string[]) => {
      const lines = kinds.map((kind, at) => `0${at + 1}/03/2026;${kind};N ${at};5.000;1-1234567${at}`);
      const { rows, problems } = await readLines([`Fecha;${header};Detalle;Valor;Referencia`, ...lines]);
      return [rows.map(({ row }) => row), problems.map(({ code }) => code)];
    };
    const out = (...read: number[]) => [read, ['rowsDebit']];
    expect(await bySide('Type', 'Credit', 'Debit', 'Fee')).toEqual(out(2));
    expect(await bySide('Tipo', 'DEP', 'RET')).toEqual(out(2));
    expect(await bySide('Tipo', '01 ABONO', '02 CARGO')).toEqual(out(2));
    const [paid, codes] = await bySide('Tipo', 'Pago', 'Pago', 'Pago', 'Contracargo');
    expect([paid, codes]).toEqual([
      [2, 3, 4],
      ['reversalDoubtful', 'rowsDebit'],
    ]);
    expect(await bySide('Naturaleza', '1', '2', '1')).toEqual([[2, 3, 4], ['directionUnknown']]);
    expect(await bySide('Tipo', 'Transferencia', 'Consignación')).toEqual([[2, 3], []]);
    const refund = await readLines([
      'Fecha;Tipo;Valor;Referencia',
      '02/03/2026;Pago;5.000;SCAF1764',
      '03/03/2026;Reembolso;5.000;SCAF1764',
      '04/03/2026;Pago;6.000;SCAF1765',
    ]);
    expect(refund.rows.map(({ row }) => row)).toEqual([4]);
    expect(refund.problems.map(({ code }) => code)).toEqual(['rowsReversed']);
  });

  it('a state equal in all rows is no direction, and a bank word for money out is', async () => {
    for (const [header, text, read] of [
      ['Estado', 'Enviado', 2],
      ['Situación', 'Enviada', 2],
      ['Tipo', 'Enviado', 0],
      ['Estado', 'Débito', 0],
      ['', 'Retiro', 0],
      ['Detalle2', 'Pagaste', 0],
      ['Detalle2', 'Retiraste', 0],
      ['Detalle2', 'Compraste', 0],
      ['Detalle2', 'Transferiste', 0],
      ['Detalle2', 'Gastos', 0],
      ['Detalle2', '-', 0],
      ['Resultado', 'Transferencia enviada', 0],
      ['Resultado', 'Transferencia enviada,Pago a proveedor', 0],
      ['Resultado', 'Enviado,Pago a proveedor', 0],
      ['Estado', 'Enviado,Envío', 2],
      ['Referencia', 'Pago a proveedor', 0],
      ['Referencia', 'Enviado', 2],
    ] as const) {
      const texts = text.split(',');
      const rows = [0, 1].map((at) => `0${at + 1}/03/2026;PAGO 30${at};5.000;${texts[at % texts.length]}`);
      const { rows: payments, problems } = await readLines([`Fecha;Descripción;Valor;${header}`, ...rows]);
      expect([payments.length, problems.map(({ code }) => code)], `${header} ${text}`).toEqual([
        read,
        read === 0 ? ['rowsDebit', 'noPayments'] : ['directionUnknown'],
      ]);
    }
  });

  it('a sent order beside a refused order is no money out', async () => {
    const states = ['Enviado', 'Enviado', 'Rechazado'];
    const lines = states.map((state, at) => `0${at + 1}/03/2026;PAGO 30${at};5.000;${state}`);
    const { rows, problems } = await readLines(['Fecha;Descripción;Valor;Respuesta', ...lines]);
    expect(rows).toHaveLength(2);
    expect(problems.map(({ code }) => code)).toEqual(['directionUnknown', 'rowIgnored']);
  });

  it('the columns of states, currencies and refunds are accounted as read', async () => {
    const { account } = await readLines([
      'Fecha;Referencia;Valor;Estado;Moneda;Reembolsado',
      '02/05/2026;101;300000;Aprobada;COP;0',
      '03/05/2026;102;300000;Aprobada;COP;100000',
    ]);
    const uses = account?.sheets[0]?.columns.slice(3).map(({ as }) => as);
    expect(uses).toEqual(['estado del pago', 'moneda', 'valor devuelto']);
  });

  it('a text continued in the rows below belongs to the movement, a note does not', async () => {
    const { rows, problems, account } = await readLines([
      'Fecha;Descripción;Valor;Saldo',
      '02/03/2026;TRANSFERENCIA DE;5.000;15.000',
      ';APTO 301;;',
      ';TORRE 2;;',
      '03/03/2026;PAGO PROVEEDOR;-4.000;11.000',
      ';ASEO SAS;;',
      '04/03/2026;CONSIGNACION;6.000;17.000',
      ';Página 1 de 2;;',
      '05/03/2026;CONSIGNACION;7.000;24.000',
      ';SALDO FINAL;;24.000',
      '06/03/2026;CONSIGNACION;1.000;25.000',
      ';Señor usuario, verifique su extracto.;;',
      ';APTO 501;;',
    ]);
    expect(rows.map(({ row, amount, reference, detail }) => [row, amount / 100, reference, detail])).toEqual([
      [2, 5_000, 'TRANSFERENCIA DE', 'APTO 301 · TORRE 2'],
      [7, 6_000, 'CONSIGNACION', ''],
      [9, 7_000, 'CONSIGNACION', ''],
      [11, 1_000, 'CONSIGNACION', ''],
    ]);
    expect(problems.map(({ row, code }) => [row, code])).toEqual([
      [8, 'rowIgnored'],
      [12, 'rowIgnored'],
      [13, 'rowIgnored'],
      [null, 'rowsDebit'],
    ]);
    const out = account?.sheets[0]?.rows.find(({ reason }) => reason.startsWith('Es una salida'));
    expect([account?.cells, account?.read, out?.first]).toEqual([32, 18, [5, 6]]);
  });

  it('a payment with a text continued below is known again without the text', async () => {
    const first = ['Fecha;Descripción;Valor', '02/03/2026;TRANSFERENCIA DE;5.000'];
    const [wrapped, withoutText] = [await readLines([...first, ';APTO 301;']), await readLines(first)];
    expect(wrapped.rows[0]?.identity).toBe(withoutText.rows[0]?.identity);
  });

  it('words of money sent in the continued text take the payment out', async () => {
    const { rows, movements } = await readLines([
      'Fecha;Descripción;Valor',
      '02/03/2026;MOVIMIENTO NEQUI;5.000',
      ';Enviaste a JUAN;',
      '03/03/2026;MOVIMIENTO NEQUI;6.000',
    ]);
    expect([rows.map(({ amount }) => amount / 100), movements?.debits]).toEqual([[6_000], 1]);
  });

  it('days in the first rows of groups are carried down if a file proves the rows', async () => {
    const days = ['02/03/2026', '', '', '03/03/2026', ''];
    const texts = (of: readonly string[]) =>
      of.map((day, at) => `${day};PAGO 30${at};${at + 1}.000;${[11, 13, 16, 20, 25][at]}.000`);
    const read = await readLines(['Fecha;Descripción;Valor;Saldo', ...texts(days)]);
    expect(read.rows.map(({ valueDate }) => valueDate.slice(8))).toEqual(['02', '02', '02', '03', '03']);
    expect(read.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['directionUnknown', 'warning'],
      ['daysOfGroup', 'warning'],
    ]);
    const note = await readLines(['Fecha;Descripción;Valor;Saldo', ...texts(days), ';Elaboró: Ana Ruiz']);
    expect(note.problems.map(({ code }) => code)).toEqual(['rowIgnored', 'directionUnknown', 'daysOfGroup']);
    const unbalanced = texts(days).map((line) => line.split(';').slice(0, 3).join(';'));
    const header = 'Fecha;Descripción;Valor';
    const total = await readLines([header, ...unbalanced, ';TOTAL;15.000']);
    expect(total.rows.map(({ valueDate }) => valueDate.slice(8))).toEqual(['02', '02', '02', '03', '03']);
    // No total proves the rows, a total differs, a balance breaks, or a day is repeated.
    for (const lines of [
      [header, ...unbalanced],
      [header, ...unbalanced, ';TOTAL;16.000'],
      ['Fecha;Descripción;Valor;Saldo', ...texts(days).with(3, '03/03/2026;PAGO 303;9.000;20.000')],
      ['Fecha;Descripción;Valor;Saldo', ...texts(days.with(1, '02/03/2026'))],
    ]) {
      const missing = (await readLines(lines)).problems.filter(({ code }) => code === 'dateMissing');
      expect(missing.map(({ severity }) => severity)).toContain('error');
    }
  });

  it('a total other than the sum of its rows is named, with a right total beside', async () => {
    const readTotals = async (...lines: string[]) => {
      const { rows, problems } = await readLines(['Fecha;Descripción;Valor', ...lines]);
      return [rows.length, problems.flatMap(({ row, code }) => (code === 'rowIgnored' ? [] : [[row, code]]))];
    };
    const parts = (...sums: string[]) => [
      ...['02/03/2026;A;1.000', '02/03/2026;B;2.000', `;SUBTOTAL;${sums[0]}`],
      ...['03/03/2026;C;4.000', `;SUBTOTAL;${sums[1]}`, `;TOTAL;${sums[2]}`],
    ];
    expect(await readTotals(...parts('3.000', '4.000', '7.000'))).toEqual([3, []]);
    expect(await readTotals(...parts('3.100', '4.000', '7.000'))).toEqual([3, [[4, 'totalDiffers']]]);
    expect(await readTotals(...parts('3.000', '4.000', '9.000'))).toEqual([3, [[7, 'totalDiffers']]]);
    // Totals of weeks over totals of days, and a count of rows.
    const weeks = [...parts('3.000', '4.000', '7.000').slice(0, 5), ';Subtotal semana;7.000'];
    const next = ['10/03/2026;D;500', ';Subtotal semana;500', ';Total;7.500', ';Total registros;4'];
    expect(await readTotals(...weeks, ...next)).toEqual([4, []]);
    const sides = await readLines([
      ...['Fecha;Descripción;Débito;Crédito', '02/03/2026;A;;3.000', '03/03/2026;X;500;'],
      ';TOTALES;500;3.100',
    ]);
    expect(sides.problems.find(({ code }) => code === 'totalDiffers')?.message).toContain(
      'el total es $ 3.100, y las filas leídas suman $ 3.000.',
    );
    // A total of a day, with its day, is no payment.
    const ofDays = ['02/03/2026;A;1.000', '02/03/2026;TOTAL DIA;1.000', '03/03/2026;C;500'];
    expect(await readTotals(...ofDays, '03/03/2026;TOTAL DIA;900')).toEqual([2, [[5, 'totalDiffers']]]);
    // Words of payers, with a day.
    expect(await readTotals('02/03/2026;Total mes de mayo;1.000')).toEqual([1, [[null, 'totalDoubtful']]]);
    const ofUnit = await readLines(['Fecha;Apto;Valor;Concepto', '02/03/2026;301;1.000;Subtotal']);
    expect(ofUnit.rows.map(({ unit, amount }) => [unit, amount])).toEqual([['301', 100_000]]);
  });

  it.each([
    ['Consignación;Cheque', ['250.000;', '260.000;4512', '270.000;']],
    ['Consignación;Banco', ['250.000;7', '260.000;7', '270.000;51']],
    ['Efectivo;Consignación;Cheque', ['250.000;;', ';260.000;4512', ';270.000;']],
    ['Efectivo;Transferencia;Recibo de caja', ['250.000;;1', ';260.000;2', ';270.000;3', ';;4']],
  ])('numbers beside amounts are not added to payments: %s', async (header, cells) => {
    const lines = cells.map((cell, at) => `0${at + 1}/03/2026;30${at};${cell}`);
    const { rows } = await readLines([`Fecha;Apto;${header}`, ...lines]);
    expect(rows.map(({ amount }) => amount / 100)).toEqual([250_000, 260_000, 270_000]);
  });

  it('a column by means left out of the payments is named', async () => {
    const lines = ['250000;;', ';260000;', '100000;;70500'].map((cells) => `02/03/2026;301;${cells}`);
    const { problems } = await readLines(['Fecha;Apto;Efectivo;Banco;Tarjeta', ...lines]);
    expect(problems.find(({ code }) => code === 'columnsUnread')?.message).toContain('«Tarjeta»');
  });

  it.each(['Card', 'Tipo de tarjeta', 'Channel'])('a debit card under %s is no money out', async (header) => {
    const lines = ['Debit', 'Credit', 'Débito'].map((card) => `02/03/2026;${card};5.000;DR PEREZ`);
    const { rows, movements } = await readLines([`Fecha;${header};Valor;Referencia`, ...lines]);
    expect([rows.length, movements?.debits]).toEqual([3, 0]);
  });

  it('figures of other rows do not prove the rows without a day', async () => {
    const columns = 'Fecha;Descripción;Valor';
    const balanced = `${columns};Saldo`;
    const [first, second] = ['02/03/2026;ABONO A;1.000', '03/03/2026;ABONO C;4.000'];
    for (const [missing, ...lines] of [
      // A wrong subtotal before a right subtotal.
      [[3], columns, first, ';B;2.000', ';SUBTOTAL;9.999', second, ';D;500', ';SUBTOTAL;4.500'],
      [[6], columns, first, ';B;2.000', ';SUBTOTAL;3.000', second, ';D;500', ';SUBTOTAL;9.999'],
      // Balances in the first rows only, or in the last rows only.
      [
        [4, 6],
        ...[
          balanced,
          `${first};11.000`,
          ';ABONO B;2.000;13.000',
          ';ABONO C;3.000;',
          `${second};`,
          ';ABONO D;500;',
        ],
      ],
      [[3], balanced, `${first};`, ';B;2.000;', `${second};17.000`, ';D;500;17.500'],
      // A single forgotten day, in an extract and in a list of units.
      [[4], columns, first, '03/03/2026;B;2.000', ';C;3.000', '05/03/2026;D;500', ';TOTAL;6.500'],
      [
        [3, 5],
        ...['Apto;Fecha;Valor', '301;02/03/2026;1.000', '302;;2.000', '303;03/03/2026;4.000', '304;;500'],
        'TOTAL;;7.500',
      ],
    ] as const) {
      const { problems } = await readLines([...lines]);
      const errors = problems.filter(({ severity }) => severity === 'error');
      expect(
        errors.map(({ code, row }) => [code, row]),
        lines.join(' '),
      ).toEqual(missing.map((row) => ['dateMissing', row]));
    }
  });

  it('a payment of a gateway has the day of its approval', async () => {
    const lines = [
      'id;created_at;finalized_at;amount_in_cents;status;reference',
      '1-1764-11;2026-03-01T04:58:00Z;2026-03-01T05:02:00Z;5000000;APPROVED;SCAF',
    ];
    expect((await readLines(lines)).rows.map(({ valueDate }) => valueDate)).toEqual(['2026-03-01']);
  });

  it('a transaction of a gateway is read once by its id, under each name of the id', async () => {
    for (const header of ['ID', 'Id de la operación', 'payment_id', 'ID del pago', 'CUS']) {
      const lines = [`${header};Fecha;Monto;Estado;Referencia`];
      for (const id of ['1-1764-11', '1-1764-12', '1-1764-11'])
        lines.push(`${id};03/03/2026;250.000;APROBADA;SCAF`);
      expect(
        (await readLines(lines)).rows.map(({ transaction }) => transaction),
        header,
      ).toEqual(['1-1764-11', '1-1764-12']);
    }
    // Short numbers count the rows.
    for (const header of ['ID', 'ID del pago', 'Id operación']) {
      const lines = [1, 2].map((id) => `${id};03/03/2026;5;APROBADA;99887766${id}`);
      const ids = async (cus: string) =>
        (await readLines([`${header};Fecha;Monto;Estado;${cus}`, ...lines])).rows.map(
          (row) => row.transaction,
        );
      expect(await ids('Nota'), header).toEqual([null, null]);
      expect(await ids('CUS'), header).toEqual(['998877661', '998877662']);
    }
  });

  it('payments of shared expenses and of a raised fee are never money out', async () => {
    const rows = ['Gastos comunes', 'Pago gastos comunes', 'PAGO', 'PAGO AJUSTE', 'AJUSTE PAGO'];
    const lines = rows.map((text, at) => `0${at + 1}/03/2026;5.000;${text}`);
    for (const header of ['Referencia', 'Descripción']) {
      const { rows: read, returns } = await readLines([`Fecha;Valor;${header}`, ...lines]);
      expect(
        read.map(({ amount }) => amount),
        header,
      ).toEqual(rows.map(() => 500_000));
      expect(returns, header).toEqual([]);
    }
    const sent = ['Enviada', 'Enviado'].map((text) => `02/03/2026;5.000;${text}`);
    for (const header of ['Factura', 'Recibo'])
      expect((await readLines([`Fecha;Valor;${header}`, ...sent])).rows, header).toHaveLength(2);
    const sides = ['$ 5.000.oo CR', '5.000 COP DB', '5.000,00D', '5.000C', '5.000CR'];
    const sided = await readLines(['Fecha;Valor;Nota', ...sides.map((side) => `02/03/2026;${side};X`)]);
    expect(sided.rows.map(({ row }) => row)).toEqual([2, 5, 6]);
    expect(sided.movements?.debits).toBe(2);
  });

  it('a second header, a table beside, or totals are never read as payments', async () => {
    const swapped = await readLines([
      ...['Fecha;Débitos;Créditos', '02/03/2026;;5.000', 'Fecha;Débitos;Créditos', '03/03/2026;1.000;'],
      ...['Fecha;Créditos;Débitos', '04/03/2026;7.000;'],
    ]);
    expect(swapped.problems.map(({ row, code, severity }) => [row, code, severity])).toEqual([
      [3, 'rowIgnored', 'warning'],
      [5, 'headerOther', 'error'],
      [null, 'rowsDebit', 'warning'],
    ]);
    const beside = await readLines([
      'Fecha;Apto;Valor;;Fecha;Apto;Valor',
      '02/03/2026;301;5.000;;03/03/2026;302;6.000',
    ]);
    expect(beside.problems.find(({ severity }) => severity === 'error')).toMatchObject({
      code: 'sheetsUnread',
      message: expect.stringContaining('«extracto, columnas A a C», «extracto, columnas E a G»'),
    });
    const other = await readLines([
      'Apto;Fecha;Abono;;Apto;Fecha pago;Valor',
      '301;02/03/2026;5.000;;302;03/03/2026;6.000',
    ]);
    expect(other.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        code: 'tableBeside',
        message: expect.stringContaining('desde la columna F, con 1 fila que no se leyó.'),
      },
    ]);
    const totals = await readLines([
      ...['Fecha;Concepto;Valor', '02/03/2026;PAGO A;5.000', '03/03/2026;TOTAL DEUDA APTO 301;6.000'],
      ...['31/03/2026;TOTAL MARZO;11.000', '31/03/2026;Subtotal;9.000'],
    ]);
    expect(totals.rows.map(({ row }) => row)).toEqual([2, 3]);
    expect(totals.problems.map(({ row, code }) => [row, code])).toEqual([
      [4, 'rowIgnored'],
      [5, 'totalDiffers'],
      [5, 'rowIgnored'],
      [null, 'totalDoubtful'],
    ]);
  });

  it('a tower column is found under each name, and a bank branch is no unit', async () => {
    for (const header of ['Torres', 'BLQ', 'MZA', 'Torre', 'Manzana']) {
      const sheets = await readFile(
        await workbookOf([
          ['Fecha', header, 'Apto', 'Valor'],
          ['05/03/2026', 2, 301, 5000],
        ]),
        'pagos.xlsx',
      );
      const { rows, unitColumn } = readPaymentSheet({ sheets }, { today: TODAY });
      expect([rows.map(({ unit }) => unit), unitColumn]).toEqual([['2-301'], `${header} + Apto`]);
    }
  });
});
