import type { FileAnswer } from '../../../shared/api.ts';
import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type TaskOptions } from '../queue/in-worker.ts';
import { workerLimits } from '../queue/limits.ts';
import { workerSemaphore } from '../queue/worker-pool.ts';
import type { PdfInput, WorkbookInput } from './layout.ts';
import { cellOf, type Table } from './table.ts';

/** Script of the worker with the PDF layouts of all features. */
const workerCode = workerScript('../../composition/pdf.worker', import.meta.url);

/** Queue of PDF workers a client waits for, separate from reports so neither queue fills the other. */
const semaphore = workerSemaphore('waited', workerLimits.waiting);

/**
 * Makes a PDF document from plain data in a worker and returns the bytes of the file.
 * @throws Problem overloaded if no worker is free in time, or the task takes too much time or memory; the
 *   reason of `options.signal` after an abort
 */
export async function pdf(input: PdfInput, options: TaskOptions): Promise<Uint8Array> {
  const { bytes } = await inWorker<{ bytes: Uint8Array }>(workerCode, input, { semaphore, ...options });
  return bytes;
}

/**
 * Makes an Excel workbook of a table in a worker: for 1,500 rows the writing blocks a thread for a tenth of a second.
 * The table has no totals and no highlighted rows. @throws as `pdf`
 */
export function workbook<R>(
  file: Pick<WorkbookInput, 'name' | 'heading'>,
  { name, columns, rows }: Pick<Table<R>, 'name' | 'columns' | 'rows'>,
  options: TaskOptions,
): Promise<FileAnswer> {
  const input: WorkbookInput = {
    ...file,
    sheet: name,
    columns: columns.map(({ kind, title }) => ({ kind, title })),
    rows: rows.map((row) => columns.map((column) => cellOf(column, row).value)),
  };
  return inWorker<FileAnswer>(workerCode, input, { semaphore, ...options });
}
