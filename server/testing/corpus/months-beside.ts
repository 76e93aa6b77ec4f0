import type { MonthsSheet } from './sheets.ts';

const DISCOUNTED = `Apto;Cuota;Descuento;Acuerdo de pago;Cuota con descuento
101;300.000;30.000;;270.000
102;300.000;;150.000;300.000`;

const WITHOUT_HEADER = `101;ANA RUIZ;300.000
102;LUIS GIL;300.000
103;EVA SOL;300.000`;

const TWO_TABLES = `Apto;Cuota
101;285.000
102;285.000
103;285.000

Apto;Parqueadero;Agua
101;40.000;18.000
102;40.000;18.000`;

const DEBTS_BY_MONTH = `Apto;FEBRERO;MARZO;ABRIL;TOTAL DEUDA
101;300.000;300.000;300.000;900.000
102;;;300.000;300.000`;

/** Two towers side by side, with the name above each table. */
const TOWERS_BESIDE = [
  ['TORRE 1', '', '', '', 'TORRE 2'],
  ['Apto', 'Propietario', 'Cuota', '', 'Apto', 'Propietario', 'Cuota'],
  [101, 'Ana Ruiz', 285_000, '', 101, 'Eva Sol', 290_000],
  [102, 'Luis Gil', 285_000, '', 102, 'Iván Paz', 290_000],
];

/**
 * Month spreadsheets with columns other than charges beside the charges: measures, meter readings, rates,
 * days, discounts. Each with the expected reading.
 */
export const monthsBeside: MonthsSheet[] = [
  {
    name: 'pesos under measures and shares',
    source: 'found/billing.md D5',
    units: ['101', '102', '103'],
    file: `Apto;Cuota por coeficiente;Administración según área;Agua caliente (m3);Coeficiente;Área m2
101;250.000;12.000;18.450;33,5;72,4
102;240.000;11.000;22.310;33;71
103;240.000;11.000;9.900,50;33,5;71`,
    expected: {
      read: ['3 of 3 units', 'Cuota por coeficiente 730.000', 'Administración según área 34.000'],
      questions: ['measureDoubtful'],
      warned: ['measureCharged'],
      refused: ['measureDoubtful'],
    },
  },
  {
    name: 'a discount, an agreement and a fee with its discount',
    source: 'found/billing.md D3, D5',
    units: ['101', '102'],
    file: DISCOUNTED,
    expected: {
      read: ['2 of 2 units', 'Cuota 600.000'],
      questions: ['agreementDoubtful', 'discountDoubtful'],
      warned: ['columnIgnored'],
      refused: ['agreementDoubtful', 'discountDoubtful'],
    },
  },
  {
    name: 'the same, answered',
    source: 'found/billing.md D3, D5',
    units: ['101', '102'],
    file: DISCOUNTED,
    reading: {
      columns: [
        { column: 2, role: 'credit' },
        { column: 3, role: 'payment' },
        { column: 4, role: 'ignore' },
      ],
    },
    expected: { read: ['2 of 2 units', 'pagos 150.000', 'Cuota 600.000', 'Descuento -30.000'] },
  },
  {
    name: 'a meter in two readings and its price',
    units: ['101', '102'],
    file: `Apto;Admón;Lectura anterior;Lectura actual;Consumo m3;Valor agua
101;250.000;1.201;1.213;12;38.400
102;250.000;998;1.009;11;35.200`,
    expected: {
      read: ['2 of 2 units', 'Administración 500.000', 'Valor agua 73.600'],
      warned: ['columnIgnored'],
    },
  },
  {
    name: 'what it costs after its day is no payment',
    source: 'sheets of fresh eyes, November 2026',
    units: ['101', '102'],
    file: `Apto;Cuota;Pago hasta el 10;Pago después del 10
101;300.000;300.000;330.000
102;300.000;300.000;330.000`,
    expected: { read: ['2 of 2 units', 'Cuota 600.000'], warned: ['columnIgnored'] },
  },
  {
    name: 'until when bills are paid, in a column',
    units: ['101', '102'],
    file: `APTO;SALDO ANTERIOR;CUOTA ADMON;TOTAL A PAGAR;FECHA LIMITE DE PAGO
101;0;285.000;285.000;10/05/26
102;150.000;285.000;435.000;10/05/26
TOTALES;150.000;570.000;720.000;`,
    expected: {
      read: ['2 of 2 units', 'saldo 150.000', 'CUOTA ADMINISTRACIÓN 570.000'],
      questions: ['dueDateSaid'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'a rate beside the interest that it made, without a total to check against',
    units: ['101', '102'],
    file: `Apto;Saldo;Tasa;Admon
101;100.000;1,9;50.000
102;0;1,9;50.000`,
    expected: {
      read: ['2 of 2 units', 'saldo 100.000', 'Administración 100.000'],
      warned: ['columnIgnored'],
    },
  },
  {
    name: 'a rate that is charged: rubbish',
    units: ['101', '102'],
    file: `Apto;Tasa de aseo;Admon
101;9.000;50.000
102;9.000;50.000`,
    expected: { read: ['2 of 2 units', 'Tasa de aseo 18.000', 'Administración 100.000'] },
  },
  {
    name: 'a due day in four hands, one of which is no day',
    units: ['101', '102', '103', '104'],
    file: `Apto;Admon;Vence
101;50.000;31/05/26
102;50.000;31-may-26
103;50.000;2026-05-31
104;50.000;32/05/2026`,
    expected: { read: ['4 of 4 units', 'Administración 200.000'], warned: ['datesIgnored'] },
  },
  {
    name: 'what is owed, in plain words',
    units: ['101', '102'],
    file: `Apto;Lo que debe;Cuota
101;10.000;50.000
102;;50.000`,
    expected: { read: ['2 of 2 units', 'saldo 10.000', 'Cuota 100.000'] },
  },
  {
    name: "'Pendiente' is owed since before, and 'Mora 2,1 %' is interest",
    units: ['101', '102'],
    file: `Apto;Pendiente;Mora 2,1 %;Admon
101;200.000;4.200;300.000
102;0;0;300.000`,
    expected: { read: ['2 of 2 units', 'saldo 204.200', 'Administración 600.000'] },
  },
  {
    name: 'what is left is told of',
    units: ['101', '102'],
    file: `Apto;Valor cuota;Valor pagado;Diferencia
101;300.000;100.000;200.000
102;300.000;0;300.000`,
    expected: {
      read: ['2 of 2 units', 'pagos 100.000', 'Valor cuota 600.000'],
      warned: ['balanceIgnored'],
    },
  },
  {
    name: 'a month under a title of payments',
    units: ['101', '102'],
    file: {
      Mayo: [
        ['APTO', 'COBROS', '', 'PAGOS'],
        [{ merged: 'APTO' }, 'Administración', 'Multa', 'Abril'],
        [101, 300_000, 0, 280_000],
        [102, 300_000, 20_000, 0],
      ],
    },
    expected: { read: ['2 of 2 units', 'pagos 280.000', 'Administración 600.000', 'Multa 20.000'] },
  },
  {
    name: 'no header: the values are a question',
    source: 'found/reports.md R-5',
    units: ['101', '102', '103'],
    file: WITHOUT_HEADER,
    expected: {
      read: ['3 of 3 units'],
      questions: ['headerUnknown'],
      warned: ['nothingCharged'],
      refused: ['headerUnknown'],
    },
  },
  {
    name: 'the same, answered: no row is lost',
    source: 'found/reports.md R-5',
    units: ['101', '102', '103'],
    file: WITHOUT_HEADER,
    reading: { headerRow: 0, columns: [{ column: 2, role: 'charge', concept: 'Administración' }] },
    expected: { read: ['3 of 3 units', 'Administración 900.000'] },
  },
  {
    name: 'two tables in a sheet, the lower with more columns',
    source: 'found/billing.md §3',
    units: ['101', '102', '103'],
    file: TWO_TABLES,
    expected: { read: ['2 of 3 units', 'Parqueadero 80.000', 'Agua 36.000'], refused: ['tableAbove'] },
  },
  {
    name: 'the same, the header row chosen by a person',
    source: 'found/billing.md §3',
    units: ['101', '102', '103'],
    file: TWO_TABLES,
    reading: { headerRow: 6 },
    expected: { read: ['2 of 3 units', 'Parqueadero 80.000', 'Agua 36.000'] },
  },
  {
    name: 'a count beside the debt that it counts',
    source: 'found/reports.md R-12',
    units: ['101', '102', '103'],
    file: `Apto;Cargos Pendientes;Saldo Adeudado COP;Administración
101;2;600.000;300.000
102;1;300.000;300.000
103;0;0;300.000`,
    expected: {
      read: ['3 of 3 units', 'saldo 900.000', 'Administración 900.000'],
      warned: ['columnIgnored'],
    },
  },
  {
    name: 'counts under the words of a debt and of a charge',
    source: 'found/reports.md R-12',
    units: ['101', '102', '103'],
    file: `Apto;Administración;Cargos pendientes;Mascotas
101;300.000;2;1
102;300.000;1;0
103;300.000;0;3`,
    expected: {
      read: ['3 of 3 units', 'saldo 3', 'Administración 900.000', 'Mascotas 4'],
      questions: ['countDoubtful'],
      refused: ['countDoubtful'],
    },
  },
  {
    name: 'a rate under the words of interest',
    units: ['101', '102', '103'],
    file: `Apto;Saldo anterior;Interés de mora;Administración
101;100.000;1,9;300.000
102;0;1,9;300.000
103;50.000;1,9;300.000`,
    expected: {
      read: ['3 of 3 units', 'saldo 150.005,70', 'Administración 900.000'],
      questions: ['countDoubtful'],
      refused: ['countDoubtful'],
    },
  },
  ...(
    [
      ['ValorAdministracion', 'Cuota de administración', 'conceptRaw'],
      ['Vr. Cuota', 'Cuota'],
      ['Cta.Admon', 'Cuota administración'],
      ['CUOTA ADMÓN', 'CUOTA ADMINISTRACIÓN'],
    ] as const
  ).map(([header, concept, question]): MonthsSheet => {
    const expected: MonthsSheet['expected'] = { read: ['2 of 2 units', `${concept} 600.000`] };
    if (question !== undefined) expected.questions = [question];
    return {
      name: `a program's heading never reaches a bill: ${header}`,
      source: 'found/reports.md R-12, found/billing.md §2, S3',
      units: ['101', '102'],
      file: `Apto;${header}\n101;300.000\n102;300.000`,
      expected,
    };
  }),
  ...['Adeudo', 'Adeudos', 'Debe', 'Atrasos', 'Rezago'].map(
    (header): MonthsSheet => ({
      name: `a word for debts is a question: ${header}`,
      source: 'found/reports.md R-12',
      units: ['101', '102'],
      file: `Apto;Administración;${header}\n101;300.000;120.000\n102;300.000;0`,
      expected: {
        read: ['2 of 2 units', 'Administración 600.000'],
        questions: ['headerUnknown'],
        refused: ['headerUnknown'],
      },
    }),
  ),
  {
    name: 'a word for debts, answered in an earlier sheet',
    source: 'found/reports.md R-12',
    units: ['101', '102'],
    file: `Apto;Administración;Adeudo
101;300.000;120.000
102;300.000;0`,
    remembered: [{ header: 'Adeudo', role: 'opening', byHand: true }],
    expected: { read: ['2 of 2 units', 'saldo 120.000', 'Administración 600.000'] },
  },
  {
    name: 'abbreviated charges get whole names on bills',
    source: 'found/billing.md §2, S3',
    units: ['101', '102'],
    file: `Apto;CTA ADMON;Vr. Parq;CUOTA EXTRA
101;285.000;40.000;10.000
102;285.000;40.000;10.000`,
    expected: {
      read: ['2 of 2 units', 'Cuota administración 570.000', 'Parqueadero 80.000', 'CUOTA EXTRA 20.000'],
    },
  },
  {
    name: 'debts by month: the meaning of the months is a question',
    source: 'found/billing.md §2, S3',
    units: ['101', '102'],
    file: DEBTS_BY_MONTH,
    expected: { read: ['0 of 2 units'], questions: ['monthsSeveral'], refused: ['monthsSeveral'] },
  },
  {
    name: 'debts by month, answered: openings that the total proves',
    source: 'found/billing.md §2, S3',
    units: ['101', '102'],
    file: DEBTS_BY_MONTH,
    reading: { columns: [1, 2, 3].map((column) => ({ column, role: 'opening' })) },
    expected: { read: ['2 of 2 units', 'saldo 1.200.000'] },
  },
  {
    name: 'two towers side by side: joined by the answer, each under the own name',
    units: ['1-101', '1-102', '2-101', '2-102'],
    file: { Mayo: TOWERS_BESIDE },
    reading: { joinSheets: ['Mayo, columnas E a G'] },
    expected: { read: ['4 of 4 units', 'Cuota 1.150.000'] },
  },
  {
    name: 'two towers side by side are a question',
    units: ['1-101', '1-102', '2-101', '2-102'],
    file: { Mayo: TOWERS_BESIDE },
    expected: {
      read: ['2 of 4 units', 'Cuota 570.000'],
      questions: ['sheetsUnread'],
      refused: ['sheetsUnread'],
    },
  },
  {
    name: 'two months side by side are a question',
    units: ['101', '102'],
    file: `ENERO;;;FEBRERO;
Apto;Cuota;;Apto;Cuota
101;285.000;;101;290.000
102;285.000;;102;290.000`,
    expected: {
      read: ['2 of 2 units', 'Cuota 570.000'],
      questions: ['monthDiffers', 'sheetsUnread'],
      refused: ['sheetsUnread'],
    },
  },
];
