import {
  accountBalanceReport,
  accountingExport,
  balanceByAgeReport,
  billReport,
  billsRelationshipReport,
  billsReport,
  cashReceiptReport,
  clearanceReport,
  debtCertificateReport,
  debtorsReport,
  monthsPaymentsReport,
} from '../../shared/billing/reports.api.ts';
import { monthOf } from '../../shared/days.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { type ReportRoute, reportsOf } from '../platform/queue/report-route.ts';
import { accountFor } from './accounts/own-units.ts';
import type { BillingReportTask } from './billing.tasks.ts';
import { latestPosting } from './ledger/ledger.repository.ts';
import { checkOwnBill, checkOwnReceipt } from './reports/own-documents.ts';

const report = reportsOf<BillingReportTask>();

/** The joint has books: without them there is nothing to make, and no worker is started to find that out. */
async function checkBooks(
  db: Db,
  _principal: Principal,
  { params }: { params: { jointId: number } },
): Promise<void> {
  if ((await latestPosting(db, params.jointId)) === null) throw new Problem('monthNotFound');
}

/** The unit is the joint's, and of an owner their own. */
async function checkUnit(
  db: Db,
  principal: Principal,
  input: { params: { jointId: number; apartmentId: string } },
): Promise<void> {
  await accountFor(db, principal, input.params);
  await checkBooks(db, principal, input);
}

export const billingReports: readonly ReportRoute[] = [
  report(
    billReport,
    ({ params: { bill }, query: { jointId, xlsx } }, { profileId }) => ({
      kind: 'bill',
      format: xlsx === true ? 'xlsx' : 'pdf',
      jointId,
      bill,
      // Whoever has no pre-printed form reads nothing without its headings.
      toRead: profileId === Profile.owner,
    }),
    (db, principal, { params, query }) => checkOwnBill(db, principal, query.jointId, params.bill),
  ),
  report(
    billsReport,
    ({ params: { jointId }, query: { year, month, form, xlsx } }) => ({
      kind: 'bills',
      format: xlsx === true ? 'xlsx' : 'pdf',
      jointId,
      month: monthOf(year, month),
      ...(form === undefined ? {} : { form }),
    }),
    checkBooks,
  ),
  report(
    cashReceiptReport,
    ({ params: { cashReceipt }, query: { jointId, xlsx } }) => ({
      kind: 'cashReceipt',
      format: xlsx === true ? 'xlsx' : 'pdf',
      jointId,
      receipt: cashReceipt,
    }),
    (db, principal, { params, query }) => checkOwnReceipt(db, principal, query.jointId, params.cashReceipt),
  ),
  report(
    billsRelationshipReport,
    ({ params, query: { year, month, xlsx } }) => ({
      kind: 'billsRelationship',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      month: monthOf(year, month),
    }),
    checkBooks,
  ),
  report(
    balanceByAgeReport,
    ({ params, query: { xlsx, ...of } }) => ({
      kind: 'balanceByAge',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkBooks,
  ),
  report(
    debtorsReport,
    ({ params, query: { xlsx, ...of } }) => ({
      kind: 'debtors',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkBooks,
  ),
  report(
    monthsPaymentsReport,
    ({ params, query: { year, month, xlsx } }) => ({
      kind: 'monthsPayments',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      month: monthOf(year, month),
    }),
    checkBooks,
  ),
  report(
    accountBalanceReport,
    ({ params, query: { xlsx, ...of } }) => ({
      kind: 'accountBalance',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkUnit,
  ),
  report(
    debtCertificateReport,
    ({ params, query: { xlsx } }) => ({
      kind: 'debtCertificate',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
    }),
    checkUnit,
  ),
  report(
    clearanceReport,
    ({ params, query: { xlsx } }) => ({
      kind: 'clearance',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
    }),
    checkUnit,
  ),
  report(
    accountingExport,
    ({ params, query: { year, month } }) => ({
      kind: 'accounting',
      format: 'csv',
      ...params,
      month: monthOf(year, month),
    }),
    checkBooks,
  ),
];
