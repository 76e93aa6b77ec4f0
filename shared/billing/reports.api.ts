import Type from 'typebox';
import { accountants, accountReaders, type Endpoint, Id, MonthNumber, reportEndpoint, Year } from '../api.ts';
import { AsOfQuery, MonthQuery, OwnAccount } from './shapes.ts';
import { voucherLayouts } from './vouchers.ts';

const books = { profiles: accountants, scope: 'paramsJoint', service: 'billing' } as const;
const ownAccount = { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' } as const;
const ownDocument = { profiles: accountReaders, scope: 'queryJoint', service: 'billing' } as const;
const Excel = Type.Optional(Type.Boolean());

/**
 * Endpoint of the report 'Relación de Facturas': table of a month's bills, with earlier debts, charges,
 * interest and total of each unit. PDF or Excel.
 */
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

/**
 * Endpoint of the report 'Cartera por Edades': debt of each unit by days since the due date. PDF or Excel.
 */
export const balanceByAgeReport = reportEndpoint('balanceByAgeReport', 'GET /reports/balancebyage/:jointId', {
  access: books,
  summary: "'Cartera por Edades' as of a posting date (default: today): PDF, or Excel",
  description: '`hasBalance`: units with a balance alone, the largest first.',
  query: Type.Object({ ...AsOfQuery.properties, hasBalance: Type.Optional(Type.Boolean()) }),
});

/** Endpoint of the report 'Recaudos del Mes': money received in a month, with receipts. PDF or Excel. */
export const monthsPaymentsReport = reportEndpoint(
  'monthsPaymentsReport',
  'GET /reports/monthspayments/:jointId',
  {
    access: books,
    summary: "'Recaudos del Mes {month} - {year}', by posting date: PDF, or Excel",
    query: MonthQuery,
  },
);

/** Endpoint of the report 'Informe de Morosos': units with overdue debt. PDF or Excel. */
export const debtorsReport = reportEndpoint('debtorsReport', 'GET /reports/debtors/:jointId', {
  access: books,
  summary: "'Informe de Morosos' as of a posting date (default: today): PDF, or Excel",
  query: AsOfQuery,
});

/**
 * Endpoint of the report 'Estado de Cuenta' of a unit: all movements of the account with the running balance.
 * PDF or Excel; owners only for their units.
 */
export const accountBalanceReport = reportEndpoint(
  'accountBalanceReport',
  'GET /reports/accountbalance/:apartmentId/joint/:jointId',
  {
    access: ownAccount,
    summary: "'Estado de Cuenta Inmueble {apartmentId}': PDF, or Excel; an owner: of their own units",
    query: Type.Object({ ...AsOfQuery.properties, own: OwnAccount }),
  },
);

/**
 * Endpoint of the printed receipt for a payment ('Recibo de Caja'). PDF or Excel; owners only for their
 * units.
 */
export const cashReceiptReport = reportEndpoint(
  'cashReceiptReport',
  'GET /reports/cashreceipt/:cashReceipt',
  {
    access: ownDocument,
    summary: "'Recibo de Caja {number}': PDF, or Excel; an owner: of their own units. 404 receiptNotFound",
    query: Type.Object({ jointId: Id, xlsx: Excel }),
  },
);

/** Endpoint of a printed bill ('Cuenta de Cobro'). PDF or Excel; owners only for their units. */
export const billReport = reportEndpoint('billReport', 'GET /reports/bill/:bill', {
  access: ownDocument,
  summary: "'Cuenta de Cobro {number}': PDF, or Excel; an owner: of their own units. 404 billNotFound",
  query: Type.Object({ jointId: Id, xlsx: Excel }),
});

/**
 * Endpoint of the document with all valid bills of an issued month, to print. PDF or Excel; a large month is
 * made in a background job.
 */
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

/**
 * Endpoint of the certificate of a unit's overdue debt, signed by the administrator to claim the debt in
 * court (Ley 675, art. 48). PDF or Excel.
 */
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

/**
 * Endpoint of the certificate 'Paz y Salvo': the unit has no overdue debt. PDF or Excel; refused with the
 * balance if a debt is overdue.
 */
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

/**
 * Endpoint of the papers for the sale of a unit: paz y salvo and statement of account as PDF, in a .zip. Refused as the paz
 * y salvo.
 */
export const salePapersReport = reportEndpoint(
  'salePapersReport',
  'GET /reports/salepapers/:apartmentId/joint/:jointId',
  {
    access: ownAccount,
    summary:
      "'Papeles para la venta Inmueble {apartmentId}': paz y salvo and statement in a .zip; an owner: of their own units",
    description: '422 debtStands, details {balance}, as for the paz y salvo.',
  },
);

/** Endpoint of the record of the contacts with the owner of a unit about debts (Ley 2300 de 2023). PDF or Excel. */
export const remindersReport = reportEndpoint(
  'remindersReport',
  'GET /reports/reminders/:apartmentId/joint/:jointId',
  {
    access: books,
    summary: "'Registro de Recordatorios Inmueble {apartmentId}': PDF, or Excel",
    query: Type.Object({ xlsx: Excel }),
  },
);

/**
 * Endpoint of the papers to claim a debt in court (Ley 675, art. 48), in a .zip: certificate of debt with the ceilings and
 * resolutions, statement of account, record of reminders.
 */
export const lawyerFolderReport = reportEndpoint(
  'lawyerFolderReport',
  'GET /reports/lawyerfolder/:apartmentId/joint/:jointId',
  {
    access: books,
    summary:
      "'Carpeta para el abogado Inmueble {apartmentId}': certificate, statement and reminders in a .zip",
    description: '422 nothingOwed without an overdue debt.',
  },
);

/**
 * Endpoint of the export of a month's movements for accounting programs, as CSV. docs/why/accounting.md
 * describes the fields.
 */
export const accountingExport = reportEndpoint('accountingExport', 'GET /reports/accounting/:jointId', {
  access: books,
  summary:
    "A month's movements for accounting, 'Movimientos {month} - {year}': CSV, laid out as docs/why/accounting.md says",
  query: Type.Object({ year: Year, month: MonthNumber }),
});

/**
 * Endpoint of the vouchers of a month or a day in double entry, for accounting programs: a .zip with the import files
 * of a layout (`voucherLayouts`, default Siigo Nube) and a summary by account. docs/why/accounting.md describes the
 * vouchers.
 */
export const vouchersReport = reportEndpoint('vouchersReport', 'GET /reports/vouchers/:jointId', {
  access: books,
  summary: "Vouchers of a month in double entry, 'Comprobantes {month} - {year}': .zip of import files",
  description: 'With `day` (1 to 31) the vouchers of that day alone. 404 monthNotFound without movements.',
  query: Type.Object({
    year: Year,
    month: MonthNumber,
    day: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
    siigoPyme: Type.Optional(Type.Boolean()),
    worldOffice: Type.Optional(Type.Boolean()),
    own: Type.Optional(Type.Boolean()),
  }),
});

/** Report offered on a screen of reports: endpoint, title, inputs of the form, and buttons. */
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
  /** Choice of a single query parameter, with the label of the choice. The first has no query parameter. */
  choice?: { label: string; items: Readonly<Record<string, string>> };
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
      {
        report: vouchersReport,
        asks: 'posted',
        title: 'Comprobantes contables',
        hint: 'Partida doble con cuentas PUC, terceros y centros de costos, en archivos para importar. Las cuentas se cambian en Configuración de facturación. Confirme con su contador las columnas de Siigo Pyme y de World Office antes del primer cargue.',
        act: 'Descargar comprobantes',
        isPlain: true,
        choice: { label: 'Programa', items: voucherLayouts },
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
