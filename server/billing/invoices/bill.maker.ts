import { Problem } from '../../platform/http/problem.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import { billWorkbook } from './bill-workbook.ts';
import { billInvoice } from './invoices.maker.ts';
import { findInvoice, readIssuer } from './papers.repository.ts';

export interface BillTask {
  kind: 'bill';
  format: 'pdf' | 'xlsx';
  jointId: number;
  bill: number;
  /** By somebody without the pre-printed form. */
  toRead: boolean;
}

/** 'Cuenta de Cobro 12'. */
export const makeBill: ReportMaker<BillTask> = async (db, task, progress) => {
  progress(0, 1);
  const file = task.format === 'pdf' ? await billInvoice(db, task) : await workbookOf(db, task);
  progress(1, 1);
  return file;
};

async function workbookOf(...[db, task]: Parameters<typeof billInvoice>) {
  const issuer = await readIssuer(db, task.jointId);
  const invoice = await findInvoice(db, task);
  if (issuer === undefined || invoice === undefined) throw new Problem('billNotFound');
  return billWorkbook(issuer.jointName, invoice);
}
