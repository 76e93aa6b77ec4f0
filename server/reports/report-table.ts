import type { Content, ContentTable, ContentText, TableCell } from 'pdfmake/interfaces.js';
import { faces } from './faces.ts';
import { inks, printable, prose } from './report-text.ts';
import { textWidth } from './text-width.ts';

/** What a cell says: a text, and small print below it. */
export interface Cell {
  text: string;
  small?: string;
}

export interface ReportColumn<Row> {
  title: string;
  /** In proportion to the other columns. */
  width: number;
  /** Figures stand to the right, so that their commas stand below each other. */
  align?: 'left' | 'right';
  cell: (row: Row) => string | Cell;
}

export interface ReportTable<Row> {
  /** Stands above the columns, on every page. */
  title: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  /** In points: `bodyWidth` of the page. */
  width: number;
  /** What is said instead of an empty table, as a sentence. */
  empty: string;
  /** A line of its own across the table after a row; null where there is none. */
  lineAfter?: (row: Row) => string | null;
  /** The last line, a text for each column: what the rows add up to. */
  totals?: readonly string[];
  /** Of the letters, in points: a table of many columns has smaller ones. */
  size?: number;
}

const SIZE = 8.5;
/** Small print and names of columns, beside a cell's own size. */
const SMALLER = { print: 1, title: 0.5 };
/** Between a cell's text and its edges. */
const PAD = { x: 4, y: 3.2 };

/**
 * Rows in columns: title and columns' names repeated on each page, every other row on a ground, no row divided
 * between two pages. Texts wrap within their cells whatever their length, so the widths are never the texts'.
 */
export function reportTable<Row>({
  title,
  columns,
  rows,
  width,
  empty,
  lineAfter,
  totals,
  size = SIZE,
}: ReportTable<Row>): Content {
  if (rows.length === 0) return { stack: [sectionTitle(title), prose(empty)], unbreakable: true };
  const parts = columns.reduce((sum, column) => sum + column.width, 0);
  const widths = columns.map((column) => (column.width / parts) * width - 2 * PAD.x);
  const across = (cell: TableCell): TableCell[] => [
    { ...(cell as object), colSpan: columns.length } as TableCell,
    ...columns.slice(1).map(() => ({})),
  ];
  const grounds: (string | null)[] = [null, inks.primarySoft];
  const body: TableCell[][] = [
    across({ ...sectionTitle(title), margin: [-PAD.x, 10, 0, 1] }),
    columns.map(({ title: name, align = 'left' }) =>
      prose(name, {
        bold: true,
        fontSize: size - SMALLER.title,
        color: inks.primaryStrong,
        alignment: align,
      }),
    ),
  ];
  rows.forEach((row, i) => {
    body.push(
      columns.map((column, at) => cellOf(column, column.cell(row), { width: widths[at] ?? 0, size })),
    );
    grounds.push(i % 2 === 1 ? inks.zebra : null);
    const line = lineAfter?.(row) ?? null;
    if (line === null) return;
    body.push(across(prose(line, { bold: true, fontSize: size, color: inks.success, alignment: 'center' })));
    grounds.push(inks.successSoft);
  });
  if (totals !== undefined) {
    body.push(
      columns.map((column, at) =>
        cellOf(column, totals[at] ?? '', { width: widths[at] ?? 0, size, bold: true }),
      ),
    );
    grounds.push(inks.primarySoft);
  }
  return {
    table: { headerRows: 2, keepWithHeaderRows: 1, dontBreakRows: true, widths, body },
    layout: layoutOf(grounds),
    fontSize: size,
    margin: [0, 0, 0, 10],
  };
}

/** The heading of a part of a report. */
export function sectionTitle(title: string): ContentText {
  return prose(title, { bold: true, fontSize: 12, color: inks.primary, margin: [0, 10, 0, 3] });
}

function layoutOf(grounds: readonly (string | null)[]): ContentTable['layout'] {
  return {
    hLineWidth: (line) => (line === grounds.length ? 0.8 : 0),
    vLineWidth: () => 0,
    hLineColor: () => inks.primary,
    paddingLeft: () => PAD.x,
    paddingRight: () => PAD.x,
    paddingTop: (row) => (row === 0 ? 0 : PAD.y),
    paddingBottom: () => PAD.y,
    fillColor: (row) => grounds[row] ?? null,
  };
}

interface Look {
  /** What a line has, in points. */
  width: number;
  size: number;
  bold?: boolean;
}

function cellOf<Row>({ align = 'left' }: ReportColumn<Row>, said: string | Cell, look: Look): TableCell {
  const { text, small } = typeof said === 'string' ? { text: said } : said;
  const main = lineOf(text, look, align);
  if (small === undefined || small === '') return main;
  const print = { ...look, size: look.size - SMALLER.print };
  return { stack: [main, { ...lineOf(small, print, align), color: inks.soft }] };
}

/** What surely fits on a line is not broken into words: most cells, and most of the time that a table takes. */
function lineOf(text: string, { width, size, bold = false }: Look, alignment: 'left' | 'right') {
  const node = prose(text, { fontSize: size, alignment, ...(bold && { bold }) });
  const said = printable(text);
  const fits = !said.includes('\n') && textWidth(said, size, bold) <= width;
  // Roboto's baseline is lower: raised, it stands on that of its neighbours.
  const raised = node.font === undefined ? 0 : (faces.Roboto.ascent - faces.Helvetica.ascent) * size;
  return {
    ...node,
    ...(fits && { noWrap: true }),
    ...(raised > 0 && { margin: [0, -raised, 0, raised] as [number, number, number, number] }),
  };
}
