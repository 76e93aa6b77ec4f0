import { ownInput, serveTask } from '../queue/worker-process.ts';
import type { LayoutTable, PdfInput } from './layout.ts';
import { renderPdf } from './render-pdf.ts';

/** Main loop of a PDF worker: lays out and renders the documents sent to the worker. */
export function serveLayouts(tables: readonly LayoutTable[]): void {
  serveTask(async ({ kind, data }: PdfInput) => {
    const layOut = tables.find((table) => Object.hasOwn(table, kind))?.[kind];
    if (layOut === undefined) throw new Error(`No feature lays out documents of the kind '${kind}'.`);
    return { bytes: await renderPdf(layOut(data)) };
  }, ownInput);
}
