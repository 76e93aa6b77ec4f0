import { workbookParts, zipOf } from '../../platform/sheets/sheets.fixture.ts';
import type { PaymentsSheet } from './sheets.ts';

const CELLS = [
  ['Fecha', 'Descripción', 'Valor'],
  ['05/05/2026', 'PAGO MUÑOZ', '300000'],
  ['06/05/2026', 'RETIRO', '-50000'],
];
const READ = ['1 payments, 300.000', 'out: 1, 5000000 centavos', '2026-05-05 ? 300.000 PAGO MUÑOZ'];

/** Writes the cells as a workbook with another prefix and another place of the sheet than Excel. */
function workbookOfProgram(): Buffer {
  const texts = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const rows = CELLS.map((row) => `<row>${texts(row)}</row>`).join('');
  const parts = workbookParts(`<sheetData>${rows}</sheetData>`).map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(
      bytes.toString().replaceAll('r:', 'd3p1:').replace('worksheets/sheet1', '../xl/worksheets/sheet1'),
    ),
  }));
  return zipOf(parts);
}

const xml2003 = `<?xml version="1.0"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Hoja"><Table>${CELLS.map(
  (row) => `<Row>${row.map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join('')}</Row>`,
).join('')}</Table></Worksheet></Workbook>`;
const lines = CELLS.map((row) => row.join(';'));

/** Payments of two weeks side by side. */
const WEEKS_BESIDE = [
  ['SEMANA 1', '', '', '', 'SEMANA 2'],
  ['Fecha', 'Apto', 'Valor', '', 'Fecha', 'Apto', 'Valor'],
  ['02/05/2026', '101', 285_000, '', '09/05/2026', '103', 290_000],
  ['03/05/2026', '102', 285_000],
];

/**
 * Payments in further formats of files, in columns divided by blanks, by side, by means of payment and with totals. Tried
 * as unseen files in November 2026. Names and amounts are invented.
 */
export const paymentsOfFormats: PaymentsSheet[] = [
  ...Object.entries({
    'a workbook of a program with another prefix of relations': workbookOfProgram(),
    'XML of 2003 named .xls': xml2003,
    'each line in quotes': lines.map((line) => `"${line}"`).join('\n'),
    'CSV (MS-DOS) in CP850': Buffer.from(
      [...lines.join('\r\n')].map((sign) => ({ Ñ: 0xa5, ó: 0xa2 })[sign] ?? sign.charCodeAt(0)),
    ),
    'a list of objects of a portal (JSON)': JSON.stringify(
      CELLS.slice(1).map((row) => Object.fromEntries(row.map((text, at) => [CELLS[0]?.[at], text]))),
    ),
  }).map(([name, file]) => ({ name, file, expected: { read: READ, warned: ['rowsDebit'] } })),
  {
    name: 'Bancolombia: a period over two years, an amount without a zero before its centavos',
    file: `Información Cliente:;;;;;
NOMBRE;CONJ;;;;
Información General:;;;;;
DESDE;HASTA;TIPO CUENTA;NRO CUENTA;SUCURSAL;
2025/12/31;2026/03/31;AHORROS;123;MEDELLIN;
Resumen:;;;;;
SALDO ANTERIOR;TOTAL ABONOS;TOTAL CARGOS;SALDO ACTUAL;SALDO PROMEDIO;CUENTAS X COBRAR
1.000,00;700.000,00;100.000,00;601.000,00;5;0
Movimientos:;;;;;
FECHA;DESCRIPCIÓN;SUCURSAL;DCTO.;VALOR;SALDO
31/12;PAGO QR ANA;;;300.000,00;301.000,00
1/01;ABONO INTERESES AHORROS;;;,50;301.000,50
28/02;PAGO INTERBANC LUIS;;;399.999,50;701.000,00
1/03;COMPRA EN ALKOSTO;;;-100.000,00;601.000,00
FIN ESTADO DE CUENTA;;;;;`,
    expected: {
      read: [
        '3 payments, 700.000',
        'out: 1, 10000000 centavos',
        '2025-12-31 ? 300.000 transfer',
        '2026-01-01 ? 0,50',
        '2026-02-28 ? 399.999,50 transfer',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'Davivienda: a note of debit that takes a payment back',
    file: `Fecha de Sistema;Documento;Descripción Motivo;Transacción;Oficina de Recaudo;NIT Originador;Valor Cheque;Valor Total;Referencia 1;Referencia 2
10/05/2026;000;ABONO TRANSFERENCIA;Nota Crédito;VIRTUAL;00052111222;$0.00;$ 250,000.00;101;0
11/05/2026;000;CARGO;Nota Débito;VIRTUAL;0;$0.00;$ 50,000.00;0;0
12/05/2026;000;REVERSO ABONO TRANSFERENCIA;Nota Débito;VIRTUAL;00052111222;$0.00;$ 250,000.00;101;0`,
    expected: {
      read: ['0 payments, 0', 'out: 1, 5000000 centavos'],
      warned: ['rowsDebit', 'rowsReversed'],
      refused: ['noPayments'],
    },
  },
  {
    name: 'days of groups, right subtotals and a wrong grand total',
    file: `Fecha;Descripción;Valor
02/05/2026;PAGO A;100.000
;PAGO B;200.000
;SUBTOTAL;300.000
03/05/2026;PAGO C;50.000
;PAGO D;70.000
;SUBTOTAL;120.000
;TOTAL;999.000`,
    expected: {
      read: [
        '4 payments, 420.000',
        '2026-05-02 ? 100.000 PAGO A',
        '2026-05-02 ? 200.000 PAGO B',
        '2026-05-03 ? 50.000 PAGO C',
        '2026-05-03 ? 70.000 PAGO D',
      ],
      warned: ['daysOfGroup', 'rowIgnored', 'totalDiffers'],
    },
  },
  {
    name: 'a wrong subtotal beside a right grand total',
    file: `Fecha;Descripción;Valor
02/05/2026;PAGO A;100.000
02/05/2026;PAGO B;200.000
;SUBTOTAL;310.000
03/05/2026;PAGO C;50.000
03/05/2026;PAGO D;70.000
;SUBTOTAL;120.000
;TOTAL;420.000`,
    expected: {
      read: [
        '4 payments, 420.000',
        '2026-05-02 ? 100.000 PAGO A',
        '2026-05-02 ? 200.000 PAGO B',
        '2026-05-03 ? 50.000 PAGO C',
        '2026-05-03 ? 70.000 PAGO D',
      ],
      warned: ['rowIgnored', 'totalDiffers'],
    },
  },
  {
    name: 'totals of days with their days',
    file: `Fecha;Descripción;Valor
02/05/2026;PAGO A;100.000
02/05/2026;TOTAL DIA;100.000
03/05/2026;PAGO C;50.000
03/05/2026;PAGO D;50.000
03/05/2026;TOTAL DIA;100.000`,
    expected: {
      read: [
        '3 payments, 200.000',
        '2026-05-02 ? 100.000 PAGO A',
        '2026-05-03 ? 50.000 PAGO C',
        '2026-05-03 ? 50.000 PAGO D',
      ],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'a bank text in columns divided by blanks',
    file: `BANCO DE LA COSTA                    EXTRACTO
Fecha       Descripcion                    Valor          Saldo
02/05/2026  PAGO ANA RUIZ             300.000,00   1.300.000,00
03/05/2026  RETIRO CAJERO            -100.000,00   1.200.000,00
04/05/2026  CONSIGNACION APTO 102     250.000,00   1.450.000,00`,
    expected: {
      read: [
        '2 payments, 550.000',
        'out: 1, 10000000 centavos',
        '2026-05-02 ? 300.000 PAGO ANA RUIZ',
        '2026-05-04 ? 250.000 CONSIGNACION APTO 102 deposit',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'printed pages in columns divided by blanks',
    file: `                      EXTRACTO DE CUENTA
CUENTA 123-456          PERIODO: 01/05/2026 A 31/05/2026

FECHA  DESCRIPCION             DEBITOS      CREDITOS         SALDO
-----  ------------------  -----------  ------------  ------------
02/05  TRANSF ANA RUIZ                    300.000,00  1.300.000,00
03/05  CUOTA MANEJO          15.000,00                1.285.000,00
                           -----------  ------------
Pagina 1
FECHA  DESCRIPCION             DEBITOS      CREDITOS         SALDO
04/05  CONSIG 102                         250.000,00  1.535.000,00
TOTAL                        15.000,00    550.000,00`,
    expected: {
      read: [
        '2 payments, 550.000',
        'out: 1, 1500000 centavos',
        '2026-05-02 ? 300.000 TRANSF ANA RUIZ transfer',
        '2026-05-04 ? 250.000 CONSIG 102 deposit',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'means of payment as columns without a total',
    file: `Fecha;Apto;Efectivo;Transferencia
02/05/2026;101;300.000;
03/05/2026;102;;250.000`,
    expected: {
      read: ['2 payments, 550.000', '2026-05-02 101 300.000 cash', '2026-05-03 102 250.000 transfer'],
    },
  },
  {
    name: 'three means of payment, two in one payment',
    file: `Fecha;Apto;Efectivo;Consignación;Datáfono
02/05/2026;101;300.000;;
03/05/2026;102;;250.000;
03/05/2026;103;100.000;50.000;`,
    expected: {
      read: [
        '3 payments, 700.000',
        '2026-05-02 101 300.000 cash',
        '2026-05-03 102 250.000 deposit',
        '2026-05-03 103 150.000',
      ],
    },
  },
  {
    name: 'means of payment with a total of each',
    file: `Fecha;Nombre;Efectivo;Nequi;Davivienda
02/05/2026;ANA;300.000;;
03/05/2026;LUIS;;250.000;
;TOTALES;300.000;250.000;`,
    expected: {
      read: ['2 payments, 550.000', '2026-05-02 ? 300.000 cash', '2026-05-03 ? 250.000 transfer'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'a bank portal in English: debit and credit amounts',
    file: `Posting Date,Description,Debit Amount,Credit Amount,Balance
05/02/2026,ACH ANA,,300000.00,300000.00
05/20/2026,FEE,5000.00,,295000.00`,
    expected: {
      read: ['1 payments, 300.000', 'out: 1, 500000 centavos', '2026-05-02 ? 300.000 ACH ANA transfer'],
      warned: ['monthFirstRead', 'rowsDebit'],
    },
  },
  {
    name: 'two sides under words of payments: a question',
    file: `Fecha;Descripción;Pagado;Recibido;Saldo
02/05/2026;PAGO ANA;0;300.000;1.300.000
03/05/2026;COMISION X;5.000;0;1.295.000
04/05/2026;PAGO LUIS;0;100.000;1.395.000`,
    expected: {
      read: ['0 payments, 0', 'out: 1, 500000 centavos'],
      warned: ['balanceBroken', 'columnsUnread', 'rowsDebit', 'rowsZero'],
      refused: ['sidesDoubtful'],
    },
  },
  {
    name: 'kinds of movements in English',
    file: `Date;Type;Description;Amount
2026-05-02;Credit;ANA;300000
2026-05-03;Debit;FEE;5000
2026-05-03;Fee;FEE;5000`,
    expected: {
      read: ['1 payments, 300.000', 'out: 2, 1000000 centavos', '2026-05-02 ? 300.000 ANA'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'two payments of a unit in one row',
    file: `Apto;Fecha 1;Pago 1;Fecha 2;Pago 2
101;02/05/2026;300.000;03/05/2026;50.000
102;03/05/2026;250.000;;`,
    expected: {
      read: ['2 payments, 550.000', '2026-05-02 101 300.000', '2026-05-03 102 250.000'],
      warned: ['columnsUnread'],
      refused: ['tableBeside'],
    },
  },
  {
    name: 'a gateway with refunds and a chargeback',
    file: `id;fecha;tipo;monto;estado;referencia
1-111-22;02/05/2026;Pago;300.000;Aprobado;R1
1-111-23;03/05/2026;Reembolso;300.000;Aprobado;R1
1-111-24;03/05/2026;Contracargo;100.000;Aprobado;R2`,
    expected: {
      read: ['1 payments, 300.000', 'out: 2, 40000000 centavos', '2026-05-02 ? 300.000 R1'],
      warned: ['reversalDoubtful', 'rowsDebit'],
    },
  },
  {
    name: 'two weeks of payments side by side are a question',
    file: { Mayo: WEEKS_BESIDE },
    expected: {
      read: ['2 payments, 570.000', '2026-05-02 101 285.000', '2026-05-03 102 285.000'],
      refused: ['sheetsUnread'],
    },
  },
  {
    name: 'the second of two weeks of payments side by side, by the answer',
    file: { Mayo: WEEKS_BESIDE },
    choices: { sheet: 'Mayo, columnas E a G' },
    expected: { read: ['1 payments, 290.000', '2026-05-09 103 290.000'], warned: ['otherSheets'] },
  },
];
