import type { Db } from '../platform/db/engine.ts';
import type { Progress, ReportMaker, ReportTask, StoreTask } from '../platform/queue/tasks.ts';

/** Where each kind of report is made; only what is asked for is loaded into the worker. */
const makers: { [K in ReportTask['kind']]: () => Promise<ReportMaker<Extract<ReportTask, { kind: K }>>> } = {
  assistance: async () => (await import('../assemblies/reports/attendance.maker.ts')).makeAttendance,
  vote: async () => (await import('../assemblies/reports/vote.maker.ts')).makeVote,
  acta: async () => (await import('../assemblies/minutes/acta-maker.ts')).makeActa,
  event: async () => (await import('../events/event-report.ts')).makeEventReport,
  bill: async () => (await import('../billing/invoices/bill.maker.ts')).makeBill,
  bills: async () => (await import('../billing/invoices/invoices.maker.ts')).makeBills,
  cashReceipt: async () => (await import('../billing/invoices/receipt.maker.ts')).makeReceipt,
  billsRelationship: async () => (await import('../billing/reports/relation.maker.ts')).makeRelation,
  balanceByAge: async () => (await import('../billing/reports/joint-reports.maker.ts')).makeBalanceByAge,
  debtors: async () => (await import('../billing/reports/joint-reports.maker.ts')).makeDebtors,
  monthsPayments: async () => (await import('../billing/reports/joint-reports.maker.ts')).makeMonthsPayments,
  accounting: async () => (await import('../billing/reports/joint-reports.maker.ts')).makeAccounting,
  accountBalance: async () => (await import('../billing/reports/unit-reports.maker.ts')).makeAccountBalance,
  debtCertificate: async () => (await import('../billing/reports/unit-reports.maker.ts')).makeDebtCertificate,
  clearance: async () => (await import('../billing/reports/unit-reports.maker.ts')).makeClearance,
  audit: async () => (await import('../audit/audit-report.ts')).makeAuditReport,
};

/** Does a task in the worker's own process. */
export async function doTask(db: Db, task: StoreTask, progress: Progress): Promise<object> {
  if (task.kind === 'auditCheck') return (await import('../audit/check-trail.ts')).checkTrailOf(db, task);
  if (task.kind === 'monthBills' || task.kind === 'monthForecast') {
    return (await import('../billing/issue/month-work.ts')).doMonth(db, task, progress);
  }
  if (task.kind === 'billPapers') {
    return { papers: await (await import('../billing/invoices/invoices.maker.ts')).billPapers(db, task) };
  }
  if (task.kind === 'filePayments') {
    return (await import('../billing/payments/payments-work.ts')).reckonFile(db, task);
  }
  const make = (await makers[task.kind]()) as ReportMaker<typeof task>;
  return make(db, task, progress);
}
