import type { ColumnRole, SheetColumn } from '../../../shared/billing/drafts.api.ts';
import { dayOf, firstDayOf, lastDayOf, monthOf, shiftMonth } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { centavos, formatMoney } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { readOrder } from '../../platform/sheets/day-order.ts';
import { decimalsIn } from '../../platform/sheets/decimals.ts';
import { cutText } from '../../platform/sheets/mapping/problems.ts';
import { headerTest, onlyText } from '../../platform/sheets/mapping/rows.ts';
import { columnLetter, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import { conceptKey } from '../settings/concept-names.ts';
import type { UnitIndex } from '../store/unit-index.ts';
import { about } from './column-problems.ts';
import { meaningOf, monthOfHeader } from './column-words.ts';
import { findColumns } from './month-columns.ts';
import { isHeading, isTotalRow, type Layout, layoutOf, type RowRead, readMonthRow } from './month-rows.ts';
import type { ColumnFound, MonthChoices, MonthSheet, UnitGrounds } from './month-sheet.types.ts';
import { aboutBeside, type SheetTable } from './other-tables.ts';
import { towersOver } from './unit-columns.ts';

/**
 * Table found in a month's spreadsheet: the rows below the header, and the role of each column. A file may
 * hold several tables, for example a table for each tower.
 */
export interface MonthTable extends SheetTable {
  /** Rows of the table below the header. */
  body: readonly SheetRow[];
  columns: readonly ColumnFound[];
  /** Problems of the table's columns. */
  problems: ImportProblem[];
  /** Order of day and month in each date column, by role of the column. */
  orders: Readonly<Partial<Record<ColumnRole, DayOrder>>>;
  /** Questions to the user about the order of day and month. */
  dayAsks: MonthSheet['dayAsks'];
  /** Sheet name to add to problems and rows; undefined if a single sheet is read. */
  placeName: string | undefined;
}

/**
 * Result of reading the rows of a month's table: the units with their amounts, and the rows left out with
 * reasons.
 */
export interface MonthTableRows {
  /** Rows of units, in sheet order. */
  reads: RowRead[];
  /** Problems found in rows. */
  rowProblems: ImportProblem[];
  /**
   * Rows without a unit (totals, headings). Key: number of the row. Value: Spanish reason to leave the row
   * out.
   */
  left: ReadonlyMap<number, string>;
}

/**
 * Decides the order of day and month in each date column. Payments are usual in the previous or the same month; due
 * dates repeat monthly.
 */
function ordersIn(
  body: readonly SheetRow[],
  columns: readonly ColumnFound[],
  { dayOrder, month, today }: MonthChoices,
): Pick<MonthTable, 'orders' | 'dayAsks' | 'problems'> {
  const orders: Partial<Record<ColumnRole, DayOrder>> = {};
  const dayAsks: MonthSheet['dayAsks'] = [];
  const problems: ImportProblem[] = [];
  const near =
    month === undefined ? undefined : { from: firstDayOf(shiftMonth(month, -1)), to: lastDayOf(month) };
  for (const { column, role, header } of columns) {
    if (role !== 'paidOn' && role !== 'dueDate') continue;
    const expected = role === 'paidOn' ? defined({ near, latest: today }) : { isMonthly: true };
    const read = readOrder(body, { column, header, chosen: dayOrder }, expected);
    orders[role] = read.order;
    dayAsks.push(...read.asks.map((ask) => ({ ...ask, column })));
    problems.push(...read.problems);
  }
  return { orders, dayAsks, problems };
}

/**
 * Gives the debts under the name of a month ('Junio') the due date of that month. A month without a year is the
 * latest up to the read month.
 */
function dateDebts(
  columns: readonly ColumnFound[],
  { month: read }: MonthChoices,
  { dueDay = 31 }: UnitGrounds,
): void {
  if (read === undefined) return;
  for (const column of columns) {
    const named = column.role === 'opening' ? monthOfHeader(column.header) : null;
    if (named === null) continue;
    const month = monthOf(named.year ?? Number(read.slice(0, 4)), named.month);
    column.owedSince = dayOf(named.year === null && month > read ? shiftMonth(month, -12) : month, dueDay);
  }
}

/**
 * Decides the role of each column of a month's table and takes the rows below the header. The result is ready
 * for `readRows`.
 * @param grounds units, charge concepts and remembered roles of the joint
 * @param choices choices of the user, with priority
 * @param placeName sheet name for problems; undefined if a single sheet is read
 */
export function tableOf(
  { index, sheet, header }: SheetTable,
  grounds: UnitGrounds,
  choices: MonthChoices,
  placeName: string | undefined,
): MonthTable {
  const body = sheet.rows.filter((row) => row.number > header.row);
  const { columns, problems } = findColumns(
    body,
    header,
    grounds,
    choices,
    sheet.hiddenColumns,
    sheet.aside !== undefined,
  );
  dateDebts(columns, choices, grounds);
  const days = ordersIn(body, columns, choices);
  problems.push(
    ...aboutBeside({ ...sheet, rows: [...body] }, columns, grounds),
    ...missingColumns(columns),
    ...days.problems,
  );
  return { ...days, index, sheet, header, body, columns, placeName, problems: placed(problems, placeName) };
}

/**
 * Prepares a further table of a month's spreadsheet, read together with the first table (for example the next
 * tower): decides the role of each column. Roles chosen by hand for the first table apply to equal headers;
 * problems already reported for the first table are left out.
 */
export function joinedTable(
  table: SheetTable,
  first: MonthTable,
  grounds: UnitGrounds,
  reading: MonthChoices,
): MonthTable {
  const keys = numberedKeys(table.header.labels);
  const byHeader = new Map(keys.map((key, column) => [key, column]));
  const ofFirst = numberedKeys(first.columns.map(({ header }) => header));
  const columns = first.columns.flatMap(({ role, concept, nature, byHand }, at): SheetColumn[] => {
    const column = byHeader.get(ofFirst[at] ?? '');
    return byHand && column !== undefined ? [{ column, role, concept, nature }] : [];
  });
  const joined = tableOf(table, grounds, { ...reading, columns }, table.sheet.name);
  const keyOf = ({ code, column, message }: ImportProblem) => `${code} ${column} ${message}`;
  const seen = new Set(first.problems.map(keyOf));
  const headers = new Set(first.columns.map(({ header }) => conceptKey(header)));
  const problems = joined.problems.flatMap((problem) => {
    if (seen.has(keyOf(problem))) return [];
    const { severity, column, message } = problem;
    if (severity === 'warning' || column === null || headers.has(conceptKey(column))) return [problem];
    const tail = ` La hoja «${cutText(first.sheet.name)}» no tiene esa columna: póngala también allí para decir qué es.`;
    return [{ ...problem, message: message + tail }];
  });
  return { ...joined, problems };
}

/** Headers in a form to compare. Repeated headers get a number. */
function numberedKeys(headers: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headers.map((header) => {
    const key = conceptKey(header);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return `${key} ${times}`;
  });
}

/**
 * Adds the sheet name to the position of each problem of a month's spreadsheet, if several sheets are read.
 * Without a name returns the problems unchanged.
 */
export const placed = (problems: readonly ImportProblem[], name: string | undefined): ImportProblem[] =>
  name === undefined ? [...problems] : problems.map((problem) => ({ ...problem, sheet: name }));

function missingColumns(columns: readonly ColumnFound[]): ImportProblem[] {
  const problems: ImportProblem[] = [];
  if (!columns.some(({ role }) => role === 'unit')) {
    const message = 'Ninguna columna nombra los inmuebles. Asigne la columna del inmueble.';
    problems.push(about(null, 'error', 'unitColumnMissing', message));
  }
  const money = ['charge', 'credit', 'opening', 'openingInterest', 'interest', 'payment'];
  if (!columns.some(({ role, unknown }) => unknown || money.includes(role) || role === 'balance')) {
    const message = 'Ninguna columna tiene cobros ni saldos. Asigne al menos una.';
    problems.push(about(null, 'error', 'amountColumnMissing', message));
  }
  return problems;
}

const EMPTY_ROW = 'No nombra un inmueble ni trae valores en las columnas que se leen.';

/**
 * Reads all rows below the header of a month's table. Rows of units are returned; repeated headers, totals
 * and headings are left out with a warning and a reason.
 * @param grounds units of the joint, to find the unit of each row
 * @param today latest allowed day of a payment
 * @param chargedConcepts concepts of rows that the user charges
 */
export function readRows(
  { sheet, body, columns, header, orders, placeName }: MonthTable,
  grounds: UnitGrounds,
  { today, chargedConcepts = [] }: Pick<MonthChoices, 'today' | 'chargedConcepts'>,
): MonthTableRows {
  const found = layoutOf(columns);
  const at = found.money.map(({ column }) => column);
  const charged = new Set(chargedConcepts.map(conceptKey));
  const layout = { ...found, orders, charged, decimals: decimalsIn(body, at) };
  const reads: RowRead[] = [];
  const problems: ImportProblem[] = [];
  const columnSums: ColumnSums = { sums: new Map(), since: new Map(), before: [new Map()] };
  const { sums, since } = columnSums;
  const left = new Map<number, string>();
  const ignore = (row: number, why: string) => {
    left.set(row, why);
    problems.push(about(null, 'warning', 'rowIgnored', `${why.slice(0, -1)}; no se importa.`, { row }));
  };
  const towers = towersOver(sheet, header.row, layout);
  const isHeaderAgain = headerTest(sheet, header.row);
  let [totalAt, sumAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [index, row] of body.entries()) {
    const read = readMonthRow(row, layout, towers.last, grounds, today);
    const isWritten = read.apartmentId === null && isHeaderAgain(row);
    const isHeader = isWritten || repeatsHeader(row, read, layout, columns);
    const isTotal = !isHeader && !read.blank && isTotalRow(row, read, [sums, since], reads.length);
    if (read.tower !== '' && !isHeader && !isTotal) towers.last = read.tower;
    if (read.apartmentId === null) towers.meet(row);
    const only = read.apartmentId === null ? onlyText(row) : null;
    if (read.blank) left.set(row.number, EMPTY_ROW);
    else if (only !== null && isHeading(only)) ignore(row.number, `«${cutText(only)}» es un subtítulo.`);
    else if (isHeader) {
      const changed = isWritten ? null : changedHeader(row, columns);
      if (changed === null) ignore(row.number, 'Repite el encabezado.');
      else {
        problems.push(changed);
        for (const { number } of body.slice(index)) left.set(number, 'Está debajo de otro encabezado.');
        break;
      }
    } else if (isTotal) {
      ignore(row.number, 'Es una fila de total.');
      totalAt = row.number;
      if (isSumOf(read, sums)) sumAt = row.number;
      problems.push(...endPart(read, columns, columnSums));
    } else if (!read.hasMoney && read.apartmentId === null) {
      if (read.unitText === '') left.set(row.number, EMPTY_ROW);
      else if (holdsWholeRow(read.unitText, grounds))
        problems.push(wholeRow(left, row.number, read.unitText));
      else ignore(row.number, `«${cutText(read.unitText)}» no es un inmueble y no trae valores.`);
    } else {
      reads.push(placeName === undefined ? read : { ...read, sheet: placeName });
      problems.push(...read.problems);
      for (const [column, amount] of read.amounts) {
        for (const of of [sums, since]) of.set(column, (of.get(column) ?? 0) + amount);
      }
    }
  }
  const notes = footNotes(body, reads, layout, grounds.units, { totalAt, sumAt });
  if (notes.length === 0) return { reads, rowProblems: placed(problems, placeName), left };
  for (const { row } of notes) left.set(row, 'Parece una nota debajo de la tabla.');
  const rows = new Set(notes.map(({ row }) => row));
  const list = notes.map(({ row, unitText }) => `${row} («${cutText(unitText)}»)`).join(', ');
  const message = `No se leyeron estas filas debajo de la tabla, que parecen notas: ${list}.`;
  const others = problems.filter(({ row }) => row === null || !rows.has(row));
  return {
    reads: reads.filter(({ row }) => !rows.has(row)),
    rowProblems: placed([...others, about(null, 'warning', 'rowsNotes', message)], placeName),
    left,
  };
}

/** Leaves a row out and builds the error about everything in one cell. */
function wholeRow(left: Map<number, string>, row: number, text: string): ImportProblem {
  left.set(row, 'Toda la fila está en una celda.');
  const message = `La fila tiene todo en una celda, «${cutText(text)}». Divídala en columnas como las demás y cargue el archivo de nuevo.`;
  return about(null, 'error', 'rowUndivided', message, { row });
}

/**
 * True for a unit and amounts in a cell, divided by another sign than the columns: '101,250000'. A note like
 * '101, 102 y 103 pagan en junio' has no amount.
 */
function holdsWholeRow(text: string, { units }: UnitGrounds): boolean {
  const [unit = '', ...rest] = text.split(/[,;|\t]/).map((part) => part.trim());
  const isAmount = (part: string) => /^[$ ]*-?\d[\d.]{2,}$/.test(part) && units.find(part) === null;
  return rest.some(isAmount) && units.find(unit) !== null;
}

/**
 * Reports a row that looks like another header with other words over the read columns: the rows below belong to
 * other columns. Null for other rows.
 */
function changedHeader(row: SheetRow, columns: readonly ColumnFound[]): ImportProblem | null {
  const [other] = columns.filter(({ column, header, role, meaning }) => {
    const text = cellText(row, column);
    if (text === '' || conceptKey(text) === conceptKey(header)) return false;
    const now = meaningOf(text)?.kind ?? null;
    // 'Parqueadero' over other units.
    if (role === 'unit' && now === 'place') return false;
    // A charge with another name is another charge.
    return now !== meaning || role === 'charge' || role === 'credit';
  });
  if (other === undefined) return null;
  const headerText = cutText(cellText(row, other.column));
  const cell = `${columnLetter(other.column)}${row.number}`;
  const message = `En la fila ${row.number} comienza otra tabla, con «${headerText}» (celda ${cell}) donde la primera tiene «${cutText(other.header)}». Póngala en otra hoja, o sus valores debajo de los mismos títulos, y cargue el archivo de nuevo.`;
  return about(other.header, 'error', 'headerChanges', message, { row: row.number });
}

/** True for a row with the words of the header over the units, or over all its columns of amounts. */
function repeatsHeader(
  row: SheetRow,
  read: RowRead,
  { unit, money }: Layout,
  columns: readonly ColumnFound[],
): boolean {
  if (read.apartmentId !== null || read.unitText === '') return false;
  const header = unit.map((column) => columns[column]?.header ?? '').join('-');
  const titles = money.filter(({ column }) => cellText(row, column) !== '');
  const isOverMoney =
    titles.length > 0 &&
    titles.every((column) => conceptKey(cellText(row, column.column)) === conceptKey(column.header));
  return isOverMoney || plainWords(read.unitText).endsWith(plainWords(header));
}

/** Sums of a month's table while the rows are read, by column. */
interface ColumnSums {
  /** Sum of all rows. */
  sums: Map<number, number>;
  /** Sum since the last total row. */
  since: Map<number, number>;
  /** Sums before the first row, and at each total row. */
  before: Map<number, number>[];
}

/** Most total rows to look back at. */
const MOST_TOTALS = 60;

/** Ends the part of the rows above a total row, and compares the total with the sums. */
function endPart(read: RowRead, columns: readonly ColumnFound[], columnSums: ColumnSums): ImportProblem[] {
  const { sums, since, before } = columnSums;
  const problems = aboutTotals(read, columns, columnSums);
  since.clear();
  before.push(new Map(sums));
  if (before.length > MOST_TOTALS) before.splice(1, 1);
  return problems;
}

/** Words of a total of a part of the units. */
const PART =
  /^sub|\b(torre|bloque|interior|manzana|etapa|apartamentos|aptos|casas|viviendas|parqueaderos|garajes|depositos|locales|oficinas)\b/;

/** True for a total equal to the sums of all rows, so that no unit stands below. */
const isSumOf = ({ amounts, unitText }: RowRead, sums: ReadonlyMap<number, number>): boolean =>
  amounts.size > 0 &&
  !PART.test(plainWords(unitText)) &&
  [...amounts].every(([column, amount]) => sums.get(column) === amount);

/**
 * Compares a total row with the sums of the rows above, from the first row or from any total row on: totals of parts may
 * stand below each other.
 */
function aboutTotals(
  read: RowRead,
  columns: readonly ColumnFound[],
  { sums, since, before }: ColumnSums,
): ImportProblem[] {
  return [...read.amounts].flatMap(([column, amount]) => {
    const sum = sums.get(column) ?? 0;
    const isSum = before.some((start) => sum - (start.get(column) ?? 0) === amount);
    if (isSum || !Number.isSafeInteger(sum)) return [];
    const above = PART.test(plainWords(read.unitText)) ? (since.get(column) ?? 0) : sum;
    const message = `El total de la columna dice ${formatMoney(amount)} y las filas leídas suman ${formatMoney(centavos(above))}.`;
    return [about(columns[column]?.header ?? null, 'warning', 'columnTotalDiffers', message, read)];
  });
}

/** Most filled cells in a note: a date, an account number, a rate. */
const MOST_CELLS = 2;

/**
 * Finds the notes under a table: rows after the last unit with words ('Tasa de mora', 'Fecha:', or any words after
 * the total) and few cells; after the total also signatures, and after a total equal to all rows any cells (accounts, a
 * summary).
 * @param of `totalAt`: row of the last total; `sumAt`: row of the last total equal to all rows; infinity without
 */
function footNotes(
  rows: readonly SheetRow[],
  reads: readonly RowRead[],
  { money }: Layout,
  units: UnitIndex,
  { totalAt, sumAt }: { totalAt: number; sumAt: number },
): RowRead[] {
  const last = reads.map(({ apartmentId }) => apartmentId !== null).lastIndexOf(true);
  if (last === -1) return [];
  const isWhole = sumAt > (reads[last]?.row ?? 0);
  const tail = new Map(reads.slice(last + 1).map((read) => [read.row, read]));
  return rows.flatMap((row) => {
    const read = tail.get(row.number);
    if (!read) return [];
    const { unitText, amounts } = read;
    const filled = row.cells.filter(({ text }) => text.trim() !== '').length;
    // Other rows may be unknown units with charges that must not be dropped.
    const isPoor = filled <= MOST_CELLS && amounts.size * 2 <= money.length;
    const isWords = /\p{L}/u.test(unitText) && !/\d/.test(unitText) && units.suggest(unitText) === null;
    const isAfterTotal = row.number > totalAt;
    const isSigned = isAfterTotal && (amounts.size === 0 || unitText.trim().endsWith(':'));
    const isSentence = unitText.trim().endsWith(':') || plainWords(unitText).includes(' ');
    const isNote = (isWhole && row.number > sumAt) || isSigned || (isPoor && (isAfterTotal || isSentence));
    return isWords && isNote ? [read] : [];
  });
}
