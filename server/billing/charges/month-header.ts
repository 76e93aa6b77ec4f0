import { parseMoney } from '../../../shared/money-text.ts';
import type { Cell, Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { isMonthAlone, type Meaning, meaningOf } from './column-words.ts';
import { isHeading } from './month-rows.ts';

/** Header row of a table in a sheet. */
export interface MonthHeader {
  /** Row number of the header, from 1; the last row of a two-row header. */
  row: number;
  /** Text of the header by column number; '' if empty. */
  labels: string[];
  /** Number of words recognized in the header; 0 for a guessed header. */
  score: number;
}

/** Number of rows searched for a header, to limit the time on a file without a header. */
const SEARCHED_ROWS = 200;

const money: ReadonlySet<Meaning['kind']> = new Set([
  ...(['charge', 'credit', 'opening', 'payment', 'total', 'interest', 'amount', 'favour', 'place'] as const),
]);
const units: ReadonlySet<Meaning['kind']> = new Set(['unit', 'tower', 'place']);

const cellLabel = (cell: Cell | undefined): string =>
  (cell?.text ?? '')
    .slice(0, 1_000)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 120);

/**
 * Finds the header of a month's table: among the first rows, the row with the most known words and with a unit and an
 * amount in different columns. Joins a second header row if the row below continues the header.
 */
export function findMonthHeader(sheet: Sheet): MonthHeader | null {
  let best: MonthHeader | null = null;
  for (let index = 0; index < Math.min(sheet.rows.length, SEARCHED_ROWS); index++) {
    const found = headerFrom(sheet, index);
    if (found && found.score > (best?.score ?? 0)) best = found;
  }
  return best;
}

/** Returns the header at a row chosen by the user (first or last row of a header); null for an empty row. */
export function headerAt(sheet: Sheet, number: number): MonthHeader | null {
  const index = sheet.rows.findIndex((row) => row.number === number);
  const row = sheet.rows[index];
  if (!row) return null;
  const above = index > 0 ? headerFrom(sheet, index - 1) : null;
  const own = headerFrom(sheet, index);
  const joined = above?.row === number ? above : null;
  if (joined && joined.score >= (own?.score ?? 0)) return joined;
  return own ?? { row: number, labels: row.cells.map(cellLabel), score: 0 };
}

/**
 * Returns the row that is probably a header of unknown words: the early row with the most texts that are no
 * amounts.
 */
export function likelyHeader(sheet: Sheet): MonthHeader | null {
  let best: { row: SheetRow; texts: number } | null = null;
  for (const row of sheet.rows.slice(0, SEARCHED_ROWS)) {
    const texts = row.cells.filter(isWord).length;
    if (texts > Math.max(1, best?.texts ?? 0)) best = { row, texts };
  }
  return best && { row: best.row.number, labels: best.row.cells.map(cellLabel), score: 0 };
}

function headerFrom(sheet: Sheet, index: number): MonthHeader | null {
  const row = sheet.rows[index];
  if (!row) return null;
  const labels = row.cells.map(cellLabel);
  const alone = headerOf(row.number, labels, row.cells);
  const next = sheet.rows[index + 1];
  if (!next || !continuesHeader(next)) return alone;
  const below = next.cells.map(cellLabel);
  // Not if the row below is a complete header: then the upper row is a title.
  if (!alone && (labels.filter(Boolean).length < 2 || headerOf(next.number, below, next.cells))) return null;
  const width = Math.max(labels.length, below.length);
  let over = '';
  const both = Array.from({ length: width }, (_, column) => {
    // In a csv a title over several columns is only in the first column.
    over = labels[column] || over;
    return joinedLabel(labels[column] || titleOver(over, below[column]), below[column]);
  });
  return headerOf(next.number, both, []) ?? alone;
}

/**
 * Returns the upper title to join with a lower title 'Valor' or a month: the title to the left, if the title names
 * a charge (or payments, debts or interest for months); else ''.
 */
function titleOver(title: string, below = ''): string {
  if (isMonthAlone(below)) return isOfMonth(title) ? title : '';
  if (meaningOf(below)?.kind !== 'amount') return '';
  const meaning = meaningOf(title)?.kind ?? 'charge';
  return meaning === 'charge' || meaning === 'place' ? title : '';
}

/** True if a title says that the months below were paid or are owed. */
const isOfMonth = (title: string): boolean =>
  ['payment', 'opening', 'interest'].includes(meaningOf(title)?.kind ?? '');

/** Joins two header rows: 'Parqueadero' over 'Valor' gives 'Parqueadero'; otherwise the lower label wins. */
function joinedLabel(above = '', below = ''): string {
  if (below === '') return above;
  // 'Abril' under 'Pagos' is no charge.
  if (isMonthAlone(below) && isOfMonth(above)) return `${above} ${below}`;
  return above !== '' && meaningOf(below)?.kind === 'amount' ? above : below;
}

/**
 * True if a row continues the header row above: several words without amounts, half of the words known. False for
 * the first unit and for tower headings.
 */
function continuesHeader(row: SheetRow): boolean {
  const filled = row.cells.filter((cell) => cellLabel(cell) !== '');
  if (filled.length < 2 || !filled.every(isWord)) return false;
  // 'TORRE 1' and 'TORRE 2' side by side are headings above units.
  if (filled.every((cell) => isHeading(cellLabel(cell)))) return false;
  return filled.filter((cell) => meaningOf(cellLabel(cell)) !== null).length * 2 >= filled.length;
}

function isWord(cell: Cell): boolean {
  const label = cellLabel(cell);
  if (cell.number !== undefined || cell.date || !/\p{L}/u.test(label)) return false;
  return parseMoney(label) === null;
}

/**
 * Builds the header of a row; null if the row is no header.
 * @param cells cells of a single-row header: amounts are no header words
 */
function headerOf(row: number, labels: string[], cells: readonly Cell[]): MonthHeader | null {
  const meanings = labels.flatMap((label, column) => {
    const cell = cells[column];
    if (label === '' || (cell && !isWord(cell) && label !== '%')) return [];
    const meaning = meaningOf(label);
    return meaning ? [meaning.kind] : [];
  });
  const unitColumns = meanings.filter((kind) => units.has(kind)).length;
  const moneyColumns = meanings.filter((kind) => money.has(kind)).length;
  const both = meanings.filter((kind) => units.has(kind) || money.has(kind)).length;
  if (unitColumns === 0 || moneyColumns === 0 || both < 2) return null;
  return { row, labels, score: meanings.length };
}
