import { type Day, isDay } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { StatedFigures } from './movement-sides.ts';
import { moneyIn, type Side, saysBalance, statedTitle } from './movement-words.ts';
import { headerAgain, type PaymentLayout } from './payment-layout.ts';
import { hasTotalWord, mayBeCount } from './running-totals.ts';

/**
 * Facts found in a bank extract laid out for printing: a spreadsheet with a header on each page, sums stated
 * by the bank, and dates without a year.
 */
export interface ExtractPages {
  /** Sheet with a year in each date of the date column, if the extract states its period. */
  sheet: Sheet;
  /** Row numbers (from 1) of the repeated headers on later pages. */
  heads: ReadonlySet<number>;
  /** Sums and balances stated outside of the movements. */
  stated: readonly Stated[];
}

/** Sum of money in or out, or balance of the account, stated in a cell with a title. */
interface Stated {
  title: Side | 'opening' | 'closing';
  /** Amount in centavos, and its column. */
  amount: Centavos;
  column: number;
}

/** First words of a page's head in Bancolombia's Excel statement. */
const HEAD = /^(informacion( del)? (cliente|general)|resumen)$/;
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
  const isSummary = layout.unit.length === 0;
  const stated = outside.flatMap((row, at) => statedIn(row, { sheet, below: outside[at + 1], isSummary }));
  return { sheet: withYears(sheet, layout, periodOf(sheet, outside)), heads, stated };
}

/** Divides a cell into the words of a title and the amount behind: 'Total cargos: 50.000'. */
function titled(row: SheetRow, column: number): { words: string; money: Centavos | null } {
  const text = cellText(row, column);
  // A year behind a title, 'Saldo final abril 2026', is no amount.
  const [, title = text, amount = ''] = /^([^:$]*)[:$][:$ ]*([\d.,]+)$/.exec(text) ?? [];
  return { words: plainWords(title), money: parseMoney(amount) };
}

/**
 * Reads the sums and balances stated in a row: the amount is in the cell of the title, in a cell to the right, or below.
 * A count beside, 'Total abonos | 12 | 385.000', is no sum.
 * @param isSummary true for a row above the movements of a bank
 * @param layout of a row among the movements: a balance is in the columns of amounts, and a single sum may be to the left
 */
export function statedIn(
  row: SheetRow,
  {
    sheet,
    below,
    layout,
    isSummary = false,
  }: { sheet: Sheet; below?: SheetRow | undefined; layout?: PaymentLayout; isSummary?: boolean },
): Stated[] {
  const titles = row.cells.flatMap((_, column) => {
    const { words, money } = titled(row, column);
    const title = statedTitle(words, isSummary);
    return title === null ? [] : [{ title, column, money }];
  });
  const columns = row.cells.map((_, column) => column);
  return titles.flatMap(({ title, column, money }, at) => {
    const isBalance = title === 'opening' || title === 'closing';
    const ofSide = title === 'in' ? layout?.credits : [layout?.debit];
    const first = (isBalance ? [layout?.balance, ...(layout?.moneys ?? [])] : ofSide) ?? [];
    const left = !isBalance && layout !== undefined && titles.length === 1 ? columns.slice(0, column) : [];
    const right = columns.slice(column + 1, titles[at + 1]?.column);
    const found = [
      { column, amount: money },
      ...[...first, ...right, ...left].map((of = -1) => ({ column: of, amount: moneyIn(row, of).money })),
      { column, amount: below === undefined ? null : moneyIn(below, column).money },
    ].flatMap((one) => (one.amount === null ? [] : { title, amount: one.amount, column: one.column }));
    const [one, other] = found;
    const isCount = !isBalance && one !== undefined && mayBeCount(one.amount, sheet.rows.length);
    return (isCount ? other : one) ?? [];
  });
}

/**
 * Returns the first opening balance, the last closing balance, and the sums of money in and out. A sum is stated once,
 * above or below the movements: further sums are of pages and days.
 * @param rows below the header
 */
export function statedFigures(
  { sheet, stated }: ExtractPages,
  layout: PaymentLayout,
  rows: readonly { row: SheetRow }[],
): StatedFigures {
  const below = rows.flatMap(({ row }) =>
    statedIn(row, { sheet, layout }).map((one) => ({ ...one, row: row.number })),
  );
  const amounts = (title: Stated['title'], some: readonly Stated[] = [...stated, ...below]) =>
    some.flatMap((one) => (one.title === title ? [one.amount] : []));
  const only = (side: Side) => {
    const above = amounts(side, stated);
    const [first, ...others] = new Set(above.length > 0 ? above : amounts(side));
    return first === undefined || others.length > 0 ? null : centavos(Math.abs(first));
  };
  const [opening = null] = amounts('opening');
  const closing = amounts('closing').at(-1) ?? null;
  const sums = below.filter(({ title }) => title === 'in' || title === 'out');
  const parts = sums.flatMap(({ title, amount, row }, at) => {
    const next = sums[at + 1];
    if (next === undefined || next.title === title || next.row > row + 1) return [];
    const [one, other] = [Math.abs(amount), Math.abs(next.amount)];
    return title === 'in' ? { row, in: one, out: other } : { row, in: other, out: one };
  });
  return { opening, closing, sums: { in: only('in'), out: only('out') }, parts };
}

function headsOf({ rows }: Sheet, layout: PaymentLayout): Set<number> {
  const heads = new Set<number>();
  let open: number[] = [];
  for (const row of rows) {
    if (row.number <= layout.row) continue;
    const first = row.cells.find(({ text }) => text.trim() !== '');
    const isHead = HEAD.test(plainWords(first?.text ?? ''));
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
  const years = [...new Set([from.slice(0, 4), to.slice(0, 4)])];
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
