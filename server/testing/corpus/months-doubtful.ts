import type { MonthsSheet } from './sheets.ts';

const UNITS = ['101', '102', '103'];

/** Rows of concepts with the words of a payment, a total or interest. */
const CONCEPTS = `Inmueble;Concepto;Valor
101;Cuota de administración;300.000
101;Recargo;15.000
101;Pago parqueadero;40.000
101;Gestión de cartera;20.000
102;Administración total;340.000
103;Cuota de administración;300.000`;
const CHARGED = ['Recargo', 'Pago parqueadero', 'Administración total'];

/** Columns of charges with the words of a payment, a debt or interest. */
const COLUMNS = `Apto;Cuota de administración;Recargo;Pago parqueadero;Gestión de cartera
101;300.000;15.000;40.000;20.000
102;300.000;0;40.000;0
103;300.000;0;0;0`;

/** Bytes of a text with 'ó' and 'ñ' of Mac Roman, and with carriage returns. */
const MACINTOSH = Buffer.from(
  'Apto;Administraci\x97n;Observaci\x97n\r101;300.000;ni\x96a\r102;300.000;\r103;300.000;',
  'latin1',
);

/**
 * Month sheets with words of several meanings, and amounts and encodings in rare forms, each with the expected reading.
 * Tried as unseen sheets in November 2026. Names and figures are invented.
 */
export const monthsDoubtful: MonthsSheet[] = [
  {
    name: 'rows of concepts with the words of a payment, a total or interest: a question each',
    units: UNITS,
    file: CONCEPTS,
    expected: {
      read: ['6 of 3 units', 'Cuota de administración 600.000', 'Gestión de cartera 20.000'],
      questions: ['conceptDoubtful'],
      refused: ['conceptDoubtful'],
    },
  },
  {
    name: 'the same, answered',
    units: UNITS,
    file: CONCEPTS,
    reading: { chargedConcepts: CHARGED },
    expected: {
      read: [
        '6 of 3 units',
        'Cuota de administración 600.000',
        'Recargo 15.000',
        'Pago parqueadero 40.000',
        'Gestión de cartera 20.000',
        'Administración total 340.000',
      ],
    },
  },
  {
    name: 'a payment or a charge, interest or a charge: a question for each column',
    units: UNITS,
    file: COLUMNS,
    expected: {
      read: [
        '3 of 3 units',
        'saldo 15.000',
        'pagos 80.000',
        'Cuota de administración 900.000',
        'Gestión de cartera 20.000',
      ],
      questions: ['chargeDoubtful'],
      refused: ['chargeDoubtful'],
    },
  },
  {
    name: 'the same in begun books',
    units: UNITS,
    begun: true,
    file: COLUMNS,
    expected: {
      read: ['3 of 3 units', 'pagos 80.000', 'Cuota de administración 900.000', 'Gestión de cartera 20.000'],
      questions: ['chargeDoubtful', 'interestIgnored'],
      refused: ['chargeDoubtful'],
    },
  },
  {
    name: "'Pagos administración' are payments",
    units: UNITS,
    file: `Apto;Saldo anterior;Pagos administración;Administración;Total
101;300.000;300.000;300.000;300.000
102;0;0;300.000;300.000
103;0;0;300.000;300.000`,
    expected: { read: ['3 of 3 units', 'saldo 300.000', 'pagos 300.000', 'Administración 900.000'] },
  },
  {
    name: 'debts, payments and what is left, in the words of a doorman',
    units: UNITS,
    file: `Apto;Propietario;Cta mes;Viene debiendo;Se le abonó;Queda debiendo
101;ANA RUIZ;300.000;600.000;200.000;700.000
102;LUIS GIL;300.000;0;0;300.000
103;EVA SOL;300.000;150.000;150.000;300.000`,
    expected: {
      read: ['3 of 3 units', 'pagos 350.000'],
      questions: ['headerUnknown'],
      warned: ['paymentsAlone'],
      refused: ['headerUnknown'],
    },
  },
  {
    name: 'the same, answered: the total proves the rows',
    units: UNITS,
    file: `Apto;Propietario;Cta mes;Viene debiendo;Se le abonó;Queda debiendo
101;ANA RUIZ;300.000;600.000;200.000;700.000
102;LUIS GIL;300.000;0;0;300.000
103;EVA SOL;300.000;150.000;150.000;300.000`,
    reading: {
      columns: [
        { column: 2, role: 'charge', concept: 'Administración' },
        { column: 3, role: 'opening' },
        { column: 5, role: 'total' },
      ],
    },
    expected: { read: ['3 of 3 units', 'saldo 750.000', 'pagos 350.000', 'Administración 900.000'] },
  },
  {
    name: "'Arrastre', 'Este mes' and 'A cobrar'",
    units: UNITS,
    file: `Apto;Arrastre;Este mes;A cobrar
101;600.000;300.000;900.000
102;0;300.000;300.000
103;100;300.000;300.100`,
    expected: {
      read: ['3 of 3 units', 'Este mes 900.000'],
      questions: ['headerUnknown'],
      warned: ['monthAsFee'],
      refused: ['headerUnknown'],
    },
  },
  {
    name: 'help, relief and support in favour of the owners',
    units: UNITS,
    file: `Apto;Admon;Apoyo;Alivio;Ayuda solidaria;Neto a pagar
101;300.000;20.000;0;0;280.000
102;300.000;0;10.000;0;290.000
103;300.000;0;0;5.000;295.000`,
    expected: {
      read: ['3 of 3 units', 'Administración 900.000'],
      questions: ['headerUnknown'],
      refused: ['headerUnknown'],
    },
  },
  {
    name: "balances with 'CR' and 'DB' behind",
    units: UNITS,
    file: `Apto;Saldo anterior;Admon;Total
101;20.000 CR;300.000;280.000
102;20.000 DB;300.000;320.000
103;$0;300.000;300.000`,
    expected: { read: ['3 of 3 units', 'Administración 900.000'] },
  },
  {
    name: "amounts as people write: '.oo', '=', 'M/L'",
    units: UNITS,
    file: `Apto;Admon
101;$300.000.oo
102;300.000=
103;$ 300.000 m/l`,
    expected: { read: ['3 of 3 units', 'Administración 900.000'] },
  },
  {
    name: 'signs behind, before and around the amount',
    units: UNITS,
    file: `Apto;Admon;Ajuste;Total
101;300.000;-20.000;280.000
102;300.000;20.000-;280.000
103;300.000;(20.000);280.000`,
    expected: {
      read: ['3 of 3 units', 'Administración 900.000', 'Ajuste -60.000'],
      warned: ['chargeNegative'],
    },
  },
  {
    name: "'% mora' is a rate and 'Int. mora' the interest",
    units: UNITS,
    file: `Apto;Saldo;% mora;Int. mora;Admon;Total
101;300.000;1,5;4.500;300.000;604.500
102;0;0;0;300.000;300.000
103;0;0;0;300.000;300.000`,
    expected: {
      read: ['3 of 3 units', 'saldo 304.500', 'Administración 900.000'],
      warned: ['columnIgnored'],
    },
  },
  {
    name: 'fees by modules, and a fee with and without parking',
    units: UNITS,
    file: `Apto;Cuota módulo 1;Cuota módulo 2;Cuota sin parqueadero;Cuota con parqueadero
101;100.000;50.000;150.000;190.000
102;100.000;50.000;150.000;190.000
103;100.000;50.000;150.000;190.000`,
    expected: {
      read: [
        '3 of 3 units',
        'Cuota módulo 1 300.000',
        'Cuota módulo 2 150.000',
        'Cuota sin parqueadero 450.000',
        'Cuota con parqueadero 570.000',
      ],
      questions: ['chargesSame'],
      refused: ['chargesSame'],
    },
  },
  {
    name: 'the fund of unforeseen expenses with its percentage',
    units: UNITS,
    file: `Apto;Cuota ordinaria;1% fondo de imprevistos;Total mes
101;285.000;2.850;287.850
102;285.000;2.850;287.850
103;285.000;2.850;287.850`,
    expected: { read: ['3 of 3 units', 'Cuota ordinaria 855.000', '1% fondo de imprevistos 8.550'] },
  },
  {
    name: 'abbreviated fines, badges and locks',
    units: UNITS,
    file: `APTO;CUOTA;INASIS. ASAMBLEA;TAG VEHICULAR;CARNET MASCOTA;CAMBIO GUARDAS
101;285.000;142.500;0;10.000;0
102;285.000;0;25.000;0;0
103;285.000;0;0;0;80.000`,
    expected: {
      read: ['3 of 3 units', 'CUOTA 855.000', 'CARNET MASCOTA 10.000'],
      questions: ['headerUnknown'],
      refused: ['headerUnknown'],
    },
  },
  {
    name: 'a web page with a hidden column and a hidden row',
    units: UNITS,
    fileName: 'cobros.xls',
    file: `<table><tr><th>Apto<th style="display:none">Fondo<th>Cuota</tr>
<tr><td>101<td style="display:none">9.000<td>300.000</tr>
<tr><td>102<td style="display:none">9.000<td>300.000</tr>
<tr style="display:none"><td>103<td style="display:none">9.000<td>300.000</tr></table>`,
    expected: {
      read: ['3 of 3 units', 'Fondo 27.000', 'Cuota 900.000'],
      questions: ['columnHidden', 'rowsHidden'],
      refused: ['columnHidden', 'rowsHidden'],
    },
  },
  {
    name: "a 'CSV (Macintosh)' without other accents than '-ción' and 'ñ'",
    units: UNITS,
    file: MACINTOSH,
    expected: { read: ['3 of 3 units', 'Administración 900.000'] },
  },
  {
    name: 'a wrong subtotal beside a right total',
    units: UNITS,
    file: `Apto;Saldo anterior;Administración;Total
101;100.000;300.000;400.000
102;0;300.000;300.000
Subtotal;100.000;600.000;750.000
103;0;300.000;300.000
Total;100.000;900.000;1.000.000`,
    expected: {
      read: ['3 of 3 units', 'saldo 100.000', 'Administración 900.000'],
      warned: ['columnTotalDiffers', 'rowIgnored'],
    },
  },
  {
    name: 'a relation of a program in columns divided by blanks',
    units: UNITS,
    file: `CONJUNTO LOS ALAMOS                RELACION DE MAYO DE 2026
APTO   PROPIETARIO          SALDO ANT.     ADMINISTRACION        TOTAL
101    ANA RUIZ             100,000.00         300,000.00   400,000.00
102    LUIS GIL                   0.00         300,000.00   300,000.00
103    EVA SOL                    0.00         300,000.00   300,000.00
TOTAL                       100,000.00         900,000.00 1,000,000.00`,
    expected: { read: ['3 of 3 units', 'saldo 100.000', 'ADMINISTRACION 900.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'a fee in dollars',
    units: UNITS,
    file: `Apto;Cuota USD
101;285
102;285
103;285`,
    expected: {
      read: ['3 of 3 units', 'Cuota USD 855'],
      questions: ['pesosDoubtful'],
      refused: ['pesosDoubtful'],
    },
  },
  {
    name: 'a fee of a year',
    units: UNITS,
    file: `Apto;Cuota anual
101;3.420.000
102;3.420.000
103;3.420.000`,
    expected: {
      read: ['3 of 3 units'],
      questions: ['headerUnknown'],
      warned: ['nothingCharged'],
      refused: ['headerUnknown'],
    },
  },
];
