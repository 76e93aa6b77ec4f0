import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { samplesOf } from '../../platform/sheets/mapping/define-sheet.ts';
import { fileProblem, inQuotes } from '../../platform/sheets/mapping/problems.ts';
import { columnLetter, type Sheet } from '../../platform/sheets/sheet.types.ts';
import { moneyIn } from './movement.ts';
import type { ReadLayout } from './payment-file.types.ts';
import type { PaymentLayout } from './payment-layout.ts';
import { MEANS_OF_PAYMENT, OTHER_AMOUNT } from './payment-words.ts';

/**
 * Builds the message that other sheets of an uploaded file contain payments too. An error, so that no sheet
 * is forgotten; only a warning if the user chose the sheet.
 * @param chosen sheet to read
 * @param others names of the other sheets with payments
 */
export function aboutOtherSheets(chosen: Sheet, others: readonly string[], isChosen: boolean): ImportProblem {
  const names = inQuotes(others);
  return isChosen
    ? fileProblem(
        'warning',
        'otherSheets',
        `Se usó la hoja «${chosen.name}». También tienen pagos y no se leyeron: ${names}.`,
      )
    : fileProblem(
        'error',
        'sheetsUnread',
        `Hay pagos en varias hojas: «${chosen.name}», ${names}. Elija la hoja que va a importar ahora; después importe las otras.`,
      );
}

/**
 * Describes for the user how a sheet of payments was read: the header row, and each column with its role and
 * sample texts. The preview of the import shows the description, and the user may change the roles.
 */
export function toldLayout(sheets: readonly Sheet[], sheet: Sheet, layout: PaymentLayout): ReadLayout {
  const columns = layout.columns.map((column) => ({
    column,
    role: layout.role(column),
    header: layout.name(column),
    samples: samplesOf(sheet, layout.row, column, { length: Number.POSITIVE_INFINITY }).map(shorten),
  }));
  // An unused balance or total column is not remembered, because the next file may need the column.
  const remember = columns.filter(
    ({ role, header }) => role !== 'ignore' || !/\b(saldos?|total(es)?)\b/.test(plainWords(header)),
  );
  return {
    sheet: sheet.name,
    sheets: sheets.map(({ name }) => name),
    ...layout.origin,
    headerRow: layout.row,
    columns,
    remember: remember.map(({ column, role }) => ({ column, role })),
  };
}

/**
 * Builds warnings about columns with amounts or dates left unread in a file of payments, because the user may
 * expect these columns to count.
 */
export function aboutColumns(sheet: Sheet, layout: PaymentLayout): ImportProblem[] {
  const named = layout.columns.filter(
    (column) =>
      layout.role(column) === 'ignore' &&
      layout.origin.source === 'words' &&
      layout.unread.get(column) !== MEANS_OF_PAYMENT &&
      (layout.unread.get(column) === OTHER_AMOUNT || holdsValues(sheet, layout.row, column)),
  );
  if (named.length === 0) return [];
  const [amount = -1] = layout.all('amount', 'credit');
  const message = `El valor se tomó de la columna «${layout.name(amount)}». No se leyeron: ${inQuotes(named.map((column) => layout.name(column)))}.`;
  return [fileProblem('warning', 'columnsUnread', message)];
}

/**
 * Builds a message about a second table to the right of the table of payments: columns with equal header
 * words for date and amount, and dates below. Only the first table is read. Empty without a second table.
 */
export function aboutTableBeside({ rows }: Sheet, layout: PaymentLayout): ImportProblem[] {
  if (layout.row === 0) return [];
  const [money = -1] = layout.all('amount', 'credit');
  const wordsOf = (column: number) => plainWords(layout.name(column));
  const again = (column: number): number =>
    layout.columns.find(
      (other) => layout.role(other) === 'ignore' && other > column && wordsOf(other) === wordsOf(column),
    ) ?? -1;
  const [days, values] = [again(layout.date), again(money)];
  if (days === -1 || values === -1) return [];
  const filled = rows.filter((row) => row.number > layout.row && cellDay(row, days) !== null).length;
  if (filled === 0) return [];
  const message = `Hay otra tabla al lado, desde la columna ${columnLetter(Math.min(days, values))}, con ${filled} filas que no se leyeron. Ponga una tabla debajo de la otra y cargue el archivo de nuevo.`;
  return [fileProblem('error', 'tableBeside', message)];
}

/** Number of rows inspected per column; `LEAST_MONEY` (centavos) is the smallest amount that counts as money. */
const INSPECTED_ROWS = 500;
const LEAST_MONEY = 1_000_00;

function holdsValues({ rows }: Sheet, headerRow: number, column: number): boolean {
  let filled = 0;
  let values = 0;
  for (const row of rows.slice(0, INSPECTED_ROWS)) {
    if (row.number <= headerRow || cellText(row, column) === '') continue;
    filled++;
    const { money, text } = moneyIn(row, column);
    const isMoney = money !== null && Math.abs(money) >= LEAST_MONEY && !/^\d{5,}$/.test(text);
    if (isMoney || (row.cells[column]?.number === undefined && cellDay(row, column) !== null)) values++;
  }
  return filled > 0 && values * 2 >= filled;
}

/**
 * Shortens the text of a spreadsheet cell to 40 characters with '…', to quote the cell in a message to the
 * user. Control characters become '�'.
 */
export const shorten = (text: string): string => {
  const visible = text.replace(/[\p{Cc}\p{Cs}]/gu, '�');
  return visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
};
