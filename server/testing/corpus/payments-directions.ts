import type { PaymentsSheet } from './sheets.ts';

/**
 * Files of banks, wallets and books with money out, money not paid yet, or other money, without a plain sign. Each was
 * read as money in at first.
 */
export const paymentsDirections: PaymentsSheet[] = [
  {
    name: "Daviplata: 'Le pasaron plata', 'Pasó plata', 'Sacó plata'",
    file: `Fecha;Hora;Tipo de movimiento;Descripción;Monto
02/05/2026;10:15;Le pasaron plata;De 3001234567;285.000
03/05/2026;11:00;Pasó plata;A 3009999999;20.000
04/05/2026;11:00;Sacó plata;Cajero;50.000`,
    expected: {
      read: ['1 payments, 285.000', 'out: 2, 7000000 centavos', '2026-05-02 ? 285.000 De 3001234567'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'Nequi without signs: money sent by its words',
    file: `Fecha;Descripción;Valor
02/05/2026;De ANA RUIZ;$285,000.00
03/05/2026;Para LUIS GIL;$20,000.00
04/05/2026;Envío con Bre-B a: CARLOS;$10,000.00`,
    expected: {
      read: [
        '2 payments, 305.000',
        'out: 1, 1000000 centavos',
        '2026-05-02 ? 285.000 De ANA RUIZ',
        '2026-05-03 ? 20.000 Para LUIS GIL',
      ],
      warned: ['debitDoubtful', 'rowsDebit'],
    },
  },
  {
    name: 'money out of a bank without signs, in short words',
    file: `Fecha;Descripción;Valor
02/05/2026;TRANSFERENCIA DE ANA RUIZ;285.000
03/05/2026;PAGO DE PROV ASEO SAS;500.000
04/05/2026;PAGO SOI;120.000
05/05/2026;DISPERSION NOMINA;900.000
06/05/2026;Dbto automático Claro;20.000
07/05/2026;Trf cta inscrita ASEO;20.000
08/05/2026;AJUSTE INTERES AHORROS DB;1,10`,
    expected: {
      read: [
        '4 payments, 925.000',
        'out: 3, 92000110 centavos',
        '2026-05-02 ? 285.000 TRANSFERENCIA DE ANA RUIZ transfer',
        '2026-05-03 ? 500.000 PAGO DE PROV ASEO SAS',
        '2026-05-04 ? 120.000 PAGO SOI',
        '2026-05-07 ? 20.000 Trf cta inscrita ASEO',
      ],
      warned: ['debitDoubtful', 'rowsDebit'],
    },
  },
  {
    name: 'ISO 20022: CRDT and DBIT',
    file: `Booking Date,Amount,Credit Debit Indicator,Remittance Information
2026-05-02,285000.00,CRDT,101
2026-05-03,20000.00,DBIT,GMF`,
    expected: {
      read: ['1 payments, 285.000', 'out: 1, 2000000 centavos', '2026-05-02 ? 285.000'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'the account in the books: a debit is money in',
    file: `Cuenta;Fecha;Comprobante;Tercero;Detalle;Débito;Crédito;Saldo
11100501;02/05/2026;RC-1;ANA RUIZ;Pago apto 101;285.000;0;285.000
11100501;03/05/2026;CE-1;ASEO LTDA;Aseo;0;100.000;185.000`,
    expected: {
      read: ['1 payments, 100.000', 'out: 1, 28500000 centavos', '2026-05-03 ? 100.000 CE-1'],
      warned: ['rowsDebit'],
      refused: ['balanceTurned'],
    },
  },
  {
    name: 'values without signs: the balance tells the side',
    file: `Fecha;Descripción;Valor;Saldo
02/05/2026;TRANSFERENCIA 101;285.000;1.285.000
03/05/2026;SERVICIOS VARIOS;85.000;1.200.000
04/05/2026;TRANSFERENCIA 102;285.000;1.485.000`,
    expected: {
      read: [
        '2 payments, 570.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 TRANSFERENCIA 101 transfer',
        '2026-05-04 ? 285.000 TRANSFERENCIA 102 transfer',
      ],
      warned: ['directionUnknown', 'rowsDebit'],
    },
  },
  {
    name: 'equal values, newest day first and each day in order',
    file: `Fecha;Descripción;Valor;Saldo
04/05/2026;ABONO 1;285.000;1.425.000
03/05/2026;ABONO 2;285.000;855.000
03/05/2026;ABONO 3;285.000;1.140.000
02/05/2026;ABONO 4;285.000;570.000
01/05/2026;ABONO 5;285.000;285.000`,
    expected: {
      read: [
        '5 payments, 1.425.000',
        '2026-05-04 ? 285.000 ABONO 1',
        '2026-05-03 ? 285.000 ABONO 2',
        '2026-05-03 ? 285.000 ABONO 3',
        '2026-05-02 ? 285.000 ABONO 4',
      ],
      warned: ['balanceUnchecked'],
    },
  },
  {
    name: 'newest day first and each day in order, with balances that look turned',
    file: `Fecha;Descripción;Valor;Saldo
03/05/2026;PAGO ASEO;-300.000;1.570.000
02/05/2026;ABONO 1;285.000;1.285.000
02/05/2026;ABONO 2;300.000;1.585.000
02/05/2026;ABONO 3;285.000;1.870.000`,
    expected: {
      read: [
        '3 payments, 870.000',
        'out: 1, 30000000 centavos',
        '2026-05-02 ? 285.000 ABONO 1',
        '2026-05-02 ? 300.000 ABONO 2',
        '2026-05-02 ? 285.000 ABONO 3',
      ],
      warned: ['balanceBroken', 'rowsDebit'],
    },
  },
  {
    name: 'amounts in dollars by the header',
    file: `Fecha;Descripción;Valor USD
02/05/2026;Abono;285.00`,
    expected: { read: ['1 payments, 285', '2026-05-02 ? 285 Abono'], refused: ['pesosDoubtful'] },
  },
  {
    name: 'amounts in dollars by the header, with a large total',
    file: `Fecha;Descripción;Valor USD
02/05/2026;Abono A;6,000.00
03/05/2026;Abono B;6,000.00
TOTAL;;12,000.00`,
    expected: {
      read: ['2 payments, 12.000', '2026-05-02 ? 6.000 Abono A', '2026-05-03 ? 6.000 Abono B'],
      warned: ['rowIgnored'],
      refused: ['pesosDoubtful'],
    },
  },
  {
    name: 'a collection of a bank: its branch has the number of a unit',
    file: `FECHA RECAUDO;OFICINA;FORMA DE PAGO;REFERENCIA 1;REFERENCIA 2;VALOR EFECTIVO;VALOR CHEQUE;VALOR TOTAL
20260502;101;Efectivo;102;;285000;0;285000`,
    expected: { read: ['1 payments, 285.000', '2026-05-02 ? 285.000 102 cash'], warned: ['columnsUnread'] },
  },
  {
    name: "a till book of offices: 'Oficina' is the unit",
    file: `Fecha;Oficina;Valor;Recibo
02/05/2026;101;285.000;1`,
    expected: { read: ['1 payments, 285.000', '2026-05-02 101 285.000'] },
  },
  {
    name: "'Deposito' beside 'Retiro' is money in",
    file: `Fecha,Descripcion,Deposito,Retiro,Saldo
02/may/2026,SPEI RECIBIDO 101,"285,000.00",,"1,285,000.00"
03/may/2026,SPEI ENVIADO,,"20,000.00","1,265,000.00"`,
    expected: {
      read: ['1 payments, 285.000', 'out: 1, 2000000 centavos', '2026-05-02 ? 285.000 SPEI RECIBIDO 101'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: "a gateway: 'Anulación' is no payment, 'Depósito' is no unit",
    file: `Fecha;Hora;Estado;Tipo de operación;Valor de la venta;Comisión;Depósito;Descripción
02/05/2026;10:15;Venta exitosa;Venta;285.000;5.000;280.000;APTO 101
03/05/2026;10:15;Venta rechazada;Venta;285.000;0;0;APTO 102
04/05/2026;10:15;Anulación;Anulación;285.000;0;0;APTO 103`,
    expected: {
      read: ['1 payments, 285.000', '2026-05-02 ? 285.000 APTO 101'],
      warned: ['directionUnknown', 'rowIgnored'],
    },
  },
  {
    name: 'payments that are not there yet, by the notes',
    file: `Fecha;Apto;Valor;Observaciones
02/05/2026;101;285.000;
03/05/2026;102;285.000;posfechado para el 15
04/05/2026;103;285.000;pago no aplicado`,
    expected: { read: ['1 payments, 285.000', '2026-05-02 101 285.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'an extract with balances carried over the pages',
    file: `Fecha;Descripción;Crédito;Débito
01/05/2026;VIENEN;1.000.000;
02/05/2026;ABONO 101;285.000;
02/05/2026;PASAN;1.285.000;`,
    expected: { read: ['1 payments, 285.000', '2026-05-02 ? 285.000 ABONO 101'] },
  },
  {
    name: "'No' under 'Verificado', and a state 'Por confirmar'",
    file: `Fecha;Apto;Valor;Verificado;Estado
02/05/2026;101;285.000;Sí;Confirmado
03/05/2026;102;285.000;No;Confirmado
03/05/2026;103;285.000;Sí;Por confirmar`,
    expected: { read: ['1 payments, 285.000', '2026-05-02 101 285.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'a payment of a unit taken back by a minus, without a word',
    file: `Fecha;Apto;Valor;Obs
02/05/2026;101;285.000;
03/05/2026;101;-285.000;se aplicó mal
03/05/2026;102;285.000;`,
    expected: { read: ['1 payments, 285.000', '2026-05-03 102 285.000'], warned: ['rowsReversed'] },
  },
  {
    name: "amounts under 'Aplicado': an advance is applied to no debt",
    file: `Fecha;Apto;Valor;Aplicado;Saldo a favor
02/05/2026;101;285.000;285.000;0
03/05/2026;102;285.000;0;285.000`,
    expected: {
      read: ['2 payments, 570.000', '2026-05-02 101 285.000', '2026-05-03 102 285.000'],
      warned: ['columnsUnread'],
    },
  },
  {
    name: "money of a gateway in 'Dispersión', and names beside 'Vienen' and 'Pasan'",
    file: `Fecha;Descripción;Valor
02/05/2026;DISPERSION WOMPI SAS;285.000
03/05/2026;VIENEN PAGOS APTO 101;285.000
04/05/2026;PASAN LOS ROJAS ABONO;285.000
04/05/2026;Pasan a la página 2;855.000`,
    expected: {
      read: [
        '3 payments, 855.000',
        '2026-05-02 ? 285.000 DISPERSION WOMPI SAS',
        '2026-05-03 ? 285.000 VIENEN PAGOS APTO 101',
        '2026-05-04 ? 285.000 PASAN LOS ROJAS ABONO',
      ],
      warned: ['debitDoubtful'],
    },
  },
  {
    name: "codes 'E' and 'S': which one is money out is not known",
    file: `Fecha;E/S;Detalle;Valor
02/05/2026;E;101;285.000
03/05/2026;S;aseo;100.000`,
    expected: {
      read: ['2 payments, 385.000', '2026-05-02 ? 285.000 101', '2026-05-03 ? 100.000 aseo'],
      warned: ['directionUnknown'],
    },
  },
  {
    name: "books: 'Recibo de caja' and 'Comprobante de egreso'",
    file: `Fecha;Tipo comprobante;Tercero;Valor
02/05/2026;Recibo de caja;ANA;285.000
03/05/2026;Comprobante de egreso;ASEO LTDA;100.000`,
    expected: {
      read: ['1 payments, 285.000', 'out: 1, 10000000 centavos', '2026-05-02 ? 285.000'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'codes of two kinds under a header without a known word',
    file: `Fecha;Detalle;C/A;Valor
02/05/2026;x;A;285.000
03/05/2026;y;C;20.000`,
    expected: {
      read: ['2 payments, 305.000', '2026-05-02 ? 285.000 x', '2026-05-03 ? 20.000 y'],
      warned: ['directionUnknown'],
    },
  },
  {
    name: 'a gateway with a column of refunded amounts',
    file: `Fecha;Referencia;Valor;Reembolsado;Estado
02/05/2026;101;285.000;0;Aprobado
03/05/2026;102;285.000;285.000;Aprobado`,
    expected: {
      read: ['1 payments, 285.000', '2026-05-02 ? 285.000 101'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'semicolons aligned by blanks, below titles in blanks',
    file: `BANCO DE PRUEBA          EXTRACTO DE CUENTA
CUENTA 0560123456        MAYO DE 2026

Fecha     ; Descripción          ; Valor
02/05/2026; Abono 101            ;    285.000,00
03/05/2026; Abono 102            ;    285.000,00`,
    expected: {
      read: ['2 payments, 570.000', '2026-05-02 ? 285.000 Abono 101', '2026-05-03 ? 285.000 Abono 102'],
    },
  },
  {
    name: 'bars aligned by blanks, below a title in blanks',
    file: `  BANCO X            PAGINA 1
FECHA      | DESCRIPCION        | DEBITO      | CREDITO
02/05/2026 | ABONO 101          |             | 285.000,00
03/05/2026 | GMF                | 1.140,00    |           `,
    expected: {
      read: ['1 payments, 285.000', 'out: 1, 114000 centavos', '2026-05-02 ? 285.000 ABONO 101'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'values without signs, newest first: the balance against the words',
    file: `Fecha;Descripción;Valor;Saldo
04/05/2026;COMPRA DE ANA RUIZ;285.000;1.485.000
03/05/2026;ABONO A PROVEEDOR;85.000;1.200.000
02/05/2026;LUIS GIL;285.000;1.285.000`,
    expected: {
      read: [
        '2 payments, 570.000',
        'out: 1, 8500000 centavos',
        '2026-05-04 ? 285.000 COMPRA DE ANA RUIZ',
        '2026-05-02 ? 285.000 LUIS GIL',
      ],
      warned: ['directionUnknown', 'rowsDebit'],
    },
  },
  {
    name: 'payments refunded in part: the rest is read',
    file: `Transaction ID,Date,Reference,Amount,Refunded amount,Status
tx00000001,2026-05-02,101,300000,-100000,Partially refunded
tx00000002,2026-05-02,102,300000,0,Paid
tx00000003,2026-05-03,103,300000,80000,Paid
tx00000004,2026-05-03,101,300000,300000,Refunded`,
    expected: {
      read: [
        '3 payments, 720.000',
        '2026-05-02 ? 200.000 101',
        '2026-05-02 ? 300.000 102',
        '2026-05-03 ? 220.000 103',
      ],
      warned: ['refundedPart', 'rowIgnored'],
    },
  },
  {
    name: 'storage rooms beside a column of states',
    file: `Fecha;Depósito;Valor;Estado
02/05/2026;101;50.000;Aprobado
02/05/2026;102;50.000;Rechazado`,
    expected: { read: ['1 payments, 50.000', '2026-05-02 101 50.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'titles with the name of a building and of a rate',
    file: `Edificio Plaza Euro;Tasa del dólar: 4.100;
Fecha;Apto;Valor
02/05/2026;101;4.500`,
    expected: { read: ['1 payments, 4.500', '2026-05-02 101 4.500'] },
  },
  {
    name: 'a title with another currency',
    file: `Valores en dólares;;
Fecha;Apto;Valor
02/05/2026;101;45`,
    expected: { read: ['1 payments, 45', '2026-05-02 101 45'], refused: ['pesosDoubtful'] },
  },
  {
    name: 'values without signs: one missing row leaves the other sides by the balance',
    file: `Fecha;Descripción;Valor;Saldo
02/05/2026;TRANSFERENCIA 101;285.000;1.285.000
03/05/2026;SERVICIOS VARIOS;85.000;1.200.000
05/05/2026;TRANSFERENCIA 102;285.000;1.985.000
06/05/2026;TRANSFERENCIA 103;200.000;2.185.000
07/05/2026;SERVICIOS VARIOS;50.000;2.135.000`,
    expected: {
      read: [
        '3 payments, 770.000',
        'out: 2, 13500000 centavos',
        '2026-05-02 ? 285.000 TRANSFERENCIA 101 transfer',
        '2026-05-05 ? 285.000 TRANSFERENCIA 102 transfer',
        '2026-05-06 ? 200.000 TRANSFERENCIA 103 transfer',
      ],
      warned: ['balanceBroken', 'directionUnknown', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: the oldest side by the balance before',
    file: `Fecha;Descripción;Valor;Saldo
01/05/2026;SALDO ANTERIOR;;1.370.000
02/05/2026;SERVICIOS VARIOS;85.000;1.285.000
03/05/2026;TRANSFERENCIA 102;285.000;1.570.000`,
    expected: {
      read: [
        '1 payments, 285.000',
        'out: 1, 8500000 centavos',
        '2026-05-03 ? 285.000 TRANSFERENCIA 102 transfer',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'a single value without a sign, beside a balance',
    file: `Fecha;Descripción;Valor;Saldo
02/05/2026;SERVICIOS VARIOS;85.000;1.200.000`,
    expected: {
      read: ['1 payments, 85.000', '2026-05-02 ? 85.000 SERVICIOS VARIOS'],
      warned: ['directionUnknown'],
    },
  },
  {
    name: 'values without signs against the stated totals of the sides, above',
    file: `Total entradas;Total salidas;;
285.000;85.000;;
Fecha;Descripción;Valor;Saldo
02/05/2026;TRANSFERENCIA 101;285.000;
03/05/2026;SERVICIOS VARIOS;85.000;`,
    expected: {
      read: [
        '1 payments, 285.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 TRANSFERENCIA 101 transfer',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'values without signs against the stated total of the charges, below',
    file: `Fecha;Descripción;Valor
02/05/2026;SERVICIOS VARIOS;285.000
03/05/2026;SERVICIOS VARIOS;85.000
;Total cargos;370.000`,
    expected: {
      read: ['0 payments, 0', 'out: 2, 37000000 centavos'],
      warned: ['rowIgnored', 'rowsDebit'],
      refused: ['noPayments'],
    },
  },
  {
    name: 'a payment given back whole, written with the currency',
    file: `Transaction ID,Date,Reference,Amount,Refunded amount
tx00000001,2026-05-02,101,COP 300000,COP 0
tx00000002,2026-05-03,102,COP 300000,COP 300000`,
    expected: { read: ['1 payments, 300.000', '2026-05-02 ? 300.000 101'], warned: ['rowIgnored'] },
  },
  {
    name: 'an approved value beside the value is named as unread',
    file: `Fecha;Apto;Valor;Valor aprobado
02/05/2026;101;300.000;200.000`,
    expected: { read: ['1 payments, 300.000', '2026-05-02 101 300.000'], warned: ['columnsUnread'] },
  },
  {
    name: 'an account in dollars by its title',
    file: `Cuenta de compensación USD 123;;
Fecha;Apto;Valor
02/05/2026;101;45`,
    expected: { read: ['1 payments, 45', '2026-05-02 101 45'], refused: ['pesosDoubtful'] },
  },
  {
    name: 'values without signs against a stated total with the amount in its cell',
    file: `Fecha;Descripción;Valor
02/05/2026;SERVICIOS VARIOS;100.000
03/05/2026;SERVICIOS VARIOS;50.000
;Total abonos: 100.000;
;Total cargos: $ 50.000;`,
    expected: {
      read: ['1 payments, 100.000', 'out: 1, 5000000 centavos', '2026-05-02 ? 100.000 SERVICIOS VARIOS'],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: two choices of rows have the stated sums',
    file: `Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;285.000
04/05/2026;LUIS;100.000
;Total créditos;385.000
;Total débitos;285.000`,
    expected: {
      read: [
        '3 payments, 670.000',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-03 ? 285.000 ASEO',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowIgnored'],
      refused: ['totalDiffers'],
    },
  },
  {
    name: 'values without signs: a stated sum alone proves no side',
    file: `Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
;Total créditos;285.000`,
    expected: {
      read: ['2 payments, 370.000', '2026-05-02 ? 285.000 ANA', '2026-05-03 ? 85.000 ASEO'],
      warned: ['rowIgnored'],
      refused: ['totalDiffers'],
    },
  },
  {
    name: 'values without signs: a stated sum with the balances proves the sides',
    file: `Saldo inicial;1.000.000;
Saldo final;1.200.000;
Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
;Total créditos;285.000`,
    expected: {
      read: ['1 payments, 285.000', 'out: 1, 8500000 centavos', '2026-05-02 ? 285.000 ANA'],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: stated sums beside a missing row prove no side',
    file: `Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
;Total créditos;285.000
;Total débitos;185.000`,
    expected: {
      read: ['2 payments, 370.000', '2026-05-02 ? 285.000 ANA', '2026-05-03 ? 85.000 ASEO'],
      warned: ['rowIgnored'],
      refused: ['totalDiffers'],
    },
  },
  {
    name: "Davivienda without signs: 'Más créditos', 'Menos débitos', and the branch of the bank",
    file: `Saldo Anterior;$ 1.000.000,00;;;
Más Créditos;$ 385.000,00;;;
Menos Débitos;$ 85.000,00;;;
Nuevo Saldo;$ 1.300.000,00;;;
Fecha;Descripción;Documento;Oficina;Valor
02/05/2026;ANA;1111;101;$ 285.000,00
03/05/2026;ASEO;2222;102;$ 85.000,00
04/05/2026;LUIS;3333;103;$ 100.000,00`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['columnsUnread', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: both stated sums in a row below',
    file: `Fecha;Descripción;Oficina;Dcto;Valor
02/05/2026;ANA;101;1;285.000
03/05/2026;ASEO;102;2;85.000
04/05/2026;LUIS;101;3;100.000
Total créditos;385.000;Total débitos;85.000;`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: a balance in the last row of each day',
    file: `Fecha;Descripción;Valor;Saldo
01/05/2026;SALDO ANTERIOR;;1.000.000
02/05/2026;ANA;285.000;
02/05/2026;ASEO;85.000;1.200.000
03/05/2026;LUIS;100.000;1.300.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-03 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'values without signs: a balance of a day fits two choices of rows',
    file: `Fecha;Descripción;Valor;Saldo
01/05/2026;SALDO ANTERIOR;;1.000.000
02/05/2026;ANA;85.000;
02/05/2026;ASEO;85.000;1.000.000
03/05/2026;LUIS;100.000;1.100.000`,
    expected: {
      read: [
        '3 payments, 270.000',
        '2026-05-02 ? 85.000 ANA',
        '2026-05-02 ? 85.000 ASEO',
        '2026-05-03 ? 100.000 LUIS',
      ],
      warned: ['directionUnknown'],
      refused: ['balanceTurned'],
    },
  },
  {
    name: 'values without signs: only money out, by the balance and a word of the bank',
    file: `Fecha;Descripción;Valor;Saldo
02/05/2026;COMISION PSE;5.000;995.000
03/05/2026;ASEO SAS;85.000;910.000
04/05/2026;VIGILANCIA;100.000;810.000`,
    expected: {
      read: ['0 payments, 0', 'out: 3, 19000000 centavos'],
      warned: ['rowsDebit'],
      refused: ['noPayments'],
    },
  },
  {
    name: 'kinds of movement with a gap: the balance tells the side',
    file: `Fecha;Descripción;Tipo;Valor;Saldo
02/05/2026;ANA;Crédito;285.000;1.285.000
03/05/2026;ASEO;Débito;85.000;1.200.000
04/05/2026;VIGILANCIA;;100.000;1.100.000
05/05/2026;LUIS;Crédito;100.000;1.200.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 2, 18500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-05 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: "a wallet: 'Recargaste' is money in or out",
    file: `Fecha;Movimiento;Valor
02/05/2026;Recibiste de ANA RUIZ;285.000
03/05/2026;Enviaste a ASEO SAS;85.000
04/05/2026;Recargaste tu celular;10.000`,
    expected: {
      read: [
        '2 payments, 295.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000',
        '2026-05-04 ? 10.000',
      ],
      warned: ['directionUnknown', 'rowsDebit'],
    },
  },
  {
    name: "Davivienda: signs behind the amounts, 'Clase de Movimiento', and the branch of the bank",
    file: `Fecha;Valor;Doc.;Clase de Movimiento;Oficina
02/05/2026;$ 285.000,00+;1111;Abono ACH 101;Banca Móvil
03/05/2026;$ 85.000,00-;2222;Aseo;Internet
04/05/2026;$ 100.000,00+;3333;Consignación 102;Centro`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 Abono ACH 101 transfer',
        '2026-05-04 ? 100.000 Consignación 102 deposit',
      ],
      warned: ['columnsUnread', 'rowsDebit'],
    },
  },
  {
    name: "'Débito / Crédito' above signed amounts: the sign tells the side",
    file: `Fecha;Descripción;Débito / Crédito
02/05/2026;ANA;285.000
03/05/2026;ASEO;-85.000
04/05/2026;LUIS;100.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: "'Crédito/Débito' above unsigned amounts: the balance tells the side",
    file: `Fecha;Descripción;Crédito/Débito;Saldo
02/05/2026;ANA;285.000;1.285.000
03/05/2026;ASEO;85.000;1.200.000
04/05/2026;LUIS;100.000;1.300.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['directionUnknown', 'rowsDebit'],
    },
  },
  {
    name: "'Débito / Crédito' above unsigned amounts, without evidence",
    file: `Fecha;Descripción;Débito / Crédito
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000`,
    expected: {
      read: ['2 payments, 370.000', '2026-05-02 ? 285.000 ANA', '2026-05-03 ? 85.000 ASEO'],
      warned: ['directionUnknown'],
    },
  },
  {
    name: "letters below 'D/C' beside a value",
    file: `Fecha;Descripción;D/C;Valor
02/05/2026;ANA;C;285.000
03/05/2026;ASEO;D;85.000
04/05/2026;LUIS;C;100.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'values without signs: a count beside each stated sum, below',
    file: `Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
04/05/2026;LUIS;100.000
Total abonos;2;385.000
Total cargos;1;85.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: a count beside each stated sum, above',
    file: `Total abonos;2;385.000
Total cargos (1);;85.000
Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
04/05/2026;LUIS;100.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'a count in the column of the other side beside a stated sum',
    file: `Fecha;Descripción;Débito;Crédito
02/05/2026;ANA;;285.000
03/05/2026;ASEO;85.000;
04/05/2026;LUIS;;100.000
;Total abonos;2;385.000
;Total cargos;85.000;1`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: "values without signs: 'Total página' in the column of days",
    file: `Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
Total página;;370.000
04/05/2026;LUIS;100.000
05/05/2026;VIGILANCIA;20.000
Total página;;120.000
Total abonos;;385.000
Total cargos;;105.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 2, 10500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: stated sums of each page',
    file: `Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
;Total abonos página;285.000
;Total cargos página;85.000
04/05/2026;LUIS;100.000
05/05/2026;VIGILANCIA;20.000
;Total abonos página;100.000
;Total cargos página;20.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 2, 10500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowIgnored', 'rowsDebit'],
    },
  },
  {
    name: "values without signs: 'Van' and 'Vienen' between the pages",
    file: `Fecha;Descripción;Valor;Saldo
01/05/2026;SALDO ANTERIOR;;1.000.000
02/05/2026;ANA;285.000;1.285.000
03/05/2026;ASEO;85.000;1.200.000
Van;;1.200.000;
;Vienen;1.200.000;
04/05/2026;LUIS;100.000;1.300.000
05/05/2026;VIGILANCIA;20.000;1.280.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 2, 10500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'values without signs, newest first: the newest row has no balance',
    file: `Fecha;Descripción;Valor;Saldo
05/05/2026;VIGILANCIA;20.000;
04/05/2026;LUIS;100.000;1.300.000
03/05/2026;ASEO;85.000;1.200.000
02/05/2026;ANA;285.000;1.285.000`,
    expected: {
      read: [
        '3 payments, 405.000',
        'out: 1, 8500000 centavos',
        '2026-05-05 ? 20.000 VIGILANCIA',
        '2026-05-04 ? 100.000 LUIS',
        '2026-05-02 ? 285.000 ANA',
      ],
      warned: ['directionUnknown', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: only a reversal has a minus, and the balance tells the sides',
    file: `Fecha;Descripción;Valor;Saldo
02/05/2026;ANA;285.000;1.285.000
03/05/2026;ASEO;85.000;1.200.000
04/05/2026;LUIS;100.000;1.300.000
05/05/2026;REV PAGO;-20.000;1.280.000
06/05/2026;EVA;20.000;1.300.000`,
    expected: {
      read: [
        '3 payments, 405.000',
        'out: 2, 10500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
        '2026-05-06 ? 20.000 EVA',
      ],
      warned: ['directionUnknown', 'rowsDebit'],
    },
  },
  {
    name: 'values without signs: only a reversal has a minus, without evidence',
    file: `Fecha;Descripción;Valor
02/05/2026;ABONO ANA;285.000
03/05/2026;ASEO;85.000
04/05/2026;REV ABONO ANA;-285.000`,
    expected: {
      read: ['1 payments, 85.000', '2026-05-03 ? 85.000 ASEO'],
      warned: ['directionUnknown', 'rowsReversed'],
    },
  },
  {
    name: "values without signs: a summary above with 'Créditos' and 'Débitos', with counts",
    file: `Resumen;Cantidad;Valor
Créditos;2;385.000
Débitos;1;85.000
Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
04/05/2026;LUIS;100.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: "values without signs: a count alone beside 'Total abonos' is no sum",
    file: `Fecha;Descripción;Valor
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000
04/05/2026;LUIS;100.000
;Total abonos;2`,
    expected: {
      read: [
        '3 payments, 470.000',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-03 ? 85.000 ASEO',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowIgnored'],
    },
  },
  {
    name: "'Cargo (D) / Abono (C)' above unsigned amounts, without evidence",
    file: `Fecha;Descripción;Cargo (D) / Abono (C)
02/05/2026;ANA;285.000
03/05/2026;ASEO;85.000`,
    expected: {
      read: ['2 payments, 370.000', '2026-05-02 ? 285.000 ANA', '2026-05-03 ? 85.000 ASEO'],
      warned: ['directionUnknown'],
    },
  },
  {
    name: "letters below 'Naturaleza': 'Oficina' is the branch of the bank",
    file: `Fecha;Oficina;Descripción;Naturaleza;Valor
02/05/2026;101;ANA;C;285.000
03/05/2026;102;ASEO;D;85.000
04/05/2026;103;LUIS;C;100.000`,
    expected: {
      read: [
        '2 payments, 385.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 ANA',
        '2026-05-04 ? 100.000 LUIS',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'values in dollars before the values in pesos',
    file: `Fecha;Apto;Valor USD;Valor COP
02/05/2026;101;71,25;285.000`,
    expected: {
      read: ['1 payments, 285.000', '2026-05-02 101 285.000'],
      warned: ['columnsUnread'],
    },
  },
  {
    name: "a summary of an own list: 'Abonos' above payments of units is no sum of the bank",
    file: `Abonos;500.000;
Fecha;Apto;Valor
02/05/2026;101;285.000`,
    expected: { read: ['1 payments, 285.000', '2026-05-02 101 285.000'] },
  },
  {
    name: "amounts below 'Débito/Crédito' are no kinds, beside a 'Valor' without values",
    file: `Fecha;Descripción;Débito/Crédito;Valor
02/05/2026;ANA;285.000;
03/05/2026;ASEO;-85.000;`,
    expected: { read: ['0 payments, 0'], warned: ['columnsUnread'], refused: ['amountMissing'] },
  },
  {
    name: 'money out as positive and money in with a minus, against all words',
    file: `Fecha;Descripción;Valor
02/05/2026;CONSIGNACION ANA RUIZ;-285.000
03/05/2026;RETIRO CAJERO;85.000
04/05/2026;ABONO LUIS GIL;-100.000
05/05/2026;TRANSFERENCIA;40.000`,
    expected: {
      read: [
        '2 payments, 125.000',
        'out: 2, 38500000 centavos',
        '2026-05-03 ? 85.000 RETIRO CAJERO',
        '2026-05-05 ? 40.000 TRANSFERENCIA transfer',
      ],
      warned: ['rowsDebit'],
      refused: ['signsTurned'],
    },
  },
  {
    name: 'signs with words of the other side in some rows alone',
    file: `Fecha;Descripción;Valor
02/05/2026;CONSIGNACION ANA RUIZ;285.000
03/05/2026;PAGO TARJETA DE CREDITO;-85.000
04/05/2026;REVERSION CARGO;40.000`,
    expected: {
      read: [
        '2 payments, 325.000',
        'out: 1, 8500000 centavos',
        '2026-05-02 ? 285.000 CONSIGNACION ANA RUIZ deposit',
        '2026-05-04 ? 40.000 REVERSION CARGO',
      ],
      warned: ['rowsDebit'],
    },
  },
];
