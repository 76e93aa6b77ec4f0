import { type Month, monthName } from '../../../shared/days.ts';
import { formatMoney } from '../../../shared/money.ts';
import { inks } from '../../platform/documents/report-text.ts';
import type { EarlierBill } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

const HEIGHT = 38;
/** Gap above the table of earlier bills, in points. */
const GAP = 8;
const NAMES = 96;
const ROW = 11;
const MOST = 6;

/**
 * Draws the account's bills of the last months, with the payments after each bill, at the bottom of the table of
 * charges. Left out without room below the charges, and on pre-printed paper.
 * @param area room below the charges: `height` points above `bottom`
 */
export function drawEarlier(
  pen: PdfCanvas,
  earlier: readonly EarlierBill[],
  { x, bottom, width, height }: { x: number; bottom: number; width: number; height: number },
): void {
  if (earlier.length === 0 || height < HEIGHT + GAP) return;
  const y = bottom - HEIGHT;
  const look = { height: ROW, size: 7.5, minSize: 5 };
  const each = (width - NAMES) / MOST;
  const name = { ...look, x, width: NAMES, color: inks.soft };
  pen.heading('Meses anteriores', { ...name, y, bold: true });
  pen.heading('Total de la cuenta', { ...name, y: y + ROW });
  pen.heading('Pagos recibidos después', { ...name, y: y + 2 * ROW });
  earlier.slice(-MOST).forEach(({ month, total, paid }, at) => {
    const place = { ...look, x: x + NAMES + at * each, width: each - 4, align: 'right' as const };
    pen.heading(shortMonth(month), { ...place, y, color: inks.soft });
    pen.heading(formatMoney(total), { ...place, y: y + ROW });
    pen.heading(formatMoney(paid), { ...place, y: y + 2 * ROW });
  });
}

/** Returns a short month in Spanish: 'may 2026'. */
const shortMonth = (month: Month): string =>
  `${monthName(Number(month.slice(5)))
    .slice(0, 3)
    .toLowerCase()} ${month.slice(0, 4)}`;
