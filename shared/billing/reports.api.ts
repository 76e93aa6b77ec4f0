import Type from 'typebox';
import { ApartmentId, accountants, accountReaders, endpoint, FileAnswer, Id } from '../api.ts';
import { JointId } from '../joint-id.ts';
import { AsOfQuery, MonthNumber, MonthQuery, OwnAccount, Year } from './shapes.ts';

const books = { profiles: accountants, scope: 'paramsJoint', service: 'billing' } as const;
const ownAccount = { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' } as const;
const ownDocument = { profiles: accountReaders, scope: 'queryJoint', service: 'billing' } as const;
const Excel = Type.Optional(Type.Boolean());
const UnitOfJoint = Type.Object({ apartmentId: ApartmentId, jointId: Id });

export const billsRelationshipReport = endpoint({
  id: 'billsRelationshipReport',
  method: 'GET',
  path: '/reports/billsrelationship/:jointId',
  access: books,
  summary: "The relación of an issued month, 'Relación de Facturas {month} - {year}': PDF, or Excel",
  description: '404 monthNotFound.',
  tag: 'reports',
  params: JointId,
  query: MonthQuery,
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const balanceByAgeReport = endpoint({
  id: 'balanceByAgeReport',
  method: 'GET',
  path: '/reports/balancebyage/:jointId',
  access: books,
  summary: "'Cartera por Edades' as of a posting date, today where left out: PDF, or Excel",
  tag: 'reports',
  params: JointId,
  query: AsOfQuery,
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const monthsPaymentsReport = endpoint({
  id: 'monthsPaymentsReport',
  method: 'GET',
  path: '/reports/monthspayments/:jointId',
  access: books,
  summary: "'Recaudos del Mes {month} - {year}', by posting date: PDF, or Excel",
  tag: 'reports',
  params: JointId,
  query: MonthQuery,
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const debtorsReport = endpoint({
  id: 'debtorsReport',
  method: 'GET',
  path: '/reports/debtors/:jointId',
  access: books,
  summary: "'Informe de Morosos' as of a posting date, today where left out: PDF, or Excel",
  tag: 'reports',
  params: JointId,
  query: AsOfQuery,
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const accountBalanceReport = endpoint({
  id: 'accountBalanceReport',
  method: 'GET',
  path: '/reports/accountbalance/:apartmentId/joint/:jointId',
  access: ownAccount,
  summary: "'Estado de Cuenta Inmueble {apartmentId}': PDF, or Excel; an owner: of their own units",
  tag: 'reports',
  params: UnitOfJoint,
  query: Type.Object({ ...AsOfQuery.properties, own: OwnAccount }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const cashReceiptReport = endpoint({
  id: 'cashReceiptReport',
  method: 'GET',
  path: '/reports/cashreceipt/:cashReceipt',
  access: ownDocument,
  summary: "'Recibo de Caja {number}': PDF, or Excel; an owner: of their own units. 404 receiptNotFound",
  tag: 'reports',
  params: Type.Object({ cashReceipt: Id }),
  query: Type.Object({ jointId: Id, xlsx: Excel }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const billReport = endpoint({
  id: 'billReport',
  method: 'GET',
  path: '/reports/bill/:bill',
  access: ownDocument,
  summary: "'Cuenta de Cobro {number}': PDF, or Excel; an owner: of their own units. 404 billNotFound",
  tag: 'reports',
  params: Type.Object({ bill: Id }),
  query: Type.Object({ jointId: Id, xlsx: Excel }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const billsReport = endpoint({
  id: 'billsReport',
  method: 'GET',
  path: '/reports/bills/:jointId',
  access: books,
  summary: "All invoices of an issued month, 'Cuentas de Cobro {month} - {year}': one PDF, or Excel",
  description:
    "Annulled bills are left out. `form` overrides the joint's own on paper: `full`, or `data` alone.",
  tag: 'reports',
  params: JointId,
  query: Type.Object({
    year: Year,
    month: MonthNumber,
    form: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('data')])),
    xlsx: Excel,
  }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const debtCertificateReport = endpoint({
  id: 'debtCertificateReport',
  method: 'GET',
  path: '/reports/debtcertificate/:apartmentId/joint/:jointId',
  access: books,
  summary: "'Certificado de Deuda Inmueble {apartmentId}' (Ley 675 de 2001, art. 48): PDF, or Excel",
  description: '422 nothingOwed where nothing is overdue.',
  tag: 'reports',
  params: UnitOfJoint,
  query: Type.Object({ xlsx: Excel }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const clearanceReport = endpoint({
  id: 'clearanceReport',
  method: 'GET',
  path: '/reports/clearance/:apartmentId/joint/:jointId',
  access: ownAccount,
  summary: "'Paz y Salvo Inmueble {apartmentId}': PDF, or Excel; an owner: of their own units",
  description:
    '422 debtStands, details {balance}, where something overdue is owed, also on accounts from before units were billed together or apart.',
  tag: 'reports',
  params: UnitOfJoint,
  query: Type.Object({ xlsx: Excel }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const accountingExport = endpoint({
  id: 'accountingExport',
  method: 'GET',
  path: '/reports/accounting/:jointId',
  access: books,
  summary:
    "A month's movements for accounting, 'Movimientos {month} - {year}': CSV, laid out as docs/accounting.md says",
  tag: 'reports',
  params: JointId,
  query: Type.Object({ year: Year, month: MonthNumber }),
  status: 200,
  answer: FileAnswer,
  file: true,
});
