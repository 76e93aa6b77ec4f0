import { counted } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { MappedTable } from '../../platform/sheets/mapping/define-sheet.ts';
import { cutText } from '../../platform/sheets/mapping/problems.ts';
import { columnLetter, type Sheet, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import { rowOfSeveral, tableOfBlocks } from './block-report.ts';
import { about } from './column-problems.ts';
import type { Meaning } from './column-words.ts';
import { findColumns } from './month-columns.ts';
import { monthSheet } from './month-header.ts';
import { type Layout, layoutOf, readMonthRow } from './month-rows.ts';
import type { ColumnFound, MonthChoices, UnitGrounds } from './month-sheet.types.ts';
import { towersOver } from './unit-columns.ts';

/**
 * Table of charges found in a spreadsheet: the sheet, its index in the file, and the header row. Column roles
 * are not decided yet.
 */
export type SheetTable = Omit<MappedTable<Meaning['kind']>, 'name'>;

/** Most rows per table, and most tables, inspected for other units. */
const INSPECTED = { rows: 2_000, tables: 12 };

/**
 * Returns the ids of the joint's units named in a table of a spreadsheet. Used to see if two tables charge
 * the same units.
 * @param most maximum rows to inspect
 * @param found columns with roles, if already decided
 */
export function unitsIn(
  { sheet, header }: SheetTable,
  grounds: UnitGrounds,
  most: number = INSPECTED.rows,
  found?: readonly ColumnFound[],
): Set<string> {
  const rows = sheet.rows.filter((row) => row.number > header.row).slice(0, most);
  const layout = layoutOf(found ?? findColumns(rows, header, grounds, {}).columns);
  return new Set(namedBy(rows, layout, grounds, sheet, header.row).flatMap((unit) => unit ?? []));
}

/** Returns the unit of each row, named by the columns of the layout; null if unknown. */
function namedBy(
  rows: readonly SheetRow[],
  layout: Layout,
  grounds: UnitGrounds,
  sheet: Sheet,
  headerRow = 0,
): (string | null)[] {
  const bare = { ...layout, money: [], leftOut: [] };
  const towers = towersOver(sheet, headerRow, layout);
  return rows.map((row) => {
    const read = readMonthRow(row, bare, towers.last, grounds);
    if (read.tower !== '') towers.last = read.tower;
    if (read.apartmentId === null) towers.meet(row);
    return read.apartmentId;
  });
}

/**
 * Returns the unread sheets of a file with mostly other units than the read sheets, for example a sheet for
 * each tower: otherwise some units would get no bill. A sheet of another month has the same units and is not
 * returned. A table beside the first in the same sheet is returned, until the user chooses a table.
 */
export function unreadTables(
  others: readonly SheetTable[],
  read: readonly (SheetTable & { columns: readonly ColumnFound[] })[],
  grounds: UnitGrounds,
  { sheet: chosen }: Pick<MonthChoices, 'sheet'>,
): SheetTable[] {
  if (others.length === 0) return [];
  const named = new Set(read.flatMap((table) => [...unitsIn(table, grounds, INSPECTED.rows, table.columns)]));
  return others.slice(0, INSPECTED.tables).filter((table) => {
    const units = unitsIn(table, grounds);
    const own = [...units].filter((unit) => !named.has(unit)).length;
    const isSecond =
      chosen === undefined && units.size > 0 && read.slice(0, 1).some((one) => isBeside(one, table));
    return isSecond || (own > 0 && own * 2 >= units.size);
  });
}

/** True for two tables in the same rows: no column has a title in both. */
const isBeside = ({ header: one }: SheetTable, { header: other }: SheetTable): boolean =>
  one.row === other.row && !one.labels.some((label, column) => label !== '' && other.labels[column]);

const tableNames = (tables: readonly SheetTable[]): string =>
  tables.map(({ sheet: { name } }) => `«${cutText(name)}»`).join(', ');

/**
 * Builds the messages about sheets of a file left unread although they hold a table of charges. Sheets with
 * other units (`apart`) are an error until the user reads or skips them; the rest gives a warning.
 * @param others all unread sheets with a table
 * @param apart unread sheets with other units
 * @param choices a user who chose the sheet knows the sheets with the same units
 */
export function aboutOthers(
  sheet: Sheet,
  others: readonly SheetTable[],
  apart: readonly SheetTable[],
  choices: Pick<MonthChoices, 'sheet'>,
): ImportProblem[] {
  const quiet = choices.sheet !== undefined ? [] : others.filter((other) => !apart.includes(other));
  const problems: ImportProblem[] = [];
  if (apart.length > 0) {
    const message = `Se usó la hoja «${cutText(sheet.name)}», y ${tableNames(apart)} trae otra tabla, de otros inmuebles o de otro mes. Diga si se unen o si no se leen.`;
    problems.push(about(null, 'error', 'sheetsUnread', message));
  }
  if (quiet.length > 0) {
    const message = `Se usó la hoja «${cutText(sheet.name)}». También tienen tabla y no se leyeron: ${tableNames(quiet)}.`;
    problems.push(about(null, 'warning', 'otherSheets', message));
  }
  return problems;
}

/**
 * Reports another table with units above the read table in the same sheet of a month's spreadsheet: the rows
 * would be lost. An error until the user chooses the header row of a table, and so leaves out the other
 * table.
 */
export function aboutAbove(
  table: SheetTable,
  grounds: UnitGrounds,
  { headerRow }: Pick<MonthChoices, 'headerRow'>,
): ImportProblem[] {
  if (headerRow !== undefined) return [];
  const { sheet, header } = table;
  const rows = sheet.rows.filter(({ number }) => number < header.row);
  for (const [at] of rows.entries()) {
    const above = monthSheet.headerFrom({ ...sheet, rows }, at);
    if (above === null) continue;
    if (unitsIn({ ...table, sheet: { ...sheet, rows }, header: above }, grounds).size === 0) continue;
    const message = `La tabla de la fila ${above.row} no se leyó: la hoja tiene otra, desde la fila ${header.row}. Ponga cada tabla en una hoja y cargue el archivo de nuevo; si solo vale una, diga en «Fila de los títulos» dónde comienza.`;
    return [about(null, 'error', 'tableAbove', message)];
  }
  return [];
}

/**
 * Returns the sheets of a file with each report of blocks rearranged into a table, if the report has more units than
 * the sheet's table.
 */
export const sheetsAsTables = (sheets: readonly Sheet[], grounds: UnitGrounds): Sheet[] =>
  monthSheet.tablesIn(sheets, []).map(({ sheet, header }) => {
    const units = header === null ? 0 : unitsIn({ index: 0, sheet, header }, grounds).size;
    return tableOfBlocks(sheet, grounds.units, units) ?? sheet;
  });

/** Reports a sheet with a block of rows for each unit and several amounts for a word; null for other sheets. */
export function aboutBlocks(sheet: Sheet, { units }: UnitGrounds): ImportProblem | null {
  const row = rowOfSeveral(sheet, units);
  if (row === null) return null;
  const message = `El informe trae un bloque de filas por inmueble, y la fila ${row} tiene varios valores. Expórtelo de su programa como tabla, con una fila por inmueble y una columna por concepto, y cargue ese archivo.`;
  return about(null, 'error', 'blocksUnread', message, { row });
}

/** Fewest cells with another unit than the row before a second unit column is reported. */
const FEWEST = 3;

/** True if a column counts the rows 1, 2, 3…: numbers easily mistaken for house numbers. */
const isRunning = (rows: readonly SheetRow[], column: number): boolean => {
  const numbers = rows.flatMap((row) => {
    const text = cellText(row, column);
    return /^\d{1,5}$/.test(text) ? [Number(text)] : [];
  });
  return (
    numbers.length > 1 && numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  );
};

/**
 * Reports a second table to the right of the read table in a month's spreadsheet: a second column with other
 * units of the joint. Amounts beside the column would be charged to the wrong units.
 */
export function aboutBeside(
  sheet: Sheet,
  columns: readonly ColumnFound[],
  grounds: UnitGrounds,
): ImportProblem[] {
  const { rows } = sheet;
  const unit = columns.find(({ role }) => role === 'unit');
  if (unit === undefined) return [];
  const layout = layoutOf(columns);
  /** Finds the other columns with the same header as the first. */
  const again = (first: ColumnFound | undefined) =>
    columns.filter(
      ({ column, role, chosenNow, header }) =>
        first !== undefined &&
        column !== first.column &&
        role === 'ignore' &&
        chosenNow !== true &&
        plainWords(header) === plainWords(first.header),
    );
  const titled = columns.filter(
    ({ column, role, chosenNow, meaning }) =>
      meaning === 'unit' &&
      role === 'ignore' &&
      chosenNow !== true &&
      column > unit.column &&
      !isRunning(rows, column),
  );
  const same = [...new Set([...again(unit), ...titled])];
  if (same.length === 0) return [];
  const looked = rows.slice(0, INSPECTED.rows);
  const own = namedBy(looked, layout, grounds, sheet);
  return same.flatMap(({ column, header }) => {
    const towers = layout.tower.flatMap((tower) => again(columns[tower])[0]?.column ?? []);
    const beside = { ...layout, unit: [column], tower: towers.length > 0 ? towers : layout.tower };
    const units = namedBy(looked, beside, grounds, sheet);
    const others = looked.filter((_, index) => units[index] !== null && units[index] !== own[index]);
    const [first, last] = [others[0], others.at(-1)];
    if (others.length < Math.min(FEWEST, Math.ceil(own.length / 2)) || !first || !last) return [];
    const letter = columnLetter(column);
    const cells = `${letter}${first.number} a ${letter}${last.number}`;
    const message = `Hay otra tabla al lado, desde la columna ${letter} («${cutText(header)}»), con ${counted(others.length, 'inmueble que no se leyó', 'inmuebles que no se leyeron')} (celdas ${cells}). Ponga una tabla debajo de la otra y cargue el archivo de nuevo.`;
    return [about(header, 'error', 'tableBeside', message)];
  });
}
