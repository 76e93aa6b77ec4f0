import Type from 'typebox';
import { ApartmentId, accountants, accountReaders, Id, reportEndpoint } from '../api.ts';
import { JointId } from '../joint-id.ts';
import { AsOfQuery, MonthNumber, MonthQuery, OwnAccount, Year } from './shapes.ts';

const books = { profiles: accountants, scope: 'paramsJoint', service: 'billing' } as const;
const ownAccount = { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' } as const;
const ownDocument = { profiles: accountReaders, scope: 'queryJoint', service: 'billing' } as const;
const Excel = Type.Optional(Type.Boolean());
const UnitOfJoint = Type.Object({ apartmentId: ApartmentId, jointId: Id });

export const billsRelationshipReport = reportEndpoint({
  id: 'billsRelationshipReport',
  path: '/reports/billsrelationship/:jointId',
  access: books,
  summary: "The relación of an issued month, 'Relación de Facturas {month} - {year}': PDF, or Excel",
  description: '404 monthNotFound.',
  params: JointId,
  query: MonthQuery,
});

export const balanceByAgeReport = reportEndpoint({
  id: 'balanceByAgeReport',
  path: '/reports/balancebyage/:jointId',
  access: books,
  summary: "'Cartera por Edades' as of a posting date, today where left out: PDF, or Excel",
  params: JointId,
  query: AsOfQuery,
});

export const monthsPaymentsReport = reportEndpoint({
  id: 'monthsPaymentsReport',
  path: '/reports/monthspayments/:jointId',
  access: books,
  summary: "'Recaudos del Mes {month} - {year}', by posting date: PDF, or Excel",
  params: JointId,
  query: MonthQuery,
});

export const debtorsReport = reportEndpoint({
  id: 'debtorsReport',
  path: '/reports/debtors/:jointId',
  access: books,
  summary: "'Informe de Morosos' as of a posting date, today where left out: PDF, or Excel",
  params: JointId,
  query: AsOfQuery,
});

export const accountBalanceReport = reportEndpoint({
  id: 'accountBalanceReport',
  path: '/reports/accountbalance/:apartmentId/joint/:jointId',
  access: ownAccount,
  summary: "'Estado de Cuenta Inmueble {apartmentId}': PDF, or Excel; an owner: of their own units",
  params: UnitOfJoint,
  query: Type.Object({ ...AsOfQuery.properties, own: OwnAccount }),
});

export const cashReceiptReport = reportEndpoint({
  id: 'cashReceiptReport',
  path: '/reports/cashreceipt/:cashReceipt',
  access: ownDocument,
  summary: "'Recibo de Caja {number}': PDF, or Excel; an owner: of their own units. 404 receiptNotFound",
  params: Type.Object({ cashReceipt: Id }),
  query: Type.Object({ jointId: Id, xlsx: Excel }),
});

export const billReport = reportEndpoint({
  id: 'billReport',
  path: '/reports/bill/:bill',
  access: ownDocument,
  summary: "'Cuenta de Cobro {number}': PDF, or Excel; an owner: of their own units. 404 billNotFound",
  params: Type.Object({ bill: Id }),
  query: Type.Object({ jointId: Id, xlsx: Excel }),
});

export const billsReport = reportEndpoint({
  id: 'billsReport',
  path: '/reports/bills/:jointId',
  access: books,
  summary: "All invoices of an issued month, 'Cuentas de Cobro {month} - {year}': one PDF, or Excel",
  description:
    "Annulled bills are left out. `form` overrides the joint's own on paper: `full`, or `data` alone.",
  params: JointId,
  query: Type.Object({
    year: Year,
    month: MonthNumber,
    form: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('data')])),
    xlsx: Excel,
  }),
});

export const debtCertificateReport = reportEndpoint({
  id: 'debtCertificateReport',
  path: '/reports/debtcertificate/:apartmentId/joint/:jointId',
  access: books,
  summary: "'Certificado de Deuda Inmueble {apartmentId}' (Ley 675 de 2001, art. 48): PDF, or Excel",
  description: '422 nothingOwed where nothing is overdue.',
  params: UnitOfJoint,
  query: Type.Object({ xlsx: Excel }),
});

export const clearanceReport = reportEndpoint({
  id: 'clearanceReport',
  path: '/reports/clearance/:apartmentId/joint/:jointId',
  access: ownAccount,
  summary: "'Paz y Salvo Inmueble {apartmentId}': PDF, or Excel; an owner: of their own units",
  description:
    '422 debtStands, details {balance}, where something overdue is owed, also on accounts from before units were billed together or apart.',
  params: UnitOfJoint,
  query: Type.Object({ xlsx: Excel }),
});

export const accountingExport = reportEndpoint({
  id: 'accountingExport',
  path: '/reports/accounting/:jointId',
  access: books,
  summary:
    "A month's movements for accounting, 'Movimientos {month} - {year}': CSV, laid out as docs/accounting.md says",
  params: JointId,
  query: Type.Object({ year: Year, month: MonthNumber }),
});
