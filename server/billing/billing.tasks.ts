import { taskTable } from '../platform/queue/tasks.ts';
import type { PapersTask } from './invoices/draw-bills.ts';
import type { MonthTask } from './issue/month-work.ts';
import type { PaymentsTask } from './payments/payments-work.ts';

export const billingTasks = taskTable<PapersTask | MonthTask | PaymentsTask>({
  billPapers: async () => (await import('./invoices/draw-bills.ts')).billPapers,
  monthBills: async () => (await import('./issue/month-work.ts')).makeMonth,
  monthForecast: async () => (await import('./issue/month-work.ts')).forecastMonth,
  filePayments: async () => (await import('./payments/payments-work.ts')).reckonFile,
});
