import type { FileAnswer } from '../../../shared/api.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../db/engine.ts';
import { Problem } from '../../http/problem.ts';
import { fileNameOf } from '../../reports/file-name.ts';
import type { Progress, ReportMaker, ReportTask } from '../../reports/tasks.ts';
import type { Issuer } from './invoice.types.ts';
import { drawInvoice } from './invoice-page.ts';
import { monthTitle } from './invoice-words.ts';
import { Paper } from './paper.ts';
import { billsOfMonth, findInvoice, findIssuedMonth, readIssuer } from './papers.repository.ts';

const MEDIA_TYPE = 'application/pdf';

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
  const issuer = await readIssuer(db, jointId);
  const issued = await findIssuedMonth(db, { jointId, month });
  if (issuer === undefined || issued === undefined) throw new Problem('monthNotFound');
  const title = `Cuentas de Cobro ${monthTitle(month)}`;
  const paper = new Paper(`${title} ${issuer.jointName}`);
  let drawn = 0;
  progress(drawn, issued.bills);
  for await (const invoices of billsOfMonth(db, { jointId, monthId: issued.monthId })) {
    for (const invoice of invoices) {
      drawInvoice(paper, { ...issuer, form: form ?? issuer.form }, invoice);
      drawn += 1;
      progress(drawn, issued.bills);
    }
  }
  // Every bill of it was annulled: there is nothing to print.
  if (drawn === 0) throw new Problem('monthNotFound');
  return { name: fileNameOf(title, 'pdf'), mediaType: MEDIA_TYPE, bytes: await paper.end() };
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
  const title = `Cuenta de Cobro ${bill}`;
  const paper = new Paper(`${title} ${issuer.jointName}`);
  const whole: Partial<Issuer> = toRead ? { form: 'full', offsetX: 0, offsetY: 0 } : {};
  drawInvoice(paper, { ...issuer, ...whole }, invoice);
  return { name: fileNameOf(title, 'pdf'), mediaType: MEDIA_TYPE, bytes: await paper.end() };
}

/** 'Cuentas de Cobro Mayo - 2026'. */
export const makeBills: ReportMaker<Extract<ReportTask, { kind: 'bills' }>> = (db, task, progress) =>
  monthInvoices(db, task, progress);
