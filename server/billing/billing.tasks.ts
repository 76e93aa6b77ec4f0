import { taskTable } from '../platform/queue/tasks.ts';
import type { BillTask } from './invoices/bill.maker.ts';
import type { BillsTask, PapersTask } from './invoices/invoices.maker.ts';
import type { MonthTask } from './issue/month-work.ts';
import type { PaymentsTask } from './payments/payments-work.ts';
import type { ReceiptTask } from './receipts/receipt.maker.ts';
import type { JointReportTask } from './reports/joint-reports.maker.ts';
import type { RelationTask } from './reports/relation.maker.ts';
import type { UnitReportTask } from './reports/unit-reports.maker.ts';

export type BillingReportTask =
  | BillTask
  | BillsTask
  | ReceiptTask
  | RelationTask
  | JointReportTask
  | UnitReportTask;

export const billingTasks = taskTable<BillingReportTask | PapersTask | MonthTask | PaymentsTask>({
  bill: async () => (await import('./invoices/bill.maker.ts')).makeBill,
  bills: async () => (await import('./invoices/invoices.maker.ts')).makeBills,
  cashReceipt: async () => (await import('./receipts/receipt.maker.ts')).makeReceipt,
  billsRelationship: async () => (await import('./reports/relation.maker.ts')).makeRelation,
  balanceByAge: async () => (await import('./reports/joint-reports.maker.ts')).makeBalanceByAge,
  debtors: async () => (await import('./reports/joint-reports.maker.ts')).makeDebtors,
  monthsPayments: async () => (await import('./reports/joint-reports.maker.ts')).makeMonthsPayments,
  accounting: async () => (await import('./reports/joint-reports.maker.ts')).makeAccounting,
  accountBalance: async () => (await import('./reports/unit-reports.maker.ts')).makeAccountBalance,
  debtCertificate: async () => (await import('./reports/unit-reports.maker.ts')).makeDebtCertificate,
  clearance: async () => (await import('./reports/unit-reports.maker.ts')).makeClearance,
  billPapers: async () => (await import('./invoices/invoices.maker.ts')).billPapers,
  monthBills: async () => (await import('./issue/month-work.ts')).makeMonth,
  monthForecast: async () => (await import('./issue/month-work.ts')).forecastMonth,
  filePayments: async () => (await import('./payments/payments-work.ts')).reckonFile,
});
