import type { FileAnswer } from '../../../shared/api.ts';
import { type Month, monthTitle } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawInvoice } from './page.ts';
import { PdfDocument } from './paper.ts';
import {
  billsOfMonth,
  findInvoice,
  findPrintedMonth,
  listInvoices,
  readIssuer,
} from './papers.repository.ts';

/**
 * Worker task to make the PDF files of several bills, a file for each bill, to attach to the mails to owners.
 */
export interface PapersTask {
  kind: 'billPapers';
  jointId: number;
  /** Numbers of the bills. */
  bills: readonly number[];
  /** Size limit of all files together, in bytes; bills beyond the limit are left out. */
  mostBytes: number;
}

/** Bill number with the PDF file of the bill, to attach to a mail. */
export interface BillPaper {
  bill: number;
  file: FileAnswer;
}

/**
 * Makes the PDF 'Cuentas de Cobro Mayo - 2026' with all valid bills of an issued month, read in batches and drawn
 * page by page. Blocks the thread: only for workers.
 * @param form replaces the joint's form
 * @throws Problem monthNotFound if the month is not issued
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

/** Returns the title of the document with all bills of a month: 'Cuentas de Cobro Mayo - 2026'. */
export const billsTitle = (month: Month): string => `Cuentas de Cobro ${monthTitle(month)}`;

/**
 * Reads an issued month and the joint as issuer of bills (name, NIT, places to pay), to print all bills of
 * the month.
 * @throws Problem monthNotFound, also if every bill is annulled
 */
export async function readPrintedMonth(db: Db, of: { jointId: number; month: Month }) {
  const issuer = await readIssuer(db, of.jointId);
  const issued = await findPrintedMonth(db, of);
  if (issuer === undefined || issued === undefined || issued.bills === 0) throw new Problem('monthNotFound');
  return { issuer, ...issued };
}

/**
 * Reads an issued bill and the joint as issuer (name, NIT, places to pay), to print the bill.
 * @throws Problem billNotFound
 */
export async function readPrintedBill(db: Db, of: { jointId: number; bill: number }) {
  const issuer = await readIssuer(db, of.jointId);
  const invoice = await findInvoice(db, of);
  if (issuer === undefined || invoice === undefined) throw new Problem('billNotFound');
  return { issuer, invoice };
}

/**
 * Draws a bill ('Cuenta de Cobro 12') as a PDF document. Annulled bills carry a watermark.
 * @param toRead true for screen or mail: full form, without the places and printer offsets of pre-printed paper
 */
export function drawBill(
  issuer: Issuer,
  invoice: Invoice,
  { toRead }: { toRead: boolean },
): Promise<FileAnswer> {
  const title = `Cuenta de Cobro ${invoice.bill}`;
  const paper = new PdfDocument(`${title} ${issuer.jointName}`);
  drawInvoice(paper, toRead ? { ...issuer, ...TO_READ } : issuer, invoice);
  return fileOf(title, paper);
}

const TO_READ = { form: 'full', hasStock: false, offsetX: 0, offsetY: 0 } as const;

/**
 * Makes the PDF files of bills to attach to mails, each bill a separate file, until the files together reach
 * `mostBytes` (at least a single bill). Skips unknown numbers.
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
