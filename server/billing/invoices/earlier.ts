import { type Month, monthName } from '../../../shared/days.ts';
import { formatMoney, sumMoney } from '../../../shared/money.ts';
import { inks } from '../../platform/documents/report-text.ts';
import type { DebtStep, EarlierBill, Invoice } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

/** Height of a row, gap above and below the two blocks, and gap between the blocks, in points. */
const ROW = 10.5;
const GAP = 8;
const BELOW = 5;
const BETWEEN = 20;
/** Space between a block and its frame. */
const FRAME_PAD = 3;
const FIGURE = 78;
/** Fewest earlier bills worth a block. */
const LEAST = 2;

/** Rectangle of the free room below the charges of a bill: `height` points above `bottom`. */
interface FreeRoom {
  x: number;
  bottom: number;
  width: number;
  height: number;
}

/**
 * Draws two blocks at the bottom of the table of charges: '¿Por qué debo esto?' with the steps from the previous bill to the
 * total, and the account's bills of the last months with the payments after each bill. A block without room below the
 * charges is left out, and so are both on pre-printed paper.
 */
export function drawBefore(
  pen: PdfCanvas,
  { steps, earlier }: Pick<Invoice, 'steps' | 'earlier'>,
  { x, bottom, width, height }: FreeRoom,
): void {
  const half = (width - BETWEEN) / 2;
  const rows = Math.floor((height - GAP - BELOW) / ROW);
  const hasSteps = steps.length > 1 && steps.length + 2 <= rows;
  const listed = rows - 1 < LEAST ? [] : earlier.slice(-(rows - 1));
  const tall = Math.max(hasSteps ? steps.length + 2 : 0, listed.length + 1) * ROW;
  const y = bottom - BELOW - tall;
  // Frames keep the figures apart from the columns and the totals of the charges.
  const framed = (left: number) => {
    pen.frame(left, y - FRAME_PAD, half, tall + 2 * FRAME_PAD);
    return { x: left + FRAME_PAD, y, width: half - 2 * FRAME_PAD };
  };
  if (hasSteps) drawSteps(pen, steps, framed(x));
  if (listed.length > 0) drawEarlier(pen, listed, framed(x + half + BETWEEN));
}

const look = { height: ROW, size: 7.5, minSize: 5 };

function drawSteps(
  pen: PdfCanvas,
  steps: readonly DebtStep[],
  { x, y, width }: { x: number; y: number; width: number },
): void {
  pen.heading('¿Por qué debo esto?', { ...look, x, y, width, bold: true, color: inks.soft });
  const sum: DebtStep = { text: 'Total de esta cuenta', amount: sumMoney(steps.map(({ amount }) => amount)) };
  [...steps, sum].forEach(({ text, amount }, at) => {
    const row = { ...look, y: y + (at + 1) * ROW, bold: at === steps.length };
    pen.heading(text, { ...row, x, width: width - FIGURE, color: inks.soft });
    pen.heading(formatMoney(amount), { ...row, x: x + width - FIGURE, width: FIGURE, align: 'right' });
  });
}

function drawEarlier(
  pen: PdfCanvas,
  earlier: readonly EarlierBill[],
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const rows = [
    ['Meses anteriores', 'Total de la cuenta', 'Pagos recibidos después'],
    ...earlier.map(({ month, total, paid }) => [shortMonth(month), formatMoney(total), formatMoney(paid)]),
  ];
  const each = width / 3;
  rows.forEach((cells, row) => {
    cells.forEach((cell, at) => {
      const place = { ...look, x: x + at * each, y: y + row * ROW, width: each, bold: row === 0 };
      const isName = row === 0 || at === 0;
      pen.heading(cell, {
        ...place,
        align: at === 0 ? 'left' : 'right',
        color: isName ? inks.soft : inks.ink,
      });
    });
  });
}

/** Returns a short month in Spanish: 'may 2026'. */
const shortMonth = (month: Month): string =>
  `${monthName(Number(month.slice(5)))
    .slice(0, 3)
    .toLowerCase()} ${month.slice(0, 4)}`;
