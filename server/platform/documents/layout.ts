import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Input of a PDF document made by a worker: kind of document, and plain data for the layout. */
export interface PdfInput {
  kind: string;
  data: object;
}

/** Layout functions for PDF documents, by kind of document. */
export type LayoutTable = Readonly<Record<string, (data: object) => TDocumentDefinitions>>;

/** Builds the table of a feature's layout functions, typed by the kinds of the union `I`. */
export function layoutTable<I extends PdfInput>(
  layouts: {
    [K in I['kind']]: (data: Extract<I, { kind: K }>['data']) => TDocumentDefinitions;
  },
): LayoutTable {
  // A layout is called only with rows of the same kind.
  return layouts as object as LayoutTable;
}
