import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** What a document is made of: its kind and plain rows, which cross over to the worker. */
export interface PdfInput {
  kind: string;
  data: object;
}

/** Lays out the rows of each kind of document. */
export type LayoutTable = Readonly<Record<string, (data: object) => TDocumentDefinitions>>;

/** The documents of a feature, whose kinds are those of the union `I`. */
export function layoutTable<I extends PdfInput>(
  layouts: {
    [K in I['kind']]: (data: Extract<I, { kind: K }>['data']) => TDocumentDefinitions;
  },
): LayoutTable {
  // A layout is called with rows of its own kind alone.
  return layouts as object as LayoutTable;
}
