import type { PaymentsSheet } from './sheets.ts';

/**
 * Files of gateways, wallets and newer bank portals, and days and amounts in rare forms, each with the expected
 * reading. Tried as unseen files in November 2026. Names and amounts are invented.
 */
export const paymentsOfGateways: PaymentsSheet[] = [
  {
    name: 'Nequi: the time in twelve hours, a recharge among the payments',
    file: `Fecha;Descripción;Valor;Saldo
15/05/2026 3:15 p. m.;Transferencia de ANA RUIZ;$ 300.000,00;$ 500.000,00
15/05/2026 4:00 p. m.;Pago en TIENDA D1;-$ 20.000,00;$ 480.000,00
16/05/2026 9:00 a. m.;Recarga desde Bancolombia;$ 100.000,00;$ 580.000,00`,
    expected: {
      read: [
        '2 payments, 400.000',
        'out: 1, 2000000 centavos',
        '2026-05-15 ? 300.000 Transferencia de ANA RUIZ transfer',
        '2026-05-16 ? 100.000 Recarga desde Bancolombia',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'Bancolombia: months in words',
    file: `Fecha	Descripción	Sucursal	Dcto.	Valor	Saldo
15 MAY 2026	TRANSFERENCIA DESDE NEQUI			300,000.00	300,000.00
16 MAY 2026	PAGO QR ANA RUIZ			150,000.00	450,000.00
17 MAY 2026	CUOTA MANEJO TARJ DEB			-15,900.00	434,100.00`,
    expected: {
      read: [
        '2 payments, 450.000',
        'out: 1, 1590000 centavos',
        '2026-05-15 ? 300.000 transfer',
        '2026-05-16 ? 150.000 transfer',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'Davivienda: debit and credit, both filled',
    file: `Fecha;Hora;Descripción;Referencia 1;Referencia 2;Valor débito;Valor crédito;Saldo
15/05/2026;10:20:00;Abono por pago PSE;52111222;APTO 101;$0,00;$300.000,00;$300.000,00
15/05/2026;10:22:00;Cobro servicio;;;$5.000,00;$0,00;$295.000,00`,
    expected: {
      read: [
        '1 payments, 300.000',
        'out: 1, 500000 centavos',
        '2026-05-15 ? 300.000 52111222 · APTO 101 transfer',
      ],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'BBVA: the unit in the remarks beside the concept',
    file: `F. CONTABLE;F. VALOR;CODIGO;CONCEPTO;OBSERVACIONES;OFICINA;DEBITO;CREDITO;SALDO
15/05/2026;15/05/2026;123;ABONO TRANSFERENCIA;ANA RUIZ 101;0482;;300.000,00;300.000,00
16/05/2026;16/05/2026;124;COMISION;;0482;9.000,00;;291.000,00`,
    expected: {
      read: [
        '1 payments, 300.000',
        'out: 1, 900000 centavos',
        '2026-05-15 ? 300.000 ABONO TRANSFERENCIA transfer',
      ],
      warned: ['columnsUnread', 'rowsDebit'],
    },
  },
  {
    name: "Banco de Bogotá: 'C' and 'D', and the branch is no unit",
    file: `Fecha,Transaccion,Oficina,Documento,Valor,Tipo
15/05/2026,PAGO PSE,CENTRO,123,300000.00,C
16/05/2026,GMF,CENTRO,124,1200.00,D`,
    expected: {
      read: ['1 payments, 300.000', 'out: 1, 120000 centavos', '2026-05-15 ? 300.000 PAGO PSE'],
      warned: ['rowsDebit'],
    },
  },
  {
    name: 'PSE: states in English with underscores',
    file: `CUS;Fecha Pago;Banco Originador;Valor Transacción;Estado Transacción;Referencia1;Nombre Pagador
123456789;20260515;BANCOLOMBIA;300000,00;OK;101;ANA RUIZ
123456790;20260515;NEQUI;300000,00;NOT_AUTHORIZED;102;LUIS GIL
123456791;20260516;NEQUI;300000,00;PENDING;103;EVA SOL`,
    expected: { read: ['1 payments, 300.000', '2026-05-15 ? 300.000 101'], warned: ['rowIgnored'] },
  },
  {
    name: 'Wompi: amounts in cents, instants of UTC',
    file: `id,created_at,amount_in_cents,reference,currency,payment_method_type,status
11-1764-1,2026-05-15T03:15:00.000Z,30000000,101,COP,PSE,APPROVED
11-1764-2,2026-05-15T15:15:00.000Z,30000000,102,COP,NEQUI,DECLINED
11-1764-3,2026-05-15T15:15:00.000Z,30000050,103,COP,CARD,APPROVED`,
    expected: {
      read: [
        '2 payments, 600.000,50',
        '2026-05-14 ? 300.000 101 transfer',
        '2026-05-15 ? 300.000,50 103 card',
      ],
      warned: ['rowIgnored'],
    },
  },
  {
    name: "PayU: the column 'State'",
    file: `Order ID|Transaction ID|Date|Amount|Currency|State|Reference|Buyer name
1|a-b-c|2026/05/15 10:00|300000.00|COP|APPROVED|101|ANA
2|a-b-d|2026/05/15 10:00|300000.00|COP|DECLINED|102|LUIS`,
    expected: { read: ['1 payments, 300.000', '2026-05-15 ? 300.000 101'], warned: ['rowIgnored'] },
  },
  {
    name: 'ePayco: an instant with the offset of Bogotá',
    file: `Ref. ePayco;Factura;Descripción;Valor total;Moneda;Estado;Fecha transacción;Nombre
998877;FAC-101;Administración apto 101;300000;COP;Aceptada;2026-05-15 22:15:00-05:00;ANA RUIZ
998878;FAC-102;Administración apto 102;300000;COP;Rechazada;2026-05-15 22:15:00-05:00;LUIS GIL`,
    expected: {
      read: ['1 payments, 300.000', '2026-05-15 ? 300.000 Administración apto 101'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'states under a header without a name for states',
    file: `Fecha;Referencia;Valor;Novedad
15/05/2026;101;300.000;Aprobada
15/05/2026;102;300.000;Rechazada
16/05/2026;103;300.000;Aprobada`,
    expected: {
      read: ['2 payments, 600.000', '2026-05-15 ? 300.000 101', '2026-05-16 ? 300.000 103'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'instants in four forms: the day is the day in Bogotá',
    file: `Fecha;Inmueble;Valor
2026-05-01T02:30:00+00:00;101;100.000
01/05/2026 02:30:00 UTC;102;100.000
2026-05-01T02:30:00.000+0200;103;100.000
Fri, 01 May 2026 03:00:00 GMT;101;50.000`,
    expected: {
      read: [
        '4 payments, 350.000',
        '2026-04-30 101 100.000',
        '2026-04-30 102 100.000',
        '2026-04-30 103 100.000',
        '2026-04-30 101 50.000',
      ],
    },
  },
  {
    name: 'days with the day of the week',
    file: `Fecha;Inmueble;Valor
viernes, 15 de mayo de 2026;101;100.000
sáb 16/05/2026;102;100.000
lun. 18-may.-26;103;100.000`,
    expected: {
      read: [
        '3 payments, 300.000',
        '2026-05-15 101 100.000',
        '2026-05-16 102 100.000',
        '2026-05-18 103 100.000',
      ],
    },
  },
  {
    name: 'cheques and transfers that came back in other words: a warning each',
    file: `Fecha;Descripción;Débito;Crédito
05/05/2026;PAGO PSE ANA RUIZ 101;;300.000
05/05/2026;PAGO QR LUIS GIL 102;;250.000
06/05/2026;ANULACION PAGO PSE ANA RUIZ 101;300.000;
07/05/2026;AJUSTE DEBITO POR ABONO ERRADO LUIS GIL;250.000;
08/05/2026;CHEQUE DEVUELTO CAUSAL 2;180.000;
08/05/2026;CONSIGNACION CHEQUE;;180.000`,
    expected: {
      read: [
        '2 payments, 430.000',
        'out: 2, 43000000 centavos',
        '2026-05-05 ? 250.000 PAGO QR LUIS GIL 102 transfer',
        '2026-05-08 ? 180.000 CONSIGNACION CHEQUE cheque',
      ],
      warned: ['reversalDoubtful', 'rowsDebit', 'rowsReversed'],
    },
  },
  {
    name: 'several units in a cell, with all signs',
    file: `Fecha;Apto;Valor
05/05/2026;101-102;600.000
05/05/2026;101, 102 y 103;900.000
05/05/2026;101/103;600.000
05/05/2026;101 al 103;900.000`,
    expected: {
      read: [
        '4 payments, 3.000.000',
        '2026-05-05 ? 600.000',
        '2026-05-05 ? 900.000',
        '2026-05-05 ? 600.000',
        '2026-05-05 ? 900.000',
      ],
      refused: ['unitsSeveral'],
    },
  },
  {
    name: "amounts as people write: '.oo', an apostrophe, '='",
    file: `Fecha;Apto;Valor
05/05/2026;102;$300.000.oo
05/05/2026;103;300'000
06/05/2026;103;310.000=
06/05/2026;101;1'300.000,00`,
    expected: {
      read: [
        '4 payments, 2.210.000',
        '2026-05-05 102 300.000',
        '2026-05-05 103 300.000',
        '2026-05-06 103 310.000',
        '2026-05-06 101 1.300.000',
      ],
    },
  },
  {
    name: 'an amount in words',
    file: `Fecha;Apto;Valor
05/05/2026;101;300 mil
06/05/2026;102;300.000`,
    expected: { read: ['1 payments, 300.000', '2026-05-06 102 300.000'], refused: ['amountInvalid'] },
  },
  {
    name: 'remarks of a person: returned, without funds',
    file: `Fecha;Apto;Valor;Observaciones
05/05/2026;101;300.000;
06/05/2026;102;300.000;DEVUELTO
07/05/2026;103;300.000;cheque sin fondos`,
    expected: { read: ['1 payments, 300.000', '2026-05-05 101 300.000'], warned: ['rowIgnored'] },
  },
  {
    name: 'payments in the bank and in cash, in two tables with other orders',
    file: `PAGOS EN BANCO
Fecha;Apto;Valor
05/05/2026;101;300.000
06/05/2026;102;300.000
Total;;600.000

PAGOS EN EFECTIVO
Apto;Fecha;Valor
103;07/05/2026;300.000
Total;;300.000`,
    expected: {
      read: ['2 payments, 600.000', '2026-05-05 101 300.000', '2026-05-06 102 300.000'],
      warned: ['rowIgnored'],
      refused: ['headerOther'],
    },
  },
];
