import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Input of a document: kind and plain rows, sent to the worker. */
export interface PdfInput {
  kind: string;
  data: object;
}

/** Layout functions by kind of document. */
export type LayoutTable = Readonly<Record<string, (data: object) => TDocumentDefinitions>>;

/** Builds the layout table of a feature, typed by the kinds of the union `I`. */
export function layoutTable<I extends PdfInput>(
  layouts: {
    [K in I['kind']]: (data: Extract<I, { kind: K }>['data']) => TDocumentDefinitions;
  },
): LayoutTable {
  // A layout is called only with rows of the same kind.
  return layouts as object as LayoutTable;
}
