import type { Content, ContentTable, ContentText, TableCell } from 'pdfmake/interfaces.js';
import { inks, printable, prose } from './report-text.ts';
import { withRole } from './structure.ts';
import {
  type CellKind,
  cellOf,
  type Print,
  printed,
  type Table,
  type TableColumn,
  totalsOf,
} from './table.ts';
import { textWidth } from './text-width.ts';

const SIZE = 8.5;
/** No table's letters get smaller than that so that its figures stay whole. */
const SMALLEST = 5.5;
/** Small print and names of columns, beside a cell's own size. */
const SMALLER = { print: 1, title: 0.5 };
/** Rows that totals are never parted from. */
const KEPT_WITH_TOTALS = 2;
/** Between a cell's text and its edges. */
const PAD = { x: 4, y: 3.2 };
/** Left and right of a figure, in points, with a little to spare. */
const AROUND = 9;
/** What a column of texts needs to be read, in letters of the table's size. */
const READABLE = 7;

/** Figures stand to the right, so that their commas stand below each other. */
const FIGURES: ReadonlySet<CellKind> = new Set(['count', 'coefficient', 'percent', 'money', 'instant']);
const alignmentOf = ({ kind }: { kind: CellKind }): Look['alignment'] =>
  FIGURES.has(kind) ? 'right' : 'left';

/**
 * A table on paper: title and columns' names repeated on each page, every other row on a ground, no row divided
 * between two pages, sums below. Texts wrap within their cells whatever their length; figures stay whole: letters get
 * smaller before one is broken.
 * @param place.width in points: `bodyWidth` of the page
 */
export function tableOnPaper<R>(
  plan: Table<R>,
  { width, print }: { width: number; print: Print },
): Content[] {
  const { name, title = name, rows, empty, note, lineAfter } = plan;
  const columns = plan.columns.filter((column) => column.width !== undefined);
  if (columns.length === 0) return [];
  if (rows.length === 0) {
    return empty === undefined ? [] : [{ stack: [sectionTitle(title), prose(empty)], unbreakable: true }];
  }
  const texts = rows.map((row) =>
    columns.map((column) => printed(cellOf(column, row), print) || (column.none ?? '')),
  );
  const totals = totalsOf(columns, rows)?.map((cell) => printed(cell, print));
  const { widths, size } = fitColumns(columns, { texts, totals, width, size: plan.size ?? SIZE });
  const looks = columns.map((column, i) => ({ width: widths[i] ?? 0, size, alignment: alignmentOf(column) }));
  const across = (cell: TableCell): TableCell[] => [
    { ...(cell as object), colSpan: columns.length } as TableCell,
    ...columns.slice(1).map(() => ({})),
  ];
  const head: TableCell[][] = [
    across({ ...sectionTitle(title), margin: [-PAD.x, 10, 0, 1] }),
    columns.map((column) =>
      prose(column.short ?? column.title, {
        bold: true,
        fontSize: size - SMALLER.title,
        color: inks.primaryStrong,
        alignment: alignmentOf(column),
      }),
    ),
  ];
  const lines = rows.flatMap((row, i): Line[] => {
    const cells = looks.map((look, at) => tableCell(texts[i]?.[at] ?? '', columns[at]?.small?.(row), look));
    const said = lineAfter?.(row) ?? null;
    const own = { cells, ground: i % 2 === 1 ? inks.zebra : null };
    if (said === null) return [own];
    const after = prose(said, { bold: true, fontSize: size, color: inks.success, alignment: 'center' });
    return [own, { cells: across(after), ground: inks.successSoft }];
  });
  const last = totals === undefined ? [] : lines.splice(-KEPT_WITH_TOTALS);
  if (totals !== undefined) {
    const cells = looks.map((look, at) => lineOf(totals[at] ?? '', { ...look, bold: true }));
    last.push({ cells, ground: inks.primarySoft });
  }
  const body = [...head, ...lines.map(({ cells }) => cells)];
  // No row is divided: as a table within one, the totals are on the page of the rows before them.
  if (last.length > 0) body.push(across(tableWithin(last, { widths, size })));
  const grounds = [null, inks.primarySoft, ...lines.map(({ ground }) => ground)];
  const drawn: Content = {
    table: { headerRows: 2, keepWithHeaderRows: 1, dontBreakRows: true, widths, body },
    layout: layoutOf(grounds, body.length),
    fontSize: size,
    margin: [0, 0, 0, 10],
  };
  return note === undefined ? [drawn] : [drawn, prose(note, { fontSize: SIZE })];
}

interface Fitted {
  texts: readonly (readonly string[])[];
  totals: readonly string[] | undefined;
  width: number;
  size: number;
}

/** Widths of the cells' lines in points: figures have what their longest needs, texts share the rest. */
function fitColumns<R>(
  columns: readonly TableColumn<R>[],
  { texts, totals, width, size }: Fitted,
): { widths: number[]; size: number } {
  const isText = columns.map(({ kind }) => kind === 'text');
  const longest = columns.map(({ title, short = title }, i) => {
    if (isText[i]) return 0;
    const widest = texts.reduce(
      (most, row) => Math.max(most, textWidth(row[i] ?? '', 1, false, 'Roboto')),
      0,
    );
    // A word of its title is not broken either.
    const bold = [...short.split(' '), totals?.[i] ?? ''].map((word) => textWidth(word, 1, true, 'Roboto'));
    return Math.max(widest, ...bold);
  });
  const shares = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const ofTexts = columns.reduce((sum, column, i) => sum + (isText[i] ? (column.width ?? 0) : 0), 0);
  const quantity = isText.filter(Boolean).length;
  for (let at = size; ; at -= 0.5) {
    const needed = longest.map((most) => (most === 0 ? 0 : most * at + AROUND));
    const left = width - needed.reduce((sum, one) => sum + one, 0);
    if (left < quantity * at * READABLE && at > SMALLEST) continue;
    const spare = Math.max(left - (ofTexts / shares) * width, 0);
    const widths = columns.map((column, i) =>
      isText[i]
        ? ((column.width ?? 0) / Math.max(ofTexts, 1)) * Math.max(left - spare, at * READABLE)
        : (needed[i] ?? 0) + spare / (columns.length - quantity),
    );
    const sum = widths.reduce((all, one) => all + one, 0);
    return { size: at, widths: widths.map((one) => (one / sum) * width - 2 * PAD.x) };
  }
}

/** A row of the table, on its ground. */
interface Line {
  cells: TableCell[];
  ground: string | null;
}

/** Rows in a cell across the table, as if they were its own. */
const tableWithin = (lines: readonly Line[], { widths, size }: { widths: number[]; size: number }) =>
  withRole(
    { tag: 'rows' },
    {
      table: { widths, body: lines.map(({ cells }) => cells) },
      layout: layoutOf(
        lines.map(({ ground }) => ground),
        null,
      ),
      fontSize: size,
      margin: [-PAD.x, 0, -PAD.x, 0] as [number, number, number, number],
    },
  );

/** The heading of a part of a report. */
export function sectionTitle(title: string): ContentText {
  const look = {
    bold: true,
    fontSize: 12,
    color: inks.primary,
    margin: [0, 10, 0, 3] as [number, number, number, number],
  };
  return withRole({ tag: 'H2' }, prose(title, look));
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
  alignment: 'left' | 'right';
}

function tableCell(text: string, small: string | undefined, look: Look): TableCell {
  const main = lineOf(text, look);
  if (small === undefined || small === '') return main;
  return {
    stack: [main, { ...lineOf(small, { ...look, size: look.size - SMALLER.print }), color: inks.soft }],
  };
}

/** What surely fits on a line is not broken into words: most cells, and most of the time that a table takes. */
function lineOf(text: string, { width, size, bold = false, alignment }: Look) {
  const node = prose(text, { fontSize: size, alignment, ...(bold && { bold }) });
  const said = printable(text);
  const fits = !said.includes('\n') && textWidth(said, size, bold, 'Roboto') <= width;
  return { ...node, ...(fits && { noWrap: true }) };
}
