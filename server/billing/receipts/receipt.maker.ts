import { pdfFile } from '../../platform/documents/pdf-file.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import { readIssuer } from '../invoices/papers.repository.ts';
import { findPrintedReceipt } from './receipt.repository.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { receiptWorkbook } from './receipt-workbook.ts';

export interface ReceiptTask {
  kind: 'cashReceipt';
  format: 'pdf' | 'xlsx';
  jointId: number;
  receipt: number;
}

/** 'Recibo de Caja 7'. */
export const makeReceipt: ReportMaker<ReceiptTask> = async (db, task, progress) => {
  progress(0, 2);
  const issuer = await readIssuer(db, task.jointId);
  const receipt = await findPrintedReceipt(db, task);
  if (issuer === undefined || receipt === undefined) throw new Problem('receiptNotFound');
  progress(1, 2);
  const title = `Recibo de Caja ${receipt.receipt}`;
  if (task.format === 'pdf') return pdfFile(title, receiptPdf(issuer, receipt, Date.now()), progress);
  const file = await receiptWorkbook(issuer.jointName, receipt);
  progress(2, 2);
  return file;
};
