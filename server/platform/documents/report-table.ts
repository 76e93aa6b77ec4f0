import type { Content, ContentTable, ContentText, TableCell } from 'pdfmake/interfaces.js';
import { faces } from './faces.ts';
import { inks, printable, prose } from './report-text.ts';
import { textWidth } from './text-width.ts';

/** What a cell says: a text, and small print below it. */
export interface ReportCell {
  text: string;
  small?: string;
}

export interface ReportColumn<Row> {
  title: string;
  /** In proportion to the other columns. */
  width: number;
  /** Figures stand to the right, so that their commas stand below each other. */
  align?: 'left' | 'right';
  cell: (row: Row) => string | ReportCell;
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
/** Rows that totals are never parted from. */
const KEPT_WITH_TOTALS = 2;
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
  const head: TableCell[][] = [
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
  const lines = rows.flatMap((row, i): Line[] => {
    const cells = columns.map((column, at) =>
      cellOf(column, column.cell(row), { width: widths[at] ?? 0, size }),
    );
    const said = lineAfter?.(row) ?? null;
    const own = { cells, ground: i % 2 === 1 ? inks.zebra : null };
    if (said === null) return [own];
    const after = prose(said, { bold: true, fontSize: size, color: inks.success, alignment: 'center' });
    return [own, { cells: across(after), ground: inks.successSoft }];
  });
  const last = totals === undefined ? [] : lines.splice(-KEPT_WITH_TOTALS);
  if (totals !== undefined) {
    const cells = columns.map((column, at) =>
      cellOf(column, totals[at] ?? '', { width: widths[at] ?? 0, size, bold: true }),
    );
    last.push({ cells, ground: inks.primarySoft });
  }
  const body = [...head, ...lines.map(({ cells }) => cells)];
  // No row is divided: as a table within one, the totals are on the page of the rows before them.
  if (last.length > 0) body.push(across(tableWithin(last, { widths, size })));
  const grounds = [null, inks.primarySoft, ...lines.map(({ ground }) => ground)];
  return {
    table: { headerRows: 2, keepWithHeaderRows: 1, dontBreakRows: true, widths, body },
    layout: layoutOf(grounds, body.length),
    fontSize: size,
    margin: [0, 0, 0, 10],
  };
}

/** A row of the table, on its ground. */
interface Line {
  cells: TableCell[];
  ground: string | null;
}

/** Rows in a cell across the table, as if they were its own. */
const tableWithin = (lines: readonly Line[], { widths, size }: { widths: number[]; size: number }) => ({
  table: { widths, body: lines.map(({ cells }) => cells) },
  layout: layoutOf(
    lines.map(({ ground }) => ground),
    null,
  ),
  fontSize: size,
  margin: [-PAD.x, 0, -PAD.x, 0] as [number, number, number, number],
});

/** The heading of a part of a report. */
export function sectionTitle(title: string): ContentText {
  return prose(title, { bold: true, fontSize: 12, color: inks.primary, margin: [0, 10, 0, 3] });
}

/**
 * @param rows of the table itself, whose last may hold others; null of a table within another, whose every row is like
 *   those below a header
 */
function layoutOf(grounds: readonly (string | null)[], rows: number | null): ContentTable['layout'] {
  const isWithin = (row: number) => row >= grounds.length;
  return {
    hLineWidth: (line) => (line === rows ? 0.8 : 0),
    vLineWidth: () => 0,
    hLineColor: () => inks.primary,
    paddingLeft: () => PAD.x,
    paddingRight: () => PAD.x,
    paddingTop: (row) => ((rows !== null && row === 0) || isWithin(row) ? 0 : PAD.y),
    paddingBottom: (row) => (isWithin(row) ? 0 : PAD.y),
    fillColor: (row) => grounds[row] ?? null,
  };
}

interface Look {
  /** What a line has, in points. */
  width: number;
  size: number;
  bold?: boolean;
}

function cellOf<Row>(
  { align = 'left' }: ReportColumn<Row>,
  said: string | ReportCell,
  look: Look,
): TableCell {
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
