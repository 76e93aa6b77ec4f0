import type { FileAnswer } from '../../../shared/api.ts';
import type { Day, Month } from '../../../shared/days.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { pdfFile } from '../../platform/documents/pdf-file.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import { accountingCsv, readAccounting } from './accounting.ts';
import { balanceByAgePdf, balanceByAgeWorkbook, readBalanceByAge } from './balance-by-age.ts';
import { debtorsPdf, debtorsWorkbook, readDebtors } from './debtors.ts';
import { monthHeading } from './facts.ts';
import { monthsPaymentsPdf, monthsPaymentsWorkbook } from './months-payments.ts';
import { loadPaymentsReport } from './read-months-payments.ts';

/** Of a joint as of a day, today where none is named. */
type OfDay<K extends string> = { kind: K; format: 'pdf' | 'xlsx'; jointId: number; date?: Day };
type OfMonth<K extends string, F = 'pdf' | 'xlsx'> = { kind: K; format: F; jointId: number; month: Month };

export type JointReportTask =
  | OfDay<'balanceByAge'>
  | OfDay<'debtors'>
  | OfMonth<'monthsPayments'>
  | OfMonth<'accounting', 'csv'>;

type Maker<K extends JointReportTask['kind']> = ReportMaker<Extract<JointReportTask, { kind: K }>>;

/** 'Cartera por Edades'. */
export const makeBalanceByAge: Maker<'balanceByAge'> = async (db, task, progress) => {
  const report = await readBalanceByAge(db, task);
  progress(1, 2);
  if (task.format === 'xlsx') return balanceByAgeWorkbook(report);
  return pdfFile('Cartera por Edades', balanceByAgePdf(report), progress);
};

/** 'Informe de Morosos'. */
export const makeDebtors: Maker<'debtors'> = async (db, task, progress) => {
  const report = await readDebtors(db, task);
  progress(1, 2);
  if (task.format === 'xlsx') return debtorsWorkbook(report);
  return pdfFile('Informe de Morosos', debtorsPdf(report), progress);
};

/** 'Recaudos del Mes Mayo - 2026'. */
export const makeMonthsPayments: Maker<'monthsPayments'> = async (db, task, progress) => {
  const name = `Recaudos del Mes ${monthHeading(task.month)}`;
  const report = await loadPaymentsReport(db, task);
  progress(1, 2);
  if (task.format === 'xlsx') return monthsPaymentsWorkbook(name, report);
  return pdfFile(name, monthsPaymentsPdf(report), progress);
};

/** 'Movimientos Mayo - 2026', as docs/accounting.md says. */
export const makeAccounting: Maker<'accounting'> = async (db, task): Promise<FileAnswer> => ({
  name: fileNameOf(`Movimientos ${monthHeading(task.month)}`, 'csv'),
  mediaType: 'text/csv; charset=utf-8',
  bytes: accountingCsv(await readAccounting(db, task)),
});
