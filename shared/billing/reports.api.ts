import Type from 'typebox';
import { accountants, accountReaders, type Endpoint, Id, MonthNumber, reportEndpoint, Year } from '../api.ts';
import { AsOfQuery, MonthQuery, OwnAccount } from './shapes.ts';

const books = { profiles: accountants, scope: 'paramsJoint', service: 'billing' } as const;
const ownAccount = { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' } as const;
const ownDocument = { profiles: accountReaders, scope: 'queryJoint', service: 'billing' } as const;
const Excel = Type.Optional(Type.Boolean());

/** Report 'Relación de Facturas' (list of bills): the bills of a month in a table. */
export const billsRelationshipReport = reportEndpoint(
  'billsRelationshipReport',
  'GET /reports/billsrelationship/:jointId',
  {
    access: books,
    summary: "The relación of an issued month, 'Relación de Facturas {month} - {year}': PDF, or Excel",
    description: '404 monthNotFound.',
    query: MonthQuery,
  },
);

/** Report 'Cartera por Edades' (debts by age): debts of each unit by days overdue. */
export const balanceByAgeReport = reportEndpoint('balanceByAgeReport', 'GET /reports/balancebyage/:jointId', {
  access: books,
  summary: "'Cartera por Edades' as of a posting date (default: today): PDF, or Excel",
  description: '`hasBalance`: units with a balance alone, the largest first.',
  query: Type.Object({ ...AsOfQuery.properties, hasBalance: Type.Optional(Type.Boolean()) }),
});

/** Report 'Recaudos del Mes' (payments of the month): money received in a month, with receipts. */
export const monthsPaymentsReport = reportEndpoint(
  'monthsPaymentsReport',
  'GET /reports/monthspayments/:jointId',
  {
    access: books,
    summary: "'Recaudos del Mes {month} - {year}', by posting date: PDF, or Excel",
    query: MonthQuery,
  },
);

/** Report 'Informe de Morosos' (debtors): units with overdue debt. */
export const debtorsReport = reportEndpoint('debtorsReport', 'GET /reports/debtors/:jointId', {
  access: books,
  summary: "'Informe de Morosos' as of a posting date (default: today): PDF, or Excel",
  query: AsOfQuery,
});

/** Report 'Estado de Cuenta' (statement) of a unit: all movements of the account. */
export const accountBalanceReport = reportEndpoint(
  'accountBalanceReport',
  'GET /reports/accountbalance/:apartmentId/joint/:jointId',
  {
    access: ownAccount,
    summary: "'Estado de Cuenta Inmueble {apartmentId}': PDF, or Excel; an owner: of their own units",
    query: Type.Object({ ...AsOfQuery.properties, own: OwnAccount }),
  },
);

/** Printed document of a cash receipt ('Recibo de Caja'), given for a payment. */
export const cashReceiptReport = reportEndpoint(
  'cashReceiptReport',
  'GET /reports/cashreceipt/:cashReceipt',
  {
    access: ownDocument,
    summary: "'Recibo de Caja {number}': PDF, or Excel; an owner: of their own units. 404 receiptNotFound",
    query: Type.Object({ jointId: Id, xlsx: Excel }),
  },
);

/** Printed document of a bill ('Cuenta de Cobro'). */
export const billReport = reportEndpoint('billReport', 'GET /reports/bill/:bill', {
  access: ownDocument,
  summary: "'Cuenta de Cobro {number}': PDF, or Excel; an owner: of their own units. 404 billNotFound",
  query: Type.Object({ jointId: Id, xlsx: Excel }),
});

/** Document with all bills of a month. */
export const billsReport = reportEndpoint('billsReport', 'GET /reports/bills/:jointId', {
  access: books,
  summary: "All invoices of an issued month, 'Cuentas de Cobro {month} - {year}': one PDF, or Excel",
  description:
    "Annulled bills are left out. `form` overrides the joint's own on paper: `full`, or `data` alone.",
  query: Type.Object({
    year: Year,
    month: MonthNumber,
    form: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('data')])),
    xlsx: Excel,
  }),
});

/** Certificate of a unit's overdue debt (Ley 675, art. 48). */
export const debtCertificateReport = reportEndpoint(
  'debtCertificateReport',
  'GET /reports/debtcertificate/:apartmentId/joint/:jointId',
  {
    access: books,
    summary: "'Certificado de Deuda Inmueble {apartmentId}' (Ley 675 de 2001, art. 48): PDF, or Excel",
    description: '422 nothingOwed without an overdue debt.',
    query: Type.Object({ xlsx: Excel }),
  },
);

/** Certificate 'Paz y Salvo': the unit has no overdue debt. */
export const clearanceReport = reportEndpoint(
  'clearanceReport',
  'GET /reports/clearance/:apartmentId/joint/:jointId',
  {
    access: ownAccount,
    summary: "'Paz y Salvo Inmueble {apartmentId}': PDF, or Excel; an owner: of their own units",
    description:
      '422 debtStands, details {balance}, with an overdue debt, also on former accounts of units billed together or apart since.',
    query: Type.Object({ xlsx: Excel }),
  },
);

/** Export of a month's movements for accounting programs, as CSV. */
export const accountingExport = reportEndpoint('accountingExport', 'GET /reports/accounting/:jointId', {
  access: books,
  summary:
    "A month's movements for accounting, 'Movimientos {month} - {year}': CSV, laid out as docs/why/accounting.md says",
  query: Type.Object({ year: Year, month: MonthNumber }),
});
/** Report offered on a screen, with the form and the button to request the report. */
export interface ReportOffer {
  /** Endpoint of the report. */
  report: Endpoint;
  /**
   * Input of the form besides the joint or unit: nothing, a day, or a month with bills (`issued`), payments
   * (`paid`) or either (`posted`).
   */
  asks: 'nothing' | 'day' | 'issued' | 'paid' | 'posted';
  /** Title of the form, if different from the screen's title. */
  title?: string;
  /** Spanish sentence below the title. */
  hint?: string;
  /** Spanish label of the button that requests the report. */
  act?: string;
  /** True if the report has a single format and no preview. */
  isPlain?: true;
  /** Checkbox that hides rows of the report, checked at first. `query` is the query parameter of the endpoint. */
  narrow?: { label: string; query: string };
  /** Second document of the same month, with a button of its own. */
  also?: { report: Endpoint; act: string };
}

interface ReportScreen {
  title: string;
  intro: string;
  offers: readonly ReportOffer[];
}

/** Reports offered to administrators. Key: screen. The report of 'statementOfAccount' requires a unit. */
export const reportScreens: Readonly<
  Record<
    'billsRelationship' | 'balanceByAge' | 'debtors' | 'monthlyPayments' | 'statementOfAccount',
    ReportScreen
  >
> = {
  billsRelationship: {
    title: 'Relación de Facturas',
    intro: 'Lo que se cobró a cada inmueble en un mes: saldos anteriores, pagos, cuotas, intereses y total.',
    offers: [
      {
        report: billsRelationshipReport,
        asks: 'issued',
        also: { report: billsReport, act: 'Cuentas de cobro del mes' },
      },
    ],
  },
  balanceByAge: {
    title: 'Cartera por Edades',
    intro: 'Lo que debe cada inmueble, según los días que lleva vencido.',
    offers: [
      {
        report: balanceByAgeReport,
        asks: 'day',
        narrow: { label: 'Solo inmuebles con saldo, de mayor a menor', query: 'hasBalance' },
      },
    ],
  },
  debtors: {
    title: 'Informe de Morosos',
    intro: 'Los inmuebles con deuda vencida: cuántas cuotas, desde cuándo, capital e intereses.',
    offers: [{ report: debtorsReport, asks: 'day' }],
  },
  monthlyPayments: {
    title: 'Recaudos del Mes',
    intro: 'Los pagos que se registraron en un mes, con su recibo de caja.',
    offers: [
      { report: monthsPaymentsReport, asks: 'paid' },
      {
        report: accountingExport,
        asks: 'posted',
        title: 'Movimientos para contabilidad',
        hint: 'Un archivo CSV con todos los movimientos de un mes: cobros, intereses, pagos, descuentos y notas.',
        act: 'Descargar CSV',
        isPlain: true,
      },
    ],
  },
  statementOfAccount: {
    title: 'Estados de Cuenta',
    intro: 'Todos los movimientos de un inmueble con su saldo, y sus certificados.',
    offers: [
      { report: accountBalanceReport, asks: 'day' },
      { report: debtCertificateReport, asks: 'nothing', act: 'Certificado de deuda' },
      { report: clearanceReport, asks: 'nothing', act: 'Paz y salvo' },
    ],
  },
};
