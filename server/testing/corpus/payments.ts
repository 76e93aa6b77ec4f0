import type { PaymentsSheet } from './sheets.ts';

/**
 * Payment files as written by banks, gateways and people, with the expected reading of each. Names and amounts are
 * invented. Extracts of seven further banks are in `server/billing/bank-files/bank-extracts.test.ts`, files of the
 * Asobancaria format in `asobancaria.test.ts`.
 */
export const paymentsSheets: PaymentsSheet[] = [
  {
    name: 'Excel by hand: a till book with its total',
    file: `RECAUDOS ABRIL 2026

Fecha;Apto;Propietario;Valor;Banco;No. comprobante
05/04/26;101;ANA RUIZ;$ 285.000,00;Davivienda;00123
08-abr-2026;102;LUIS GIL;$ 270.000,00;Efectivo;
TOTAL;;;$ 555.000,00;;`,
    expected: {
      read: ['2 payments, 555.000', '2026-04-05 101 285.000 00123', '2026-04-08 102 270.000'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: "Banco de Occidente: 'Cheques' went out and 'Depósitos' came in",
    file: `Fecha;Descripción;Documento;Cheques;Depósitos;Saldo
02/05/2026;CONSIGNACION APTO 101;123;;50.000,00;150.000,00
03/05/2026;PAGO CHEQUE;124;20.000,00;;130.000,00
04/05/2026;TRANSF 102;125;;60.000,00;190.000,00`,
    expected: {
      read: [
        '2 payments, 110.000',
        'out: 1, 2000000 centavos',
        '2026-05-02 ? 50.000 CONSIGNACION APTO 101 deposit',
        '2026-05-04 ? 60.000 TRANSF 102 transfer',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'the same, with what else there is in both',
    file: `Fecha;Descripción;Cheques y otros débitos;Depósitos y otros créditos;Saldo
02/05/2026;CONSIGNACION APTO 101;;50.000,00;150.000,00
03/05/2026;PAGO CHEQUE;20.000,00;;130.000,00`,
    expected: {
      read: [
        '1 payments, 50.000',
        'out: 1, 2000000 centavos',
        '2026-05-02 ? 50.000 CONSIGNACION APTO 101 deposit',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'a wallet that says what its owner did',
    file: `Fecha y hora;Movimiento;Monto;De/Para
02/05/2026 10:15;Recibiste;$ 50.000,00;ANA RUIZ
03/05/2026 11:00;Enviaste;$ 20.000,00;LUIS`,
    expected: {
      read: ['1 payments, 50.000', 'out: 1, 2000000 centavos', '2026-05-02 ? 50.000'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: "receipts with a column 'Anulado'",
    file: `Fecha;Recibo;Apto;Valor;Anulado
02/05/2026;1;101;50.000;NO
03/05/2026;2;102;60.000;SI`,
    expected: { read: ['1 payments, 50.000', '2026-05-02 101 50.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'a payment in dollars among pesos',
    file: `Fecha;Apto;Valor;Moneda
02/05/2026;101;50.000;COP
03/05/2026;102;60;USD`,
    expected: { read: ['1 payments, 50.000', '2026-05-02 101 50.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'receipts of an accounting program, annulled ones with a minus',
    file: `Recibo No.;Fecha;Tercero;Inmueble;Concepto;Valor
RC-1021;03/04/2026;ANA RUIZ;101;Pago administración;285000
RC-1022;03/04/2026;LUIS GIL;102;Pago administración;285000
RC-1022;04/04/2026;LUIS GIL;102;Anulación;-285000`,
    expected: {
      read: ['1 payments, 285.000', '2026-04-03 101 285.000 Pago administración'],
      warned: ['rowsReversed'],
    },
  },
  {
    name: 'a payment gateway: approved and declined',
    file: `Fecha;Referencia;Valor;Estado;Medio de pago;Correo
2026-04-03 10:22:11;101;285000;APPROVED;PSE;ana@example.com
2026-04-03 10:25:40;102;285000;DECLINED;CARD;luis@example.com
2026-04-04 08:01:02;102;285000;APPROVED;NEQUI;luis@example.com`,
    expected: {
      read: ['2 payments, 570.000', '2026-04-03 ? 285.000 101 transfer', '2026-04-04 ? 285.000 102 transfer'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'the same in Spanish: rejected and pending',
    file: `Fecha;Inmueble;Valor pagado;Estado transacción
03/04/2026;101;285.000;Aprobada
03/04/2026;102;285.000;Rechazada
04/04/2026;102;285.000;Pendiente`,
    expected: { read: ['1 payments, 285.000', '2026-04-03 101 285.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'a bank year with months in English and a unit column of the treasurer',
    source: 'layout of a real bank year of Panama (found/billing.md)',
    file: `Fecha,Descripción,Unidad,Débito,Crédito,Saldo
01-Apr-2026,TRANSFERENCIA ANA RUIZ,101,,285.00,1285.00
02-Apr-2026,PAGO DE ASEO,,120.00,,1165.00
03-Apr-2026,DEPOSITO EN EFECTIVO,DEPOSITO,,150.00,1315.00`,
    expected: {
      read: [
        '2 payments, 435',
        'out: 1, 12000 centavos',
        '2026-04-01 101 285 TRANSFERENCIA ANA RUIZ',
        '2026-04-03 ? 150 DEPOSITO EN EFECTIVO',
      ],
      warned: ['columnsUnread', 'rowsDebit'],
      refused: ['unitUnknown'],
    },
  },
  {
    name: 'debits and credits in two columns, a branch beside',
    source: 'layout of Banco de Occidente, Caja Social (found/billing.md: Oficina)',
    file: `Fecha;Transacción;Oficina;Documento;Débitos;Créditos;Saldo
01/04/2026;CONSIGNACION NACIONAL;0482;778812;;285.000,00;1.285.000,00
02/04/2026;CUOTA DE MANEJO;0482;;15.900,00;;1.269.100,00
03/04/2026;ABONO ACH APTO 102;0001;;;285.000,00;1.554.100,00`,
    expected: {
      read: [
        '2 payments, 570.000',
        'out: 1, 1590000 centavos',
        '2026-04-01 ? 285.000 778812 deposit',
        '2026-04-03 ? 285.000 transfer',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: "miconjunto's extract: credits alone",
    source: 'layout of miconjunto (found/billing.md)',
    file: `date;description;reference;value
2026-04-02;TRANSFERENCIA ANA RUIZ;101;285000
2026-04-05;PAGO PSE LUIS GIL;;285000.50`,
    expected: {
      read: [
        '2 payments, 570.000,50',
        '2026-04-02 ? 285.000 101 transfer',
        '2026-04-05 ? 285.000,50 transfer',
      ],
    },
  },
  {
    name: 'a sheet for each month',
    file: {
      Marzo: [
        ['Fecha', 'Apto', 'Valor'],
        [{ date: '05/03/2026' }, 101, 285_000],
      ],
      Abril: [
        ['Fecha', 'Apto', 'Valor'],
        [{ date: '06/04/2026' }, 101, 285_000],
      ],
    },
    expected: { read: ['1 payments, 285.000', '2026-03-05 101 285.000'], refused: ['sheetsUnread'] },
  },
  {
    name: 'the same, one of them chosen',
    file: {
      Marzo: [
        ['Fecha', 'Apto', 'Valor'],
        [{ date: '05/03/2026' }, 101, 285_000],
      ],
      Abril: [
        ['Fecha', 'Apto', 'Valor'],
        [{ date: '06/04/2026' }, 101, 285_000],
      ],
    },
    choices: { sheet: 'Abril' },
    expected: { read: ['1 payments, 285.000', '2026-04-06 101 285.000'], warned: ['otherSheets'] },
  },
  {
    name: 'a collector: reference, value collected, its commission',
    file: `FECHA RECAUDO;REFERENCIA 1;NOMBRE;VALOR RECAUDADO;COMISION;VALOR NETO
20260403;101;ANA RUIZ;285000;1900;283100
20260404;102;LUIS GIL;285000;1900;283100`,
    expected: {
      read: ['2 payments, 570.000', '2026-04-03 ? 285.000 101', '2026-04-04 ? 285.000 102'],
      warned: ['columnsUnread'],
    },
  },
  {
    name: 'subtotals by day, amounts in brackets, a page again',
    file: `Fecha;Inmueble;Valor
03/04/2026;101;285.000
Subtotal;;285.000
Fecha;Inmueble;Valor
04/04/2026;102;285.000
05/04/2026;102;(15.000)
Total;;555.000`,
    expected: {
      read: [
        '2 payments, 570.000',
        'out: 1, 1500000 centavos',
        '2026-04-03 101 285.000',
        '2026-04-04 102 285.000',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'days and amounts that are none',
    file: `Fecha;Inmueble;Valor
31/02/2026;101;285.000
05/04/2026;102;doscientos mil
05/04/2026;999;285.000
15/12/2026;101;285.000`,
    expected: {
      read: ['1 payments, 285.000', '2026-04-05 ? 285.000'],
      refused: ['amountInvalid', 'dateInvalid', 'unitUnknown'],
    },
  },
  {
    name: "PSE: 'No autorizada', and a state that nobody knows",
    source: 'sheets of fresh eyes, November 2026: taken for payments',
    file: `CUS;Fecha transacción;Referencia 1;Valor;Estado
1234567;03/04/2026 10:22;101;285.000,00;Aprobada
1234568;03/04/2026 10:30;102;285.000,00;No autorizada
1234569;03/04/2026 11:00;103;285.000,00;En validación`,
    expected: {
      read: ['2 payments, 570.000', '2026-04-03 ? 285.000 101', '2026-04-03 ? 285.000 103'],
      warned: ['rowIgnored', 'stateDoubtful'],
    },
  },
  {
    name: 'sums below each day that nothing names',
    source: 'sheets of fresh eyes, November 2026: taken for payments of nobody',
    file: `Fecha;Apto;Valor
03/04/2026;101;285.000
03/04/2026;102;285.000
03/04/2026;;570.000
04/04/2026;103;100.000
04/04/2026;;100.000`,
    expected: {
      read: [
        '3 payments, 670.000',
        '2026-04-03 101 285.000',
        '2026-04-03 102 285.000',
        '2026-04-04 103 100.000',
      ],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'a wallet: Entró, Salió',
    file: `Fecha;Movimiento;Entró;Salió
3 de abril de 2026;Recibiste de ROSA DIAZ;$285.000;
4 de abril de 2026;Pagaste en Tienda;;$35.000`,
    expected: {
      read: [
        '1 payments, 285.000',
        'out: 1, 3500000 centavos',
        '2026-04-03 ? 285.000 Recibiste de ROSA DIAZ',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'units in words',
    file: `Fecha;Inmueble;Pagó
03-04-26;APTO 101;285.000
03-04-26;Apartamento 102;150.000`,
    expected: {
      read: ['2 payments, 435.000', '2026-04-03 101 285.000', '2026-04-03 102 150.000'],
      warned: ['unitRead'],
    },
  },
  {
    name: 'a row that was typed twice',
    file: `Fecha;Apto;Valor
01/05/2026;101;50.000
01/05/2026;101;50.000
01/05/2026;102;50.000`,
    expected: {
      read: [
        '3 payments, 150.000',
        '2026-05-01 101 50.000',
        '2026-05-01 101 50.000',
        '2026-05-01 102 50.000',
      ],
      warned: ['paymentsAlike'],
    },
  },
  {
    name: 'a header of two rows, a subtotal where the day would be, a signature',
    file: {
      Enero: [
        ['RECAUDOS'],
        ['FECHA', 'INMUEBLE', '', 'PAGO', ''],
        [{ merged: 'FECHA' }, 'NIVEL', 'APTO', 'VALOR', 'MEDIO'],
        ['05/01/2026', 1, 101, 285_000, 'PSE'],
        ['06/01/2026', 1, 102, 150_000, 'Caja'],
        ['Subtotal nivel 1', '', '', 435_000],
        ['Elaboró: Ana Ruiz'],
      ],
    },
    expected: {
      read: ['2 payments, 435.000', '2026-01-05 101 285.000 transfer', '2026-01-06 102 150.000 cash'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'the day on which it was typed in before the day of the bank',
    file: `Fecha registro;Fecha consignación;Apto;Valor
10/01/2026;05/01/2026;101;50.000`,
    expected: { read: ['1 payments, 50.000', '2026-01-05 101 50.000'], warned: ['columnsUnread'] },
  },
  {
    name: 'paid in parts, with their total',
    file: `Fecha;Apto;Efectivo;Consignación;Total
05/01/2026;101;100.000;200.000;300.000
06/01/2026;102;;150.000;150.000`,
    expected: {
      read: ['2 payments, 450.000', '2026-01-05 101 300.000', '2026-01-06 102 150.000 deposit'],
    },
  },
  {
    name: "Bancolombia's Excel statement: pages, days without a year, told sums",
    source: 'five public readers of the statement',
    file: `Información Cliente:;;;;;
NOMBRE;CONJUNTO LOS ALAMOS;;;;
Información General:;;;;;
DESDE;HASTA;TIPO CUENTA;NRO CUENTA;SUCURSAL;
2025/12/15;2026/01/14;AHORROS;123;MEDELLIN;
Resumen:;;;;;
SALDO ANTERIOR;TOTAL ABONOS;TOTAL CARGOS;SALDO ACTUAL;;
1.000,00;500.000,00;100.000,00;401.000,00;;
Movimientos:;;;;;
FECHA;DESCRIPCIÓN;SUCURSAL;DCTO.;VALOR;SALDO
30/12;PAGO APTO 101;;;300.000,00;301.000,00
3/01;PAGO APTO 102;;;200.000,00;501.000,00
Información Cliente:;;;;;
NOMBRE;CONJUNTO LOS ALAMOS;;;;
Información General:;;;;;
DESDE;HASTA;TIPO CUENTA;NRO CUENTA;SUCURSAL;
2025/12/15;2026/01/14;AHORROS;123;MEDELLIN;
Resumen:;;;;;
SALDO ANTERIOR;TOTAL ABONOS;TOTAL CARGOS;SALDO ACTUAL;;
1.000,00;500.000,00;100.000,00;401.000,00;;
Movimientos:;;;;;
FECHA;DESCRIPCIÓN;SUCURSAL;DCTO.;VALOR;SALDO
5/01;PAGO PROVEEDOR;;;-100.000,00;401.000,00
FIN ESTADO DE CUENTA;;;;;`,
    expected: {
      read: [
        '2 payments, 500.000',
        'out: 1, 10000000 centavos',
        '2025-12-30 ? 300.000',
        '2026-01-03 ? 200.000',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'a statement that is not whole: the told sum differs',
    file: `DESDE;HASTA;TOTAL ABONOS;TOTAL CARGOS;;
2026/04/01;2026/04/30;500.000,00;0;;
FECHA;DESCRIPCIÓN;SUCURSAL;DCTO.;VALOR;SALDO
1/04;PAGO APTO 101;;;300.000,00;301.000,00`,
    expected: {
      read: ['1 payments, 300.000', '2026-04-01 ? 300.000'],
      refused: ['toldSumDiffers'],
    },
  },
  {
    name: 'Banco de Bogotá with day and month, the period in a title',
    file: `Movimientos del 01/04/2026 al 30/04/2026;;;
Fecha;Transacción;Oficina;Débitos;Créditos
05/04;PAGO APTO 101;CENTRO;;300000
06/04;PAGO APTO 102;CENTRO;;300000`,
    expected: {
      read: [
        '2 payments, 600.000',
        '2026-04-05 ? 300.000 PAGO APTO 101',
        '2026-04-06 ? 300.000 PAGO APTO 102',
      ],
    },
  },
  {
    name: 'days without a year and no period',
    file: `Fecha;Descripción;Débito;Crédito
05/04;PAGO APTO 101;;300000
06/04;PAGO APTO 102;;300000`,
    expected: { read: ['0 payments, 0'], refused: ['dateInvalid'] },
  },
  {
    name: 'a wallet: money out without a sign',
    file: `Fecha;Descripción;Valor
05/05/2026;Enviaste a JUAN;50000
06/05/2026;Pagaste en EXITO;20000
06/05/2026;Retiraste en cajero;1000
06/05/2026;Transferencia enviada a ASEO;1000
06/05/2026;Transferiste a PEDRO;1000
06/05/2026;PAGO APTO 101;300000`,
    expected: {
      read: ['1 payments, 300.000', 'out: 5, 7300000 centavos', '2026-05-06 ? 300.000 PAGO APTO 101'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'money out and returned, in other words and without a sign',
    file: `Fecha;Descripción;Valor
05/05/2026;Le enviaste a ANA;50000
05/05/2026;Usted transfirió a LUIS;20000
06/05/2026;Retiro corresponsal;1000
06/05/2026;Compra POS EXITO;1000
06/05/2026;GMF 4X1000;1000
06/05/2026;Transferencia desde NEQUI EVA;300000
07/05/2026;Rechazada transferencia desde NEQUI EVA;300000
07/05/2026;PAGO PSE ANA RUIZ;300000
08/05/2026;Droguería La Rebaja;9000`,
    expected: {
      read: [
        '2 payments, 309.000',
        'out: 5, 7300000 centavos',
        '2026-05-07 ? 300.000 PAGO PSE ANA RUIZ transfer',
        '2026-05-08 ? 9.000 Droguería La Rebaja',
      ],
      warned: ['debitDoubtful', 'rowsDebit', 'rowsReversed'],
    },
  },
  {
    name: 'a transfer that came back, beside an equal one of another person',
    file: `Fecha;Descripción;Valor
05/05/2026;TRANSF QR JUAN CARLOS PEREZ;201000
05/05/2026;TRANSF QR ANA RUIZ;201000
06/05/2026;REV TRANSF QR JUAN CARLOS PEREZ;-201000
07/05/2026;DEVOLUCION LUIS GIL;-90000`,
    expected: {
      read: [
        '1 payments, 201.000',
        'out: 1, 9000000 centavos',
        '2026-05-05 ? 201.000 TRANSF QR ANA RUIZ transfer',
      ],
      warned: ['directionUnknown', 'rowsDebit', 'rowsReversed'],
    },
  },
  {
    name: 'a transfer that came back without the name of the person',
    file: `Fecha;Descripción;Valor
05/05/2026;PAGO PSE ANA RUIZ;201000
05/05/2026;PAGO PSE LUIS GIL;201000
06/05/2026;REVERSO PAGO PSE;-201000`,
    expected: {
      read: [
        '2 payments, 402.000',
        'out: 1, 20100000 centavos',
        '2026-05-05 ? 201.000 PAGO PSE ANA RUIZ transfer',
        '2026-05-05 ? 201.000 PAGO PSE LUIS GIL transfer',
      ],
      warned: ['directionUnknown', 'reversalDoubtful', 'rowsDebit'],
    },
  },
  {
    name: 'a returned cheque in a list of payments by unit',
    file: `Fecha;Inmueble;Valor;Detalle
05/05/2026;101;300000;pago
05/05/2026;102;300000;pago
06/05/2026;101;-300000;cheque devuelto`,
    expected: {
      read: ['1 payments, 300.000', '2026-05-05 102 300.000 pago'],
      warned: ['rowsReversed'],
    },
  },
  {
    name: 'payments of a day that a title names: the day is a question',
    source: 'found/billing.md §2, S3',
    file: `Recaudos del 5 de mayo;
Apto;Valor
101;300.000
102;310.000
Total;610.000`,
    expected: { read: ['0 payments, 0'], refused: ['daysMissing'] },
  },
  {
    name: 'the same, answered',
    source: 'found/billing.md §2, S3',
    file: `Recaudos del 5 de mayo;
Apto;Valor
101;300.000
102;310.000
Total;610.000`,
    choices: { day: '2026-05-05' },
    expected: {
      read: ['2 payments, 610.000', '2026-05-05 101 300.000', '2026-05-05 102 310.000'],
      warned: ['rowIgnored'],
    },
  },
  ...[undefined, true as const].map((severalWait): PaymentsSheet => {
    const isAnswered = severalWait === true;
    return {
      name: `two units in the cell of a payment: ${isAnswered ? 'they wait' : 'a question'}`,
      source: 'found/billing.md §2, S3',
      file: `Fecha;Inmueble;Valor
05/05/2026;101 y 102;600000
06/05/2026;103;300000`,
      choices: isAnswered ? { severalWait } : {},
      expected: {
        read: ['2 payments, 900.000', '2026-05-05 ? 600.000', '2026-05-06 103 300.000'],
        ...(isAnswered ? {} : { refused: ['unitsSeveral'] }),
      },
    };
  }),
  {
    name: 'means of payment as columns, beside their total',
    source: 'found/billing.md §2, S3',
    file: `Fecha;Apto;Efectivo;Banco;Total recibo
05/05/2026;101;300.000;;300.000
06/05/2026;102;;250.000;250.000
07/05/2026;103;100.000;50.000;150.000`,
    expected: {
      read: [
        '3 payments, 700.000',
        '2026-05-05 101 300.000 cash',
        '2026-05-06 102 250.000 transfer',
        '2026-05-07 103 150.000',
      ],
    },
  },
  {
    name: "expenses without signs: 'Restaurante', 'Supermercado'",
    source: 'found/reports.md R-12',
    file: `Fecha;Descripción;Valor
05/05/2026;Restaurante;50000
06/05/2026;Supermercado;120000
06/05/2026;Droguería;31000
07/05/2026;Restaurante;42000`,
    expected: {
      read: [
        '4 payments, 243.000',
        '2026-05-05 ? 50.000 Restaurante',
        '2026-05-06 ? 120.000 Supermercado',
        '2026-05-06 ? 31.000 Droguería',
        '2026-05-07 ? 42.000 Restaurante',
      ],
      warned: ['debitDoubtful'],
    },
  },
  {
    name: "an extract with 'F. Operativa', 'F. Valor' and 'Importe'",
    source: 'Sabadell (found/reports.md R-12)',
    file: `Consulta de movimientos;;;;
F. Operativa;Concepto;F. Valor;Importe;Saldo
30/04/2026;PAGO APTO 101;30/04/2026;300.000;1.300.000
29/04/2026;RECIBO LUZ;29/04/2026;-50.000;1.000.000`,
    expected: {
      read: ['1 payments, 300.000', 'out: 1, 5000000 centavos', '2026-04-30 ? 300.000 PAGO APTO 101'],
      warned: ['columnsUnread', 'rowsDebit'],
    },
  },
  {
    name: "'Cantidad' as the amount, and the sign of pesos behind",
    source: 'a program of accounts (found/reports.md R-12)',
    file: `Fecha;Inmueble;Cantidad
15/05/2026;101;120.000,00 $
16/05/2026;102;300.000 COP$`,
    expected: {
      read: ['2 payments, 420.000', '2026-05-15 101 120.000', '2026-05-16 102 300.000'],
    },
  },
];

export const realPayments: { file: string; expected: PaymentsSheet['expected'] }[] = [
  { file: 'cobros/quotas.csv', expected: { read: ['0 payments, 0'], refused: ['headerMissing'] } },
];
