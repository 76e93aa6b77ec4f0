import type { Content, ContentText } from 'pdfmake/interfaces.js';
import {
  type FlowBlock,
  flowing,
  groundOperators,
  type LinePlace,
  lineOperators,
  type Style,
} from './drawing.ts';
import { inks, LEADING, printable, prose } from './report-text.ts';
import { type DrawnCell, withRole } from './structure.ts';
import {
  type CellKind,
  type Print,
  printed,
  printedIn,
  type Table,
  type TableColumn,
  totalsOf,
} from './table.ts';
import { brokenLines } from './text-box.ts';
import { textWidth } from './text-width.ts';

const FONT_SIZE = 8.5;
/** Smallest letter size in points of a table that shrinks to keep figures whole. */
const SMALLEST = 5.5;
/** Difference to the table's letter size, in points: `print` for small print, `title` for column names. */
const SMALLER = { print: 1, title: 0.5 };
const TITLE_SIZE = 12;
const ABOVE_TITLE = 10;
/** Number of last rows to keep on the same page as the totals. */
const KEPT_WITH_TOTALS = 2;
/** Space between text and border of a cell, in points. */
const CELL_PAD = { x: 4, y: 3.2 };
/** Space left and right of a figure together, in points, with a small reserve. */
const AROUND = 9;
/** Smallest readable width of a text column, as a number of letters. */
const READABLE = 7;

/** Kinds of cells aligned to the right, so decimal commas are below each other. */
const RIGHT_KINDS: ReadonlySet<CellKind> = new Set(['count', 'coefficient', 'percent', 'money', 'instant']);
const alignmentOf = ({ kind }: { kind: CellKind }): ColumnPlace['align'] =>
  RIGHT_KINDS.has(kind) ? 'right' : 'left';

/**
 * Returns the table of a report as PDF content. Title and column titles repeat on each page, backgrounds
 * alternate, rows are never divided, and the totals follow at the end. Texts wrap within the cells; figures
 * shrink instead. Lines and pages are broken by our code, because pdfmake's own tables took most of a long
 * report's time.
 * @param place.width width of the table in points, see `bodyWidth`
 * @param place.print functions to format times and amounts
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
  const texts = rows.map((row) => columns.map((column) => printable(printedIn(column, row, print))));
  const totals = totalsOf(columns, rows)?.map((cell) => printed(cell, print));
  const { widths, size } = fitColumns(columns, { texts, totals, width, size: plan.size ?? FONT_SIZE });
  const cellStyle = { size, bold: false, color: inks.ink };
  const strong = { ...cellStyle, bold: true };
  const smallPrint = { ...cellStyle, size: size - SMALLER.print, color: inks.soft };
  const names = { ...strong, size: size - SMALLER.title, color: inks.primaryStrong };

  let left = 0;
  const places = columns.map((column, i): ColumnPlace => {
    const place = { x: left + CELL_PAD.x, width: widths[i] ?? 0, align: alignmentOf(column) };
    left += place.width + 2 * CELL_PAD.x;
    return place;
  });
  const lineOf = (ground: string | null, cell: (column: TableColumn<R>, at: number) => [string, Style][]) =>
    rowOf(
      ground,
      columns.flatMap((column, at) => {
        const place = places[at];
        return place === undefined ? [] : [cellWithin(place, cell(column, at))];
      }),
    );
  const across = { x: CELL_PAD.x, width: width - 2 * CELL_PAD.x, align: 'center' } as const;
  const lines = rows.flatMap((row, i) => {
    const own = lineOf(i % 2 === 1 ? inks.zebra : null, (column, at) => [
      [texts[i]?.[at] ?? '', cellStyle],
      [printable(column.small?.(row) ?? ''), smallPrint],
    ]);
    const lineText = lineAfter?.(row) ?? null;
    if (lineText === null) return [own];
    return [
      own,
      rowOf(inks.successSoft, [
        {
          ...cellWithin(across, [[printable(lineText), { ...strong, color: inks.success }]]),
          colSpan: columns.length,
        },
      ]),
    ];
  });
  // Totals form a block with the last rows and are never separated.
  const blocks = lines.map((line) => [line]);
  if (totals !== undefined) {
    const last = blocks.splice(-KEPT_WITH_TOTALS).flat();
    blocks.push([...last, lineOf(inks.primarySoft, (_, at) => [[totals[at] ?? '', strong]])]);
  }
  const head = lineOf(inks.primarySoft, ({ title: long, short = long }) => [[printable(short), names]]);
  const headline = titleRow(title, width);
  const flow = {
    width,
    head: blockOf([headline, head], width),
    blocks: blocks.map((rows) => blockOf(rows, width)),
    foot: blockOf([{ cells: [], ground: inks.primary, height: 0.8 }], width),
  };
  const role = { tag: 'table', title: headline.cells, head: head.cells, rows: blocks.flat() } as const;
  const drawn = withRole(role, flowing(flow, { margin: [0, 0, 0, 10] }));
  return note === undefined ? [drawn] : [drawn, prose(note, { fontSize: FONT_SIZE })];
}

/** Horizontal place and alignment of a column: left edge and width, from the left edge of the table, in points. */
type ColumnPlace = Required<Omit<LinePlace, 'top'>>;

/** Cell of a drawn table with lines; `top` counts from the top of the row, in points. */
interface PlacedCell extends DrawnCell {
  place: ColumnPlace;
  /** Original cell, for a part of a cell divided between pages: a screen reader gets a single cell. */
  whole?: DrawnCell;
  lines: { text: string; style: Style; top: number }[];
  height: number;
}

interface PlacedRow {
  cells: PlacedCell[];
  ground: string | null;
  height: number;
}

/**
 * Places texts below each other in a cell and wraps long texts. Empty texts take no space.
 * @param height space above the first text, in points
 */
function cellWithin(place: ColumnPlace, texts: readonly [string, Style][], height = CELL_PAD.y): PlacedCell {
  const cell: PlacedCell = { place, lines: [], height };
  for (const [lineText, style] of texts) {
    if (lineText === '') continue;
    const before = cell.lines.at(-1);
    if (before !== undefined) before.text += ' ';
    for (const text of brokenLines(lineText, { ...style, width: place.width })) {
      cell.lines.push({ text, style, top: cell.height });
      cell.height += style.size * LEADING;
    }
  }
  return cell;
}

/** Makes a row as high as the highest cell. */
function rowOf(ground: string | null, cells: PlacedCell[]): PlacedRow {
  return { cells, ground, height: Math.max(...cells.map(({ height }) => height)) + CELL_PAD.y };
}

/** Makes the row with the title of the table, in the style of `sectionTitle`. */
function titleRow(title: string, width: number): PlacedRow {
  const look = { size: TITLE_SIZE, bold: true, color: inks.primary };
  const cell = cellWithin({ x: 0, width, align: 'left' }, [[printable(title), look]], ABOVE_TITLE);
  return { cells: [cell], ground: null, height: cell.height + 1 + CELL_PAD.y };
}

/** Smallest height of a part of a divided row, in points, so a line of any size fits. */
const LEAST_PART = 60;

/** Divides a row higher than `most` points into parts, between lines of text, at the same height in each cell. */
function rowParts(row: PlacedRow, most: number): PlacedRow[] {
  if (row.height <= most) return [row];
  const parts: PlacedRow[] = [];
  let rest = row.cells.map((cell): PlacedCell => ({ ...cell, whole: cell }));
  while (rest.some(({ lines }) => lines.length > 0)) {
    const from = Math.min(...rest.flatMap(({ lines }) => lines.map(({ top }) => top)));
    const end = ({ top, style }: PlacedCell['lines'][number]) =>
      top - from + CELL_PAD.y + style.size * LEADING;
    const isHere = (line: PlacedCell['lines'][number]) =>
      end(line) + CELL_PAD.y <= Math.max(most, LEAST_PART);
    const cells = rest.map((cell): PlacedCell => {
      const lines = cell.lines.filter(isHere);
      const height = Math.max(CELL_PAD.y, ...lines.map(end));
      return {
        ...cell,
        height,
        lines: lines.map((line) => ({ ...line, top: line.top - from + CELL_PAD.y })),
      };
    });
    parts.push(rowOf(row.ground, cells));
    rest = rest.map((cell) => ({ ...cell, lines: cell.lines.filter((line) => !isHere(line)) }));
  }
  return parts;
}

/** Joins rows to a block on a single page, if the page is high enough. */
const blockOf = (rows: readonly PlacedRow[], width: number): FlowBlock => ({
  split: (height) => rows.flatMap((row) => rowParts(row, height)).map((row) => blockOf([row], width)),
  height: rows.reduce((sum, row) => sum + row.height, 0),
  draw: (doc, { x, y }, as) => {
    let top = y;
    for (const { ground, cells, height } of rows) {
      if (ground !== null) as(undefined, groundOperators(ground, { x, y: top, width, height }));
      for (const cell of cells) {
        if (cell.lines.length > 0) as((cell.whole ?? cell).part, cellOperators(doc, cell, { x, y: top }));
      }
      top += height;
    }
  },
});

const cellOperators = (
  doc: PDFKit.PDFDocument,
  { place, lines }: PlacedCell,
  { x, y }: { x: number; y: number },
): string =>
  lines
    .map(({ text, style, top }) =>
      lineOperators(doc, text, style, { ...place, x: x + place.x, top: y + top }),
    )
    .join('\n');

interface Fitted {
  texts: readonly (readonly string[])[];
  totals: readonly string[] | undefined;
  width: number;
  size: number;
}

/**
 * Computes column widths in points: a column of figures gets the width of the longest figure, text columns share
 * the rest.
 */
function fitColumns<R>(
  columns: readonly TableColumn<R>[],
  { texts, totals, width, size }: Fitted,
): { widths: number[]; size: number } {
  const isText = columns.map(({ kind }) => kind === 'text');
  const longest = columns.map(({ title, short = title }, i) => {
    if (isText[i]) return 0;
    const widest = texts.reduce((most, row) => Math.max(most, textWidth(row[i] ?? '', 1, false)), 0);
    // A word of the title also stays whole.
    const bold = [...short.split(' '), totals?.[i] ?? ''].map((word) => textWidth(word, 1, true));
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
    return { size: at, widths: widths.map((one) => (one / sum) * width - 2 * CELL_PAD.x) };
  }
}

/** Makes the heading of a part of a report. */
export function sectionTitle(title: string): ContentText {
  const look = {
    bold: true,
    fontSize: TITLE_SIZE,
    color: inks.primary,
    margin: [0, ABOVE_TITLE, 0, 3] as [number, number, number, number],
  };
  return withRole({ tag: 'H2' }, prose(title, look));
}
