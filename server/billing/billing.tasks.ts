import { taskTable } from '../platform/queue/tasks.ts';
import type { DraftForecast } from './charges/read-month-sheet.ts';
import type { PapersTask } from './invoices/draw-bills.ts';
import type { MonthTask } from './issue/month-work.ts';
import type { PaymentsTask } from './payments/work.ts';
import type { ProposalsTask } from './proposals/propose-waiting.ts';
import type { ArrearsTask } from './reports/arrears-work.ts';

/**
 * Table of the long computations of billing that a worker does: PDF of bills, debts by age, a month's bills,
 * proposals for payments …. Key: `kind` of the task. The code of a task is loaded at first use.
 */
export const billingTasks = taskTable<
  PapersTask | ArrearsTask | MonthTask | DraftForecast | PaymentsTask | ProposalsTask
>({
  billPapers: async () => (await import('./invoices/draw-bills.ts')).billPapers,
  arrears: async () => (await import('./reports/arrears-work.ts')).reckonArrears,
  monthBills: async () => (await import('./issue/month-work.ts')).makeMonth,
  monthForecast: async () => (await import('./issue/month-work.ts')).previewMonth,
  draftForecast: async () => (await import('./issue/forecast-draft.ts')).forecastDraft,
  paymentProposals: async () => (await import('./proposals/propose-waiting.ts')).proposeWaiting,
  filePayments: async () => (await import('./payments/work.ts')).reckonFile,
});
