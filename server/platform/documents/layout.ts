import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { CellKind, ReportCell } from './table.ts';
import type { PageHeading } from './workbook.ts';

/**
 * Input for a PDF document made by a worker: the kind of document ('badges') and the data of the document
 * as plain data.
 */
export interface PdfInput {
  kind: string;
  data: object;
}

/** Input for a workbook with a single table made by a worker, as plain data: columns, and the values of each row. */
export interface WorkbookInput {
  /** File name without the ending. */
  name: string;
  heading: PageHeading;
  /** Name of the sheet. */
  sheet: string;
  columns: { kind: CellKind; title: string }[];
  rows: ReportCell['value'][][];
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
