import type { ReportMaker, ReportTask } from '../../reports/tasks.ts';
import { billInvoice } from './invoices.maker.ts';

/** 'Cuenta de Cobro 12'. */
export const makeBill: ReportMaker<Extract<ReportTask, { kind: 'bill' }>> = async (db, task, progress) => {
  progress(0, 1);
  const file = await billInvoice(db, task);
  progress(1, 1);
  return file;
};
