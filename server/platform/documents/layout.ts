import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/**
 * Input for a PDF document made by a worker: the kind of document ('badges') and the data of the document
 * as plain data.
 */
export interface PdfInput {
  kind: string;
  data: object;
}

/**
 * Table of PDF layouts. Key: kind of document ('badges'). Value: function to turn the data into a pdfmake
 * document.
 */
export type LayoutTable = Readonly<Record<string, (data: object) => TDocumentDefinitions>>;

/**
 * Returns the PDF layouts of a feature as a table. The compiler checks each layout against the data of the
 * kind.
 * @param layouts functions to turn data into a pdfmake document, by kind of document
 */
export function layoutTable<I extends PdfInput>(
  layouts: {
    [K in I['kind']]: (data: Extract<I, { kind: K }>['data']) => TDocumentDefinitions;
  },
): LayoutTable {
  // A layout is called only with rows of the same kind.
  return layouts as object as LayoutTable;
}
