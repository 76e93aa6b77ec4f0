import { type Day, isDay } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { moneyIn, saysBalance } from './movement.ts';
import { headerAgain, type PaymentLayout } from './payment-layout.ts';
import { hasTotalWord } from './running-totals.ts';

/**
 * Facts found in a bank extract laid out for printing: a spreadsheet with a header on each page, sums stated
 * by the bank, and dates without a year.
 */
export interface ExtractPages {
  /** Sheet with a year in each date of the date column, if the extract states its period. */
  sheet: Sheet;
  /** Row numbers (from 1) of the repeated headers on later pages. */
  heads: ReadonlySet<number>;
  /** Sums of credits and debits stated by the extract, in centavos; null if not stated. */
  saidSums: { credits: Centavos | null; debits: Centavos | null };
  /** Balances stated above the movements, in centavos; null if not stated. */
  saidBalances: SaidBalances;
}

/** Balance of a bank account before and after the movements of an extract, in centavos; null if not stated. */
export interface SaidBalances {
  opening: Centavos | null;
  closing: Centavos | null;
}

/** First words of a page's head in Bancolombia's Excel statement. */
const HEAD = /^(informacion( del)? (cliente|general)|resumen)$/;
const CREDITS = /^(valor )?total (de )?(abonos|creditos|depositos|consignaciones|entradas|ingresos)$/;
const DEBITS = /^(valor )?total (de )?(cargos|debitos|retiros|salidas|egresos)$/;
const OPENING = /^saldo (inicial|anterior)\b/;
const CLOSING = /^(nuevo saldo|saldo (final|actual|total|a la fecha|al corte|al cierre))\b/;
/** Day and month without a year: '1/04', '5-abr'. */
const YEARLESS = /^\d{1,2}(?:[/.-]\d{1,2}|[ /.-][a-z]{3,10}\.?)$/i;
/** Full date inside a text: 'Desde 01/10/2026 hasta 31/10/2026'. */
const DATES = /\b(?:\d{1,2}[/.-]\d{1,2}[/.-]20\d\d|20\d\d[/.-]\d{1,2}[/.-]\d{1,2})\b/g;

/**
 * True if a cell's text is a date without a year ('12/03' or similar). The year then comes from the period
 * stated in the extract.
 */
export const lacksYear = (text: string): boolean => YEARLESS.test(text);

/**
 * Prepares a bank extract laid out for printing: finds the headers repeated on each page and the sums stated
 * by the bank, and adds the year to dates without a year from the stated period. docs/why/payments.md has the
 * sources of the layout.
 */
export function readExtractPages(sheet: Sheet, layout: PaymentLayout): ExtractPages {
  const heads = headsOf(sheet, layout);
  const outside = sheet.rows.filter(({ number }) => number <= layout.row || heads.has(number));
  const saidSums = { credits: sumBelow(outside, CREDITS), debits: sumBelow(outside, DEBITS) };
  const saidBalances = { opening: sumBelow(outside, OPENING), closing: sumBelow(outside, CLOSING) };
  return { sheet: withYears(sheet, layout, periodOf(sheet, outside)), heads, saidSums, saidBalances };
}

/** Divides a cell into the words of a title and the amount behind: 'Total cargos: 50.000'. */
export function titled(row: SheetRow, column: number): { words: string; money: Centavos | null } {
  const text = cellText(row, column);
  // A year behind a title, 'Saldo final abril 2026', is no amount.
  const [, title = text, amount = ''] = /^([^:$]*)[:$][:$ ]*([\d.,]+)$/.exec(text) ?? [];
  return { words: plainWords(title), money: parseMoney(amount) };
}

/** Tells the only side named by the title of a total in an extract, 'Total cargos'; null for another row. */
export function sideOfTotal(row: SheetRow): 'in' | 'out' | null {
  const isTitled = (title: RegExp) => row.cells.some((_, column) => title.test(titled(row, column).words));
  const [isIn, isOut] = [isTitled(CREDITS), isTitled(DEBITS)];
  if (isIn === isOut) return null;
  return isIn ? 'in' : 'out';
}

function headsOf({ rows }: Sheet, layout: PaymentLayout): Set<number> {
  const heads = new Set<number>();
  let open: number[] = [];
  for (const row of rows) {
    if (row.number <= layout.row) continue;
    const isHead = HEAD.test(
      plainWords(
        cellText(
          row,
          row.cells.findIndex(({ text }) => text.trim() !== ''),
        ),
      ),
    );
    if (!isHead && open.length === 0) continue;
    open.push(row.number);
    // Without a further header the rows are no page: movements may follow.
    if (headerAgain(layout, row) !== 'same') continue;
    for (const number of open) heads.add(number);
    open = [];
  }
  return heads;
}

/**
 * Reads the balance of the bank account stated in a row below the movements ('Saldo final'), in centavos. Null for a row
 * without the words or without an amount.
 */
export function balanceTold(row: SheetRow, layout: PaymentLayout): Partial<SaidBalances> | null {
  const at = row.cells.findIndex((_, column) => {
    const words = plainWords(cellText(row, column));
    return OPENING.test(words) || CLOSING.test(words);
  });
  if (at === -1) return null;
  const { balance, moneys } = layout;
  const after = row.cells.map((_, column) => column).slice(at + 1);
  const columns = [...(balance === undefined ? [] : [balance]), ...moneys, ...after];
  const money = columns.map((column) => moneyIn(row, column).money).find((one) => one !== null) ?? null;
  if (money === null) return null;
  return OPENING.test(plainWords(cellText(row, at))) ? { opening: money } : { closing: money };
}

/**
 * Returns the days of rows without a day below the first row of a group, as printed by some banks: row number and day of
 * the first row. Only in an extract with two groups or more: a single blank is a missing day, also beside a day repeated
 * in two rows in succession.
 */
export function daysOfGroups({ rows }: Sheet, layout: PaymentLayout, order: DayOrder): Map<number, Day> {
  const days = new Map<number, Day>();
  if (layout.unit.length > 0) return days;
  let [text, day]: [string, Day | null] = ['', null];
  for (const row of rows) {
    if (row.number <= layout.row || hasTotalWord(row)) continue;
    const own = cellText(row, layout.date);
    if (own !== '' && own === text) return new Map();
    if (own !== '') [text, day] = [own, cellDay(row, layout.date, order)];
    else if (day !== null && layout.moneys.some((column) => moneyIn(row, column).money !== null))
      days.set(row.number, day);
  }
  if (new Set(days.values()).size < 2) return new Map();
  return days;
}

/** First words of a note of the bank among the movements. */
const NOTE = /^(pag(ina)?|hoja|nota|observacion(es)?|fin|continua|viene|van|pasan)\b/;

/**
 * Finds the texts that continue in the rows below a movement, by row number of the movement: rows without day, amount
 * and further columns, right below, and no longer than the texts of the movements. Notes and balances are left out.
 */
export function continuedTexts(
  { rows }: Sheet,
  layout: PaymentLayout,
  heads: ReadonlySet<number>,
): Map<number, { row: number; text: string }[]> {
  const columns = [...layout.text, ...layout.reference].filter((column) => column > 0);
  const isMovement = (row: SheetRow) => layout.moneys.some((column) => moneyIn(row, column).money !== null);
  const below = rows.filter(({ number }) => number > layout.row);
  const lengths = below.flatMap((row) =>
    isMovement(row) ? columns.map((column) => cellText(row, column).length) : [],
  );
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const found = new Map<number, { row: number; text: string }[]>();
  let last: { movement: number; row: number } | null = null;
  for (const row of below) {
    const filled = row.cells.flatMap((_, column) => (cellText(row, column) === '' ? [] : [column]));
    const texts = filled.map((column) => cellText(row, column));
    const isText = filled.length > 0 && filled.every((column) => columns.includes(column));
    const isNote = texts.some((text) => saysBalance(text) || NOTE.test(plainWords(text)));
    if (isMovement(row)) last = { movement: row.number, row: row.number };
    else if (last === null || row.number !== last.row + 1 || !isText || isNote || heads.has(row.number))
      last = null;
    else if (hasTotalWord(row) || texts.some((text) => text.length > longest)) last = null;
    else {
      const more = found.get(last.movement) ?? [];
      found.set(last.movement, [...more, { row: row.number, text: texts.join(' ') }]);
      last.row = row.number;
    }
  }
  return found;
}

/** Returns the first amount below a title, or to the right. */
function sumBelow(rows: readonly SheetRow[], title: RegExp): Centavos | null {
  for (const [at, row] of rows.entries()) {
    const column = row.cells.findIndex((_, index) => title.test(titled(row, index).words));
    if (column === -1) continue;
    const below = rows[at + 1];
    return (
      titled(row, column).money ?? (below && moneyIn(below, column).money) ?? moneyIn(row, column + 1).money
    );
  }
  return null;
}

/** Returns the earliest and the latest day outside of the movements, or the only year in the name; else null. */
function periodOf({ name }: Sheet, outside: readonly SheetRow[]): { from: Day; to: Day } | null {
  const texts = outside.flatMap((row) => row.cells.map((_, column) => cellText(row, column)));
  const dates = [...texts, name].flatMap((text) => text.match(DATES) ?? []);
  const days = dates.flatMap((text) => cellDay({ number: 0, cells: [{ text }] }, 0) ?? []).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from !== undefined && to !== undefined) return { from, to };
  const years = new Set([...texts, name].flatMap((text) => text.match(/(?<!\d)20\d\d(?!\d)/g) ?? []));
  const [year] = years;
  return years.size === 1 ? { from: `${year}-01-01` as Day, to: `${year}-12-31` as Day } : null;
}

/** Writes a year into each date without a year, if a single year fits the period. */
function withYears(sheet: Sheet, layout: PaymentLayout, period: { from: Day; to: Day } | null): Sheet {
  if (period === null) return sheet;
  const { from, to } = period;
  const years = Array.from({ length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 }, (_, at) =>
    String(Number(from.slice(0, 4)) + at),
  ).slice(0, 3);
  const dayOf = (text: string): Day | null => {
    const days = years.flatMap(
      (year) => cellDay({ number: 0, cells: [{ text: `${text}/${year}` }] }, 0) ?? [],
    );
    const fits = days.filter((day) => isDay(day) && day >= from && day <= to);
    return fits.length === 1 ? (fits[0] ?? null) : null;
  };
  const rows = sheet.rows.map((row) => {
    const cell = row.cells[layout.date];
    if (row.number <= layout.row || cell === undefined || cell.number !== undefined) return row;
    const text = cellText(row, layout.date);
    const day = lacksYear(text) ? dayOf(text) : null;
    return day === null ? row : { ...row, cells: row.cells.with(layout.date, { ...cell, text: day }) };
  });
  return { ...sheet, rows };
}
