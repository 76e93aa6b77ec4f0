import type { FileAnswer } from '../../../shared/api.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Progress, ReportMaker } from '../../platform/queue/tasks.ts';
import { billsWorkbook } from './bills-workbook.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawInvoice } from './invoice-page.ts';
import { monthTitle } from './invoice-words.ts';
import { PdfDocument } from './paper.ts';
import {
  billsOfMonth,
  findInvoice,
  findPrintedMonth,
  listInvoices,
  readIssuer,
} from './papers.repository.ts';

export interface BillsTask {
  kind: 'bills';
  format: 'pdf' | 'xlsx';
  jointId: number;
  month: Month;
  form?: 'full' | 'data';
}

/** Bills as files of their own, for mail. */
export interface PapersTask {
  kind: 'billPapers';
  jointId: number;
  bills: readonly number[];
  /** Of all files together; what would come after is left out. */
  mostBytes: number;
}

const MEDIA_TYPE = 'application/pdf';

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
  const { issuer, bills, monthId } = await findMonth(db, { jointId, month });
  const title = titleOf(month);
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
  return { name: fileNameOf(title, 'pdf'), mediaType: MEDIA_TYPE, bytes: await paper.end() };
}

/** The same bills as a workbook: a row of each, and one of each of their lines. @throws Problem monthNotFound */
async function monthWorkbook(
  db: Db,
  { jointId, month }: { jointId: number; month: Month },
  progress: Progress,
): Promise<FileAnswer> {
  const { issuer, bills, monthId } = await findMonth(db, { jointId, month });
  progress(0, bills);
  const invoices: Invoice[] = [];
  for await (const some of billsOfMonth(db, { jointId, monthId })) invoices.push(...some);
  const file = await billsWorkbook(titleOf(month), { jointName: issuer.jointName, invoices });
  progress(bills, bills);
  return file;
}

const titleOf = (month: Month): string => `Cuentas de Cobro ${monthTitle(month)}`;

async function findMonth(db: Db, of: { jointId: number; month: Month }) {
  const issuer = await readIssuer(db, of.jointId);
  const issued = await findPrintedMonth(db, of);
  // Where every bill of it was annulled there is nothing to print.
  if (issuer === undefined || issued === undefined || issued.bills === 0) throw new Problem('monthNotFound');
  return { issuer, ...issued };
}

/**
 * One invoice, 'Cuenta de Cobro 12'; an annulled one says so across the page.
 * @param toRead for a screen or a mail, not for a printer with forms: all of it, and where it belongs
 * @throws Problem billNotFound
 */
export async function billInvoice(
  db: Db,
  { jointId, bill, toRead }: { jointId: number; bill: number; toRead: boolean },
): Promise<FileAnswer> {
  const issuer = await readIssuer(db, jointId);
  const invoice = await findInvoice(db, { jointId, bill });
  if (issuer === undefined || invoice === undefined) throw new Problem('billNotFound');
  return paperOf(toRead ? { ...issuer, ...WHOLE } : issuer, invoice);
}

/**
 * Several bills of a joint, each as a file of its own to be read, as many as stay below `mostBytes` together (one at
 * least). What is none of its bills is left out.
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
    const file = await paperOf({ ...issuer, ...WHOLE }, invoice);
    papers.push({ bill: invoice.bill, file });
    bytes += file.bytes.byteLength;
    if (bytes >= mostBytes) break;
  }
  return { papers };
}

/** All of it, and where it belongs: for a screen or a mail, not for a printer with forms. */
const WHOLE = { form: 'full', offsetX: 0, offsetY: 0 } as const;

async function paperOf(issuer: Issuer, invoice: Invoice): Promise<FileAnswer> {
  const title = `Cuenta de Cobro ${invoice.bill}`;
  const paper = new PdfDocument(`${title} ${issuer.jointName}`);
  drawInvoice(paper, issuer, invoice);
  return { name: fileNameOf(title, 'pdf'), mediaType: MEDIA_TYPE, bytes: await paper.end() };
}

/** 'Cuentas de Cobro Mayo - 2026'. */
export const makeBills: ReportMaker<BillsTask> = (db, task, progress) =>
  task.format === 'xlsx' ? monthWorkbook(db, task, progress) : monthInvoices(db, task, progress);
