import * as api from '../../shared/billing/reports.api.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { type ReportRoute, report } from '../platform/queue/report-route.ts';
import { accountFor } from './accounts/own-units.ts';
import { latestPosting } from './ledger/ledger.repository.ts';
import { checkOwnBill, checkOwnReceipt } from './reports/own-documents.ts';

interface JointCall {
  params: { jointId: number };
}
interface OfUnit {
  params: { jointId: number; apartmentId: string };
}

/** Refuses a report of a joint without a ledger, before a worker starts. */
async function checkBooks(db: Db, _principal: Principal, { params }: JointCall): Promise<void> {
  if ((await latestPosting(db, params.jointId)) === null) throw new Problem('monthNotFound');
}

/** Checks that the unit exists and that an owner asks only for an own unit. */
async function checkUnit(db: Db, principal: Principal, input: OfUnit): Promise<void> {
  await accountFor(db, principal, input.params);
  await checkBooks(db, principal, input);
}

/**
 * Endpoints of all printed documents of billing (bills, receipts, statements …), each with a check of access.
 * The code of a document is loaded at the first request.
 */
export const billingReports: readonly ReportRoute[] = [
  report(api.billReport, () => import('./invoices/bill.report.ts'), checkOwnBill),
  report(api.billsReport, () => import('./invoices/bills.report.ts'), checkBooks),
  report(api.cashReceiptReport, () => import('./receipts/receipt.report.ts'), checkOwnReceipt),
  report(api.billsRelationshipReport, () => import('./reports/relation.report.ts'), checkBooks),
  report(api.balanceByAgeReport, () => import('./reports/balance-by-age.report.ts'), checkBooks),
  report(api.debtorsReport, () => import('./reports/debtors.report.ts'), checkBooks),
  report(api.monthsPaymentsReport, () => import('./reports/months-payments.report.ts'), checkBooks),
  report(api.accountBalanceReport, () => import('./reports/account-balance.report.ts'), checkUnit),
  report(api.debtCertificateReport, () => import('./reports/debt-certificate.report.ts'), checkUnit),
  report(api.clearanceReport, () => import('./reports/clearance.report.ts'), checkUnit),
  report(api.salePapersReport, () => import('./reports/sale-papers.report.ts'), checkUnit),
  report(api.remindersReport, () => import('./reminders/reminders.report.ts'), checkUnit),
  report(api.lawyerFolderReport, () => import('./reminders/lawyer-folder.report.ts'), checkUnit),
  report(api.accountingExport, () => import('./reports/accounting.report.ts'), checkBooks),
  report(api.vouchersReport, () => import('./vouchers/vouchers.report.ts'), checkBooks),
];
