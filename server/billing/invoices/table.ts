import { type Centavos, formatMoney, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { inks } from '../../platform/documents/report-text.ts';
import { LINE } from '../../platform/documents/text-box.ts';
import { linesAt } from './fitted-text.ts';
import type { InvoiceConcept } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

/**
 * Rectangle on a printed bill for the table of charges, without the column names. In points from the top left
 * corner of the page.
 */
export interface TableArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Table of charges laid out to fit on a printed bill: all rows in a common font size (`size`, points), each
 * concept broken into text lines.
 */
export interface LaidTable {
  size: number;
  rows: readonly { line: InvoiceConcept; concept: readonly string[] }[];
}

const FONT_SIZES = { most: 9, least: 6 };
/** Space above and below a row's text, as a multiple of the font size. */
const ROW_PAD = 0.4;
const FIGURE = 88;
const INSET = 4;
const HEADINGS = 14;

const rowHeight = (lines: number, size: number) => (lines * LINE + ROW_PAD) * size;

/**
 * Lays out the charges of a bill as a table at the largest font size with room for all lines in the area.
 * Long concept names are wrapped. Null if even the smallest size has no room; then `shortenTable` and an
 * annex page are used.
 */
export function fitTable(lines: readonly InvoiceConcept[], area: TableArea): LaidTable | null {
  for (let size = FONT_SIZES.most; size >= FONT_SIZES.least; size -= 0.5) {
    const rows = laidRows(lines, area.width, size);
    if (heightOf(rows, size) <= area.height) return { size, rows };
  }
  return null;
}

/**
 * Lays out a bill with too many charges for the first page: as many lines as fit at the smallest font size,
 * and a last row with the sum of the other lines and a hint at the annex page.
 */
export function shortenTable(lines: readonly InvoiceConcept[], area: TableArea): LaidTable {
  const size = FONT_SIZES.least;
  for (let shown = lines.length - 1; shown > 0; shown -= 1) {
    const rest = lines.slice(shown);
    const others: InvoiceConcept = {
      concept: `Otros ${rest.length} conceptos, detallados en la hoja anexa`,
      period: sumMoney(rest.map(({ period }) => period)),
      overdue: sumMoney(rest.map(({ overdue }) => overdue)),
    };
    const rows = laidRows([...lines.slice(0, shown), others], area.width, size);
    if (heightOf(rows, size) <= area.height) return { size, rows };
  }
  return { size, rows: [] };
}

/** Lays out all charges of a bill at a readable size for the annex pages. Returns a table for each page. */
export function splitTable(lines: readonly InvoiceConcept[], area: TableArea): LaidTable[] {
  const size = 8;
  const pieces: LaidTable['rows'][number][][] = [[]];
  let used = 0;
  for (const row of laidRows(lines, area.width, size)) {
    const height = rowHeight(row.concept.length, size);
    if (used + height > area.height) {
      pieces.push([]);
      used = 0;
    }
    pieces.at(-1)?.push(row);
    used += height;
  }
  return pieces.map((rows) => ({ size, rows }));
}

function laidRows(lines: readonly InvoiceConcept[], width: number, size: number) {
  const room = width - 3 * FIGURE - 2 * INSET;
  return lines.map((line) => ({ line, concept: linesAt(line.concept, { width: room, size }) }));
}

/** Returns the height of the rows of a bill's table of charges, in points. */
export const tableHeight = ({ rows, size }: LaidTable): number => heightOf(rows, size);

const heightOf = (rows: LaidTable['rows'], size: number) =>
  rows.reduce((sum, { concept }) => sum + rowHeight(concept.length, size), 0);

/**
 * Draws the column names above the table of charges of a printed bill: concept, month's amount, earlier debt
 * and total. Omitted on pre-printed paper, because the paper already shows the names.
 */
export function drawHeadings(pen: PdfCanvas, { x, y, width }: TableArea): void {
  const top = y - HEADINGS;
  pen.ground(x, top, width, HEADINGS - 2, inks.primarySoft);
  const look = { y: top + 1, height: HEADINGS - 3, size: 8, bold: true, color: inks.primaryStrong };
  pen.heading('Concepto', { ...look, x: x + INSET, width: width - 3 * FIGURE - 2 * INSET });
  for (const [i, name] of ['Período', 'Saldo anterior', 'Total'].entries()) {
    pen.heading(name, { ...look, ...columnOf(i, x, width), align: 'right' });
  }
}

/** Draws the charges of a bill, laid out by `fitTable` or `splitTable`, as rows below the column names. */
export function drawRows(pen: PdfCanvas, { size, rows }: LaidTable, { x, y, width }: TableArea): void {
  let top = y;
  for (const { line, concept } of rows) {
    const text = top + (ROW_PAD / 2) * size;
    concept.forEach((part, i) => {
      pen.value(part, {
        x: x + INSET,
        y: text + i * LINE * size,
        width: width - 3 * FIGURE - 2 * INSET,
        height: LINE * size,
        size,
        minSize: size - 1,
      });
    });
    drawFigures(pen, figuresOf(line), { x, y: text, width, size });
    top += rowHeight(concept.length, size);
    pen.line(x, top, width, { width: 0.3 });
  }
}

/**
 * Draws the row of totals below the charges of a printed bill: sum of the month's amounts, of earlier debts,
 * and of both. The last sum is the total of the bill.
 */
export function drawSums(
  pen: PdfCanvas,
  lines: readonly InvoiceConcept[],
  { x, y, width }: Omit<TableArea, 'height'>,
): void {
  const sums = figuresOf({
    concept: '',
    period: sumMoney(lines.map(({ period }) => period)),
    overdue: sumMoney(lines.map(({ overdue }) => overdue)),
  });
  pen.line(x, y, width, { color: inks.primary, width: 0.8 });
  pen.heading('Totales', { x: x + INSET, y: y + 3, width: 120, height: 11, size: 8.5, bold: true });
  drawFigures(pen, sums, { x, y: y + 3, width, size: 8.5, bold: true });
}

const figuresOf = ({ period, overdue }: InvoiceConcept): Centavos[] => [
  period,
  overdue,
  sumMoney([NO_MONEY, period, overdue]),
];

function drawFigures(
  pen: PdfCanvas,
  figures: readonly Centavos[],
  { x, y, width, size, bold = false }: { x: number; y: number; width: number; size: number; bold?: boolean },
): void {
  figures.forEach((figure, i) => {
    pen.value(formatMoney(figure), {
      ...columnOf(i, x, width),
      y,
      height: LINE * size + 0.1,
      size,
      minSize: 5,
      bold,
      align: 'right',
    });
  });
}

const columnOf = (i: number, x: number, width: number) => ({
  x: x + width - (3 - i) * FIGURE + INSET,
  width: FIGURE - 2 * INSET,
});
