import { ownInput, serveTask } from '../queue/worker-process.ts';
import type { LayoutTable, PdfInput } from './layout.ts';
import { renderPdf } from './render-pdf.ts';

/**
 * Main loop of a worker process for PDF documents: receives the data of a document, and answers with the
 * bytes.
 * @param tables layouts of all features, by kind of document
 */
export function serveLayouts(tables: readonly LayoutTable[]): void {
  serveTask(async ({ kind, data }: PdfInput) => {
    const layOut = tables.find((table) => Object.hasOwn(table, kind))?.[kind];
    if (layOut === undefined) throw new Error(`No feature lays out documents of the kind '${kind}'.`);
    return { bytes: await renderPdf(layOut(data)) };
  }, ownInput);
}
