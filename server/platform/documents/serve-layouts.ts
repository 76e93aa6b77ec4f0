import { ownInput, serveTask } from '../queue/worker-process.ts';
import type { LayoutTable, PdfInput, WorkbookInput } from './layout.ts';
import { renderPdf } from './render-pdf.ts';
import type { TableColumn } from './table.ts';
import { tableSheet, workbookFile } from './workbook.ts';

/**
 * Main loop of a worker process for PDF documents and workbooks: receives the data of a document, and answers with the
 * file.
 * @param tables layouts of all features, by kind of document
 */
export function serveLayouts(tables: readonly LayoutTable[]): void {
  serveTask(async (input: PdfInput | WorkbookInput) => {
    if ('sheet' in input) return workbookOf(input);
    const { kind, data } = input;
    const layOut = tables.find((table) => Object.hasOwn(table, kind))?.[kind];
    if (layOut === undefined) throw new Error(`No feature lays out documents of the kind '${kind}'.`);
    return { bytes: await renderPdf(layOut(data)) };
  }, ownInput);
}

function workbookOf({ name, heading, sheet, columns, rows }: WorkbookInput) {
  // The kind of a column gives the type of the values.
  const read = columns.map(
    (column, at) => ({ ...column, value: (row: unknown[]) => row[at] }) as TableColumn<unknown[]>,
  );
  return workbookFile(name, heading, [tableSheet({ name: sheet, columns: read, rows })]);
}
