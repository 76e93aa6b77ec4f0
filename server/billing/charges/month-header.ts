import { parseMoney } from '../../../shared/money-text.ts';
import type { Cell, Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { isMonthAlone, type Meaning, meaningOf } from './column-words.ts';
import { isHeading } from './month-rows.ts';

/** Where a sheet's table begins, and what stands above its columns. */
export interface MonthHeader {
  /** 1-based row of the header; of its last row where it has two. */
  row: number;
  /** By column; '' where nothing stands. */
  labels: string[];
  /** How many of them say something; 0 where it is only the row that looks most like a header. */
  score: number;
}

/** No title is this long, and a file without a header should not be searched to its end on the main thread. */
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
 * Finds the header of a month's table wherever it is: among the first rows the one that most of its words speak of,
 * naming a unit and some amount in different columns, taken together with the row below where that goes on with it.
 */
export function findMonthHeader(sheet: Sheet): MonthHeader | null {
  let best: MonthHeader | null = null;
  for (let index = 0; index < Math.min(sheet.rows.length, SEARCHED_ROWS); index++) {
    const found = headerFrom(sheet, index);
    if (found && found.score > (best?.score ?? 0)) best = found;
  }
  return best;
}

/** The header that somebody pointed at, by its last row or its first; null where that row is empty. */
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

/** Where no words are known: the row among the first with the most texts that are no amounts. */
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
  // Not where the row below is a header by itself: then this one is a title, and its words would be mixed in.
  if (!alone && (labels.filter(Boolean).length < 2 || headerOf(next.number, below, next.cells))) return null;
  const width = Math.max(labels.length, below.length);
  let over = '';
  const both = Array.from({ length: width }, (_, column) => {
    // A csv has a title over several columns in the first of them alone.
    over = labels[column] || over;
    return joinedLabel(labels[column] || titleOver(over, below[column]), below[column]);
  });
  return headerOf(next.number, both, []) ?? alone;
}

/** What goes on over a bare 'Valor', or over a month that is paid: the title to the left, where it names what is charged. */
function titleOver(title: string, below = ''): string {
  if (isMonthAlone(below)) return isOfMonth(title) ? title : '';
  if (meaningOf(below)?.kind !== 'amount') return '';
  const meaning = meaningOf(title)?.kind ?? 'charge';
  return meaning === 'charge' || meaning === 'place' ? title : '';
}

/** Whether a title says of the months below it that they were paid, or are owed. */
const isOfMonth = (title: string): boolean =>
  ['payment', 'opening', 'interest'].includes(meaningOf(title)?.kind ?? '');

/** 'Parqueadero' over 'Valor' is the parking space's; else the lower one says more. */
function joinedLabel(above = '', below = ''): string {
  if (below === '') return above;
  // 'Abril' under 'Pagos' is no charge.
  if (isMonthAlone(below) && isOfMonth(above)) return `${above} ${below}`;
  return above !== '' && meaningOf(below)?.kind === 'amount' ? above : below;
}

/** Several words and no amount, half of them known: not the first unit, and not a tower's name over its units. */
function continuesHeader(row: SheetRow): boolean {
  const filled = row.cells.filter((cell) => cellLabel(cell) !== '');
  if (filled.length < 2 || !filled.every(isWord)) return false;
  // 'TORRE 1', and 'TORRE 2' beside it, stand over their units.
  if (filled.every((cell) => isHeading(cellLabel(cell)))) return false;
  return filled.filter((cell) => meaningOf(cellLabel(cell)) !== null).length * 2 >= filled.length;
}

function isWord(cell: Cell): boolean {
  const label = cellLabel(cell);
  if (cell.number !== undefined || cell.date || !/\p{L}/u.test(label)) return false;
  return parseMoney(label) === null;
}

/** @param cells the row's own, where it is one row: what is an amount there is no word of a header. */
function headerOf(row: number, labels: string[], cells: readonly Cell[]): MonthHeader | null {
  const known = labels.flatMap((label, column) => {
    const cell = cells[column];
    if (label === '' || (cell && !isWord(cell) && label !== '%')) return [];
    const meaning = meaningOf(label);
    return meaning ? [meaning.kind] : [];
  });
  const unitColumns = known.filter((kind) => units.has(kind)).length;
  const moneyColumns = known.filter((kind) => money.has(kind)).length;
  const both = known.filter((kind) => units.has(kind) || money.has(kind)).length;
  if (unitColumns === 0 || moneyColumns === 0 || both < 2) return null;
  return { row, labels, score: known.length };
}
