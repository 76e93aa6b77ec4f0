import type { MonthsSheet } from './sheets.ts';

/**
 * Month spreadsheets (charges of a month) in the manner of administrators and accounting programs, each
 * with the expected reading. Names and figures are invented.
 */
export const monthsSheets: MonthsSheet[] = [
  {
    name: 'fees of three months beside each other',
    units: ['101', '102'],
    file: `Apto;Cuota ene;Cuota feb;Cuota mar
101;50.000;50.000;50.000
102;50.000;50.000;50.000`,
    expected: {
      read: ['0 of 2 units'],
      questions: ['monthsSeveral'],
      refused: ['monthsSeveral'],
    },
  },
  {
    name: 'the fee of before beside that of now',
    units: ['101', '102'],
    file: `Apto;Cuota;Cuota anterior
101;55.000;50.000
102;55.000;50.000`,
    expected: { read: ['2 of 2 units', 'Cuota 110.000'], warned: ['columnIgnored'] },
  },
  {
    name: 'a note that says what else is charged',
    units: ['101', '102'],
    file: `Apto;Administración;Observación
101;50.000;cobrar multa 30.000
102;50.000;arrendado`,
    expected: { read: ['2 of 2 units', 'Administración 100.000'], warned: ['amountsInNotes'] },
  },
  {
    name: 'billed, paid and what is left',
    source: 'layout of jasonssdev/building_financial_analysis, semilla.csv (found/billing.md D4)',
    units: ['8A', '8B', '8C', '8D'],
    file: `Unidad;Facturado;Pagado;Saldo
8A;700;0;700
8B;700;300;400
8C;700;700;0
8D;650,5;50;600,5`,
    expected: {
      read: ['4 of 4 units', 'saldo 1.700,50', 'pagos 1.050', 'Facturado 2.750,50'],
      questions: ['balanceAfter'],
      refused: ['balanceAfter'],
    },
  },
  {
    name: 'payments and debts, no fee',
    source: 'layout of manuelmad/condo-admin, cuota_corpoelec (found/billing.md)',
    units: ['0-A-1', '0-A-2', '1-A-1'],
    file: `APTO.;PROPIETARIO;PAGO;DEUDA
0-A-1;ANA RUIZ;224,37;0
0-A-2;LUIS GIL;224,37;448,74
1-A-1;EVA SOL;;673,11`,
    expected: { read: ['3 of 3 units', 'saldo 1.121,85', 'pagos 448,74'], warned: ['paymentsAlone'] },
  },
  {
    name: 'a unit that the joint writes otherwise',
    source: 'layout of manuelmad/condo-admin, cuota_cilindro (found/billing.md)',
    units: ['0-A-1', '0-A-2'],
    file: `APTO.;PROPIETARIO;CUOTA
0-A-l;ANA RUIZ;150
0-A-2;LUIS GIL;150`,
    expected: { read: ['1 of 2 units', 'CUOTA 150'], refused: ['unitUnknown'] },
  },
  {
    name: 'names by months',
    source: 'layout of bneirarc/app-calafate (found/billing.md)',
    units: ['1', '2'],
    file: `Nombre;Enero;Febrero;Marzo
ANA RUIZ;Pagado;Pagado;Debe
LUIS GIL;Pagado;Debe;Debe`,
    expected: { read: ['0 of 2 units'], refused: ['unitColumnMissing'] },
  },
  {
    name: 'points that divide thousands here and decimals there',
    source: 'layout of jasonssdev/building_financial_analysis, cuotas.csv (found/billing.md)',
    units: ['1A', '1B'],
    file: `unidad,cuota
1A,177.39
1B,202.104`,
    expected: { read: ['1 of 2 units', 'cuota 177,39'], refused: ['amountDoubtful'] },
  },
  {
    name: 'the day of each payment, with a total',
    source: 'found/billing.md D3',
    units: ['101', '102'],
    file: `Apto;Saldo anterior;Pago;Fecha de pago;Administración;Total a pagar
101;300.000;270.000;08/05/26;300.000;330.000
102;300.000;300.000;28-abr-2026;300.000;300.000`,
    expected: { read: ['2 of 2 units', 'saldo 600.000', 'pagos 570.000', 'Administración 600.000'] },
  },
  {
    name: 'SIIGO: auxiliary by third party',
    units: ['101', '102'],
    file: `Cuenta;NIT;Nombre tercero;Inmueble;Saldo anterior;Débitos;Créditos;Saldo final
13050501;52111222;ROJAS MARTHA;101;120.000;300.000;120.000;300.000
13050501;79333444;GIL CARLOS;102;0;300.000;0;300.000`,
    expected: {
      read: ['2 of 2 units', 'saldo 120.000', 'pagos 120.000', 'Cuota de administración 600.000'],
      questions: ['conceptRaw', 'creditsPaid'],
      warned: ['columnIgnored'],
    },
  },
  {
    name: 'World Office: debts by age',
    units: ['101', '102'],
    file: `Inmueble;Cliente;Por vencer;1 a 30;31 a 60;61 a 90;Más de 90;Total cartera
101;ANA RUIZ;300.000;300.000;0;0;0;600.000
102;LUIS GIL;300.000;300.000;300.000;300.000;1.250.000;2.450.000`,
    expected: {
      read: ['0 of 2 units'],
      questions: ['ageDoubtful'],
      refused: ['ageDoubtful', 'amountColumnMissing'],
    },
  },
  {
    name: 'the same, answered',
    units: ['101', '102'],
    file: `Inmueble;Cliente;Por vencer;1 a 30;31 a 60;61 a 90;Más de 90;Total cartera
101;ANA RUIZ;300.000;300.000;0;0;0;600.000
102;LUIS GIL;300.000;300.000;300.000;300.000;1.250.000;2.450.000`,
    reading: {
      columns: [
        { column: 2, role: 'charge', concept: 'Administración', nature: 'fee' },
        ...[3, 4, 5, 6].map((column) => ({ column, role: 'opening' as const })),
      ],
    },
    expected: { read: ['2 of 2 units', 'saldo 2.450.000', 'Administración 600.000'] },
  },
  {
    name: 'a value that nothing names',
    units: ['101', '102'],
    file: `Apto;Propietario;Valor
101;ANA RUIZ;285.000
102;LUIS GIL;285.000`,
    expected: { read: ['2 of 2 units', 'Cuota de administración 570.000'], questions: ['conceptRaw'] },
  },
  {
    name: 'Helisa: concepts as columns, no separators',
    units: ['1-101', '1-102'],
    file: `TORRE;APTO;PROPIETARIO;ADMON;RETROACTIVO;PARQ VISITANTES;INT MORA;SALDO ANT;TOTAL
1;101;ANA RUIZ;285000;12000;0;0;0;297000
1;102;LUIS GIL;285000;12000;8000;4520;285000;594520`,
    expected: {
      read: [
        '2 of 2 units',
        'saldo 289.520',
        'Administración 570.000',
        'RETROACTIVO 24.000',
        'PARQUEADERO VISITANTES 8.000',
      ],
    },
  },
  {
    name: 'a row for each charge',
    units: ['101', '102'],
    file: `Unidad;Concepto;Valor
101;Administración;285.000
101;Parqueadero visitantes;8.000
102;Administración;285.000`,
    expected: { read: ['3 of 2 units', 'Administración 570.000', 'Parqueadero visitantes 8.000'] },
  },
  ...([undefined, 'month', 'all'] as const).flatMap((dueRows) =>
    [false, true].map((begun): MonthsSheet => {
      const charged = ['Cuota de administración 570.000'];
      const read = {
        false: { undefined: ['saldo 870.000'], month: ['saldo 300.000', ...charged], all: ['saldo 870.000'] },
        true: {
          undefined: ['Cuota de administración 870.000'],
          month: charged,
          all: ['Cuota de administración 870.000'],
        },
      }[`${begun}`][`${dueRows}`];
      const question = { questions: ['instalmentsMixed'], refused: ['instalmentsMixed'] };
      const units = begun && dueRows === 'month' ? 2 : 3;
      return {
        name: `due dates of two months, ${begun ? 'in begun books' : 'first month'}: ${dueRows ?? 'not answered'}`,
        source: 'found/billing.md §2, S3',
        units: ['101', '102'],
        begun,
        reading: dueRows === undefined ? {} : { dueRows },
        file: `Inmueble;Concepto;Fecha de vencimiento;Valor
101;Cuota de administración;30/04/2026;300.000
101;Cuota de administración;31/05/2026;285.000
102;Cuota de administración;31/05/2026;285.000`,
        expected: { read: [`${units} of 2 units`, ...read], ...(dueRows === undefined ? question : {}) },
      };
    }),
  ),
  {
    name: 'instalments that are owed since before',
    units: ['101', '102'],
    file: `Inmueble;Concepto;Fecha de vencimiento;Valor
101;Cuota de administración;31/03/2026;285.000
101;Cuota de administración;30/04/26;285.000
102;Multa;15-abr-2026;100.000`,
    expected: { read: ['3 of 2 units', 'saldo 670.000'] },
  },
  {
    name: 'Excel by hand: titles, towers as headings, a total, notes',
    units: ['1-101', '1-102', '2-101', '2-102'],
    file: `CONJUNTO LOS CEREZOS
RELACIÓN DE COBROS MAYO 2026

APTO;PROPIETARIO;ADMINISTRACIÓN;SANCIÓN
TORRE 1;;;
101;ANA RUIZ;$ 285.000,00;
102;LUIS GIL;$ 285.000,00;$ 50.000,00
TORRE 2;;;
101;EVA SOL;$ 285.000,00;
102;SARA PAZ;$ 285.000,00;
TOTAL;;$ 1.140.000,00;$ 50.000,00
Tasa de mora:;2,1 %;;`,
    expected: {
      read: ['4 of 4 units', 'ADMINISTRACIÓN 1.140.000', 'SANCIÓN 50.000'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'a sheet for each tower',
    units: ['1-101', '1-102', '2-101', '2-102'],
    file: {
      'Torre 1': [
        ['Apto', 'Cuota'],
        [101, 285_000],
        [102, 285_000],
      ],
      'Torre 2': [
        ['Apto', 'Cuota'],
        [101, 290_000],
        [102, 290_000],
      ],
    },
    expected: {
      read: ['2 of 4 units', 'Cuota 570.000'],
      questions: ['sheetsUnread'],
      refused: ['sheetsUnread'],
    },
  },
  {
    name: 'the same, joined by hand',
    units: ['1-101', '1-102', '2-101', '2-102'],
    file: {
      'Torre 1': [
        ['Apto', 'Cuota'],
        [101, 285_000],
        [102, 285_000],
      ],
      'Torre 2': [
        ['Apto', 'Cuota'],
        [101, 290_000],
        [102, 290_000],
      ],
    },
    reading: { joinSheets: ['Torre 2'] },
    expected: { read: ['4 of 4 units', 'Cuota 1.150.000'] },
  },
  {
    name: 'a year with a sheet for each month',
    units: ['101', '102'],
    file: {
      ABRIL: [
        ['Apto', 'Cuota'],
        [101, 280_000],
        [102, 280_000],
      ],
      MAYO: [
        ['Apto', 'Cuota'],
        [101, 285_000],
        [102, 285_000],
      ],
    },
    expected: { read: ['2 of 2 units', 'Cuota 570.000'], warned: ['otherSheets'] },
  },
  {
    name: 'a year with a column for each month',
    units: ['101', '102'],
    file: `Apto;Enero;Febrero;Marzo
101;285.000;285.000;285.000
102;285.000;285.000;285.000`,
    expected: { read: ['0 of 2 units'], questions: ['monthsSeveral'], refused: ['monthsSeveral'] },
  },
  {
    name: "another month's file",
    units: ['101'],
    fileName: 'cobros abril 2026.csv',
    file: `CUENTAS DE COBRO ABRIL DE 2026
Apto;Cuota
101;285.000`,
    expected: { read: ['1 of 1 units', 'Cuota 285.000'], questions: ['monthDiffers'] },
  },
  {
    name: "a program's interest once the books have begun",
    units: ['101', '102'],
    begun: true,
    file: `Apto;Saldo anterior;Cuota;Intereses de mora;Total
101;0;285.000;0;285.000
102;0;285.000;6.120,35;291.120,35`,
    expected: { read: ['2 of 2 units', 'Cuota 570.000'], questions: ['interestIgnored'] },
  },
  {
    name: 'what is owed and what is in favour apart',
    units: ['101', '102', '103'],
    file: `Inmueble;Saldo en mora;Saldo a favor;Cuota
101;120.000;;285.000
102;;45.000;285.000
103;;;285.000`,
    expected: { read: ['3 of 3 units', 'saldo 75.000', 'Cuota 855.000'], warned: ['favourRead'] },
  },
  {
    name: 'payments as negatives, credit notes in brackets',
    units: ['101', '102'],
    file: `Apto;Saldo anterior;Abonos;Cuota;Nota crédito
101;285.000;-285.000;285.000;(20.000)
102;285.000;-100.000;285.000;`,
    expected: {
      read: ['2 of 2 units', 'saldo 570.000', 'pagos 385.000', 'Cuota 570.000', 'Nota crédito -20.000'],
      warned: ['creditRead', 'paymentsTurned'],
    },
  },
  {
    name: 'one fee merged over two units',
    units: ['101', '102'],
    file: {
      Mayo: [
        ['Apto', 'Cuota'],
        [101, 570_000],
        [102, { merged: '570000' }],
      ],
    },
    expected: { read: ['1 of 2 units', 'Cuota 570.000'], refused: ['amountMerged'] },
  },
  {
    name: 'a second table below with its columns changed over',
    units: ['101', '102'],
    file: `Apto;Cuota;Agua
101;285.000;18.000
Apto;Agua;Cuota
102;19.000;285.000`,
    expected: { read: ['1 of 2 units', 'Cuota 285.000', 'Agua 18.000'], refused: ['headerChanges'] },
  },
  {
    name: 'two halves side by side',
    units: ['101', '102', '103', '201', '202', '203'],
    file: `Apto;Cuota;;Apto;Cuota
101;285.000;;201;290.000
102;285.000;;202;290.000
103;285.000;;203;290.000`,
    expected: {
      read: ['3 of 6 units', 'Cuota 855.000'],
      questions: ['sheetsUnread'],
      refused: ['sheetsUnread'],
    },
  },
  {
    name: 'subtotals, and a total that is not the sum',
    units: ['101', '102', '103'],
    file: `Apto;Cuota
101;285.000
102;285.000
Subtotal;570.000
103;285.000
TOTAL;1.140.000`,
    expected: { read: ['3 of 3 units', 'Cuota 855.000'], warned: ['columnTotalDiffers', 'rowIgnored'] },
  },
  {
    name: 'a balance that was left out by hand the month before',
    source: 'found/billing.md D8',
    units: ['101', '102'],
    begun: true,
    remembered: [
      { header: 'Saldo anterior', role: 'ignore', byHand: true },
      { header: 'Total', role: 'ignore', byHand: true },
    ],
    file: `Apto;Saldo anterior;Cuota;Total
101;555;285.000;285.555
102;777;285.000;285.777`,
    expected: { read: ['2 of 2 units', 'Cuota 570.000'], refused: ['balanceDiffers', 'totalDiffers'] },
  },
  {
    name: 'amounts in the way of the north',
    units: ['101', '102'],
    file: `Apto,Cuota,Extra
101,"$ 1,285,000.00","12,500.50"
102,"COP 985,000.00","12,500.50"`,
    expected: { read: ['2 of 2 units', 'Cuota 2.270.000', 'Extra 25.001'] },
  },
  {
    name: "formulas whose values the file does not keep, and words for 'nothing'",
    units: ['101', '102', '103'],
    file: {
      Mayo: [
        ['Apto', 'Cuota', 'Multa'],
        [101, { uncalculated: true }, '-'],
        [102, 285_000, '$ -'],
        [103, 'exento', ''],
      ],
    },
    expected: { read: ['1 of 3 units', 'Cuota 285.000'], refused: ['amountInvalid', 'amountUncalculated'] },
  },
  {
    name: 'printed pages under a header of two rows',
    units: ['101', '102', '103'],
    file: `INMUEBLE;ADMINISTRACIÓN;PARQUEADERO;
;Valor;No.;Valor
101;285.000;12;45.000
102;285.000;13;45.000
INMUEBLE;ADMINISTRACIÓN;PARQUEADERO;
;Valor;No.;Valor
103;285.000;14;45.000`,
    expected: {
      read: ['3 of 3 units', 'ADMINISTRACIÓN 855.000', 'PARQUEADERO 135.000'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'the same unit in two rows',
    units: ['101', '102'],
    file: `Apto;Cuota
101;285.000
102;285.000
101;285.000`,
    expected: { read: ['2 of 2 units', 'Cuota 570.000'], refused: ['unitRepeated'] },
  },
  {
    name: 'names that a database gives',
    source: 'headings of matiassdiezz/expensas-garibaldi-407',
    units: ['1', '2'],
    file: `uf,expensa_A,extraord_B,multa_otros,total
1,258720.0,0.0,0.0,258720.0
2,245850.0,1000.5,0.0,246850.5`,
    expected: {
      read: ['2 of 2 units', 'Cuota de administración 504.570', 'Extraordinaria B 1.000,50'],
      questions: ['conceptRaw'],
    },
  },
  {
    name: 'a second table beside with another title and another order',
    source: 'sheets of fresh eyes, November 2026: gas was charged to other units',
    units: ['101', '102', '201'],
    file: `APTO;ADMON;;APARTAMENTO;VALOR GAS
101;285.000;;201;9.800
102;285.000;;102;22.100
201;285.000;;101;18.300`,
    expected: {
      read: ['3 of 3 units', 'Administración 855.000', 'VALOR GAS 50.200'],
      refused: ['tableBeside'],
    },
  },
  {
    name: 'houses beside their running numbers are no second table',
    units: ['1', '2', '3'],
    file: `No;Casa;Cuota
1;3;100.000
2;1;110.000
3;2;120.000`,
    expected: { read: ['3 of 3 units', 'Cuota 330.000'] },
  },
  {
    name: 'abbreviated: Sdo Ant., Vr. Int.',
    source: 'sheets of fresh eyes, November 2026: what was owed was charged again, interest among it',
    units: ['101', '102', '201'],
    file: `Inm.;Sdo Ant.;Vr. Admón;Vr. Int.;Vr. Total
101;-50.000;285.000;0;235.000
102;(100.000);285.000;0;185.000
201;120.000;285.000;2.300;407.300`,
    expected: { read: ['3 of 3 units', 'saldo -27.700', 'Administración 855.000'] },
  },
  {
    name: "a bare 'Saldo' behind the charges",
    source: 'the rule of months: asked about whatever its figures',
    units: ['101', '102'],
    file: `Apto;Admón;Cuota extraordinaria 1/3;Saldo cuota extra
101;285.000;100.000;200.000
102;285.000;100.000;200.000`,
    expected: {
      read: ['2 of 2 units', 'saldo 400.000', 'Administración 570.000', 'Cuota extraordinaria 1/3 200.000'],
      questions: ['balanceAfter'],
      refused: ['balanceAfter'],
    },
  },
  {
    name: 'units in words, what others are charged for in words',
    source: 'sheets of fresh eyes, November 2026: refused without need',
    units: ['1-101', '1-102', '2-101', 'L1', 'P12', '3-5B'],
    file: `INMUEBLE|VALOR CUOTA|OTROS COBROS|DESCRIPCION OTROS
T1 APTO 101|300000|0|
APTO 102 TORRE 1|300000|15000|Llave piscina
T2-101|310000|0|
LOCAL 1|310000|45000|Daño ascensor
PARQUEADERO 12|30000||
Bloque 3 Apto 5-B|300000||`,
    expected: {
      read: ['6 of 6 units', 'VALOR CUOTA 1.550.000', 'OTROS COBROS 60.000'],
      warned: ['unitSpelling'],
    },
  },
  {
    name: 'a row for each charge, as a program of the north writes it',
    units: ['101', '102'],
    file: `unit,owner,concept,amount,due_date
101,ANA RUIZ,Administración,285000.00,2026-05-31
102,LUIS GIL,Administración,285000.00,2026-05-31
101,ANA RUIZ,Parqueadero,45000.00,2026-05-31`,
    expected: {
      read: ['3 of 2 units', 'saldo 615.000'],
      questions: ['instalmentsDoubtful'],
      refused: ['instalmentsDoubtful'],
    },
  },
  {
    name: 'the ordinary second month: a flat fee, everybody a month behind',
    units: ['101', '102', '103'],
    file: `Apto;Saldo anterior;Pagos;Administración;Total
101;300000;300000;300000;300000
102;300000;300000;300000;300000
103;300000;300000;300000;300000`,
    expected: {
      read: ['3 of 3 units', 'saldo 900.000', 'pagos 900.000', 'Administración 900.000'],
    },
  },
  {
    name: 'signatures and an account number below the grand total',
    units: ['101', '102', '103'],
    file: `Apto;Administración;Multa;Total
101;300000;0;300000
102;300000;0;300000
103;300000;0;300000
TOTAL;900000;0;900000
Elaboró:;;Revisó:;Aprobó:
Consignar en:;Bancolombia;Cta;123`,
    expected: {
      read: ['3 of 3 units', 'Administración 900.000'],
      warned: ['rowIgnored', 'rowsNotes'],
    },
  },
  {
    name: 'a row for each concept, a row twice',
    units: ['101', '102'],
    file: `Apto;Concepto;Valor
101;Cuota administración sept;300000
101;Cuota administración sept;300000
102;Cuota administración sept;300000
102;Multa;50000`,
    expected: {
      read: ['4 of 2 units', 'Cuota administración sept 900.000', 'Multa 50.000'],
      questions: ['chargesAlike'],
      refused: ['chargesAlike'],
    },
  },
  {
    name: 'the same, charged once',
    units: ['101', '102'],
    file: `Apto;Concepto;Valor
101;Cuota administración sept;300000
101;Cuota administración sept;300000
102;Cuota administración sept;300000
102;Multa;50000`,
    reading: { equalRows: 'once' },
    expected: {
      read: ['3 of 2 units', 'Cuota administración sept 600.000', 'Multa 50.000'],
      warned: ['chargesAlike'],
    },
  },
];

export const realMonths: { file: string; expected: MonthsSheet['expected'] }[] = [
  {
    file: 'cobros/garibaldi-407_2026-05.csv',
    expected: {
      read: ['24 of 24 units', 'saldo 3.499.983', 'pagos 3.675.600', 'Cuota de administración 3.300.000'],
      questions: ['conceptRaw'],
    },
  },
];
