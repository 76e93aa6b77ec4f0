import type { FileAnswer } from '../../../shared/api.ts';
import { type Month, monthTitle } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawInvoice } from './invoice-page.ts';
import { PdfDocument } from './paper.ts';
import {
  billsOfMonth,
  findInvoice,
  findPrintedMonth,
  listInvoices,
  readIssuer,
} from './papers.repository.ts';

/** Bills as files of their own, for mail. */
export interface PapersTask {
  kind: 'billPapers';
  jointId: number;
  bills: readonly number[];
  /** Of all files together; what would come after is left out. */
  mostBytes: number;
}

/** A bill with its document. */
export interface BillPaper {
  bill: number;
  file: FileAnswer;
}

/**
 * All invoices of an issued month, 'Cuentas de Cobro Mayo - 2026': read some at a time and drawn page by page.
 * Annulled ones are left out. Takes the thread while it draws: for workers.
 * @param form instead of the joint's own
 * @throws Problem monthNotFound where the month was not issued
 */
export async function monthInvoices(
  db: Db,
  { jointId, month, form }: { jointId: number; month: Month; form?: Issuer['form'] | undefined },
  progress: Progress = () => {},
): Promise<FileAnswer> {
  const { issuer, bills, monthId } = await readPrintedMonth(db, { jointId, month });
  const title = billsTitle(month);
  const paper = new PdfDocument(`${title} ${issuer.jointName}`);
  let drawn = 0;
  progress(drawn, bills);
  for await (const invoices of billsOfMonth(db, { jointId, monthId })) {
    for (const invoice of invoices) {
      drawInvoice(paper, { ...issuer, form: form ?? issuer.form }, invoice);
      drawn += 1;
      progress(drawn, bills);
    }
  }
  return fileOf(title, paper);
}

export const billsTitle = (month: Month): string => `Cuentas de Cobro ${monthTitle(month)}`;

/** An issued month with who bills. @throws Problem monthNotFound, also where every bill of it was annulled */
export async function readPrintedMonth(db: Db, of: { jointId: number; month: Month }) {
  const issuer = await readIssuer(db, of.jointId);
  const issued = await findPrintedMonth(db, of);
  if (issuer === undefined || issued === undefined || issued.bills === 0) throw new Problem('monthNotFound');
  return { issuer, ...issued };
}

/** A bill with who bills. @throws Problem billNotFound */
export async function readPrintedBill(db: Db, of: { jointId: number; bill: number }) {
  const issuer = await readIssuer(db, of.jointId);
  const invoice = await findInvoice(db, of);
  if (issuer === undefined || invoice === undefined) throw new Problem('billNotFound');
  return { issuer, invoice };
}

/**
 * One invoice, 'Cuenta de Cobro 12'; an annulled one says so across the page.
 * @param toRead for a screen or a mail, not for a printer with forms: all of it, and where it belongs
 */
export function drawBill(
  issuer: Issuer,
  invoice: Invoice,
  { toRead }: { toRead: boolean },
): Promise<FileAnswer> {
  const title = `Cuenta de Cobro ${invoice.bill}`;
  const paper = new PdfDocument(`${title} ${issuer.jointName}`);
  drawInvoice(paper, toRead ? { ...issuer, form: 'full', offsetX: 0, offsetY: 0 } : issuer, invoice);
  return fileOf(title, paper);
}

/**
 * Several bills of a joint, each as a file of its own to be read, as many as stay below `mostBytes` together (one at
 * least). Numbers that are none of its bills are left out.
 */
export async function billPapers(
  db: Db,
  { jointId, bills, mostBytes }: PapersTask,
): Promise<{ papers: BillPaper[] }> {
  const issuer = await readIssuer(db, jointId);
  if (issuer === undefined) return { papers: [] };
  const papers: BillPaper[] = [];
  let bytes = 0;
  for (const invoice of await listInvoices(db, { jointId, bills })) {
    const file = await drawBill(issuer, invoice, { toRead: true });
    papers.push({ bill: invoice.bill, file });
    bytes += file.bytes.byteLength;
    if (bytes >= mostBytes) break;
  }
  return { papers };
}

const fileOf = async (title: string, paper: PdfDocument): Promise<FileAnswer> => ({
  name: fileNameOf(title, 'pdf'),
  mediaType: 'application/pdf',
  bytes: await paper.end(),
});
