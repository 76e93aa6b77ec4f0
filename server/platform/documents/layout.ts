import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Input of a PDF document made by a worker: kind of document, and plain data for the layout. */
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
 * Builds the table of PDF layouts of a feature (functions to turn data into a document), typed so each layout
 * gets the data of its kind.
 * @param layouts layout functions by kind of document
 */
export function layoutTable<I extends PdfInput>(
  layouts: {
    [K in I['kind']]: (data: Extract<I, { kind: K }>['data']) => TDocumentDefinitions;
  },
): LayoutTable {
  // A layout is called only with rows of the same kind.
  return layouts as object as LayoutTable;
}
