import { parseMoney } from '../../../shared/money-text.ts';
import { titleText } from '../../platform/sheets/cell-text.ts';
import { defineSheet } from '../../platform/sheets/mapping/define-sheet.ts';
import { rowOfMostWords } from '../../platform/sheets/mapping/find-header.ts';
import { labelsOf, SheetHeader } from '../../platform/sheets/mapping/header.ts';
import { inQuotes } from '../../platform/sheets/mapping/problems.ts';
import type { Cell, Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { isMonthAlone, type Meaning, meaningOf } from './column-words.ts';
import { isHeading } from './month-rows.ts';

/** Number of rows searched for a header, to limit the time on a file without a header. */
const SEARCHED_ROWS = 200;

/**
 * Header row of a month's spreadsheet, with the meaning of each column title (charge, unit, payment …).
 * Without any meaning, the row is only probably a header.
 */
export type MonthHeader = SheetHeader<Meaning['kind']>;

/**
 * Rules to find the table of a month's charges in any spreadsheet: the header must name a unit (or tower or
 * parking space) and an amount. The roles of the columns are decided later, by values and by the joint's
 * units and concepts (`findColumns`).
 */
export const monthSheet = defineSheet<Meaning['kind']>({
  required: [
    ['unit', 'tower', 'place'],
    ['charge', 'credit', 'opening', 'payment', 'total', 'interest', 'amount', 'favour', 'place'],
  ],
  searchedRows: SEARCHED_ROWS,
  hasMostRoles: true,
  assign: ({ labels, sheet, row }) => {
    const cells = sheet.rows.find(({ number }) => number === row)?.cells ?? [];
    const kinds = labels.flatMap((label, column) => {
      // Amounts are no titles.
      const isValue = titleText(cells[column]) !== '' && !isWord(cells[column]) && label !== '%';
      const meaning = label === '' || isValue ? null : meaningOf(label);
      return meaning ? [[column, meaning.kind] as const] : [];
    });
    return { roles: new Map(kinds) };
  },
  twoRows: {
    continues: continuesHeader,
    // In a csv a title over several columns is only in the first column.
    join: (over, below, { left }) => joinedLabel(over || titleOver(left, below), below),
  },
  texts: {
    sheet: ({ names }) => {
      if (names.length === 0) return 'No se encontró una tabla con inmuebles y valores.';
      return `Se ${names.length === 1 ? 'usó la hoja' : 'usaron las hojas'} ${inQuotes(names)}.`;
    },
    unread: () => 'Está fuera de la tabla.',
  },
});

/**
 * Header for a month's table without a header row (row number 0): the columns have no titles and no meanings,
 * so the user chooses the roles.
 */
export const NO_HEADER: MonthHeader = new SheetHeader<Meaning['kind']>(0, [], { roles: new Map() });

/**
 * Builds the header of a month's table from the row chosen by the user, if the search found the wrong row.
 * Null for an empty row.
 * @param number row number from 1: the first or the last row of a two-row header; 0 for a table without a header
 */
export function headerAt(sheet: Sheet, number: number): MonthHeader | null {
  if (number === 0) return NO_HEADER;
  const index = sheet.rows.findIndex((row) => row.number === number);
  const row = sheet.rows[index];
  if (!row) return null;
  const above = monthSheet.headerFrom(sheet, index - 1);
  const own = monthSheet.headerFrom(sheet, index);
  const isJoined = above?.row === number && above.roles.size >= (own?.roles.size ?? 0);
  return (isJoined ? above : own) ?? bareHeader(row);
}

/**
 * Returns the row that is probably the header of a month's table although the words are unknown, so that the
 * user can choose the column roles by hand. Null if no row looks like a header.
 */
export function likelyHeader(sheet: Sheet): MonthHeader | null {
  const row = rowOfMostWords(sheet, isWord, { searched: SEARCHED_ROWS, least: 2 });
  return row ? bareHeader(row) : null;
}

const bareHeader = (row: SheetRow): MonthHeader =>
  new SheetHeader<Meaning['kind']>(row.number, labelsOf(row), { roles: new Map() });

/**
 * Returns the upper title to join with a lower title 'Valor' or a month: the title to the left, if the title names
 * a charge (or payments, debts or interest for months); else ''.
 */
function titleOver(title: string, below: string): string {
  if (isMonthAlone(below)) return isOfMonth(title) ? title : '';
  if (meaningOf(below)?.kind !== 'amount') return '';
  const meaning = meaningOf(title)?.kind ?? 'charge';
  return meaning === 'charge' || meaning === 'place' ? title : '';
}

/** True if a title says that the months below were paid or are owed. */
const isOfMonth = (title: string): boolean =>
  ['payment', 'opening', 'interest'].includes(meaningOf(title)?.kind ?? '');

/** Joins two header rows: 'Parqueadero' over 'Valor' gives 'Parqueadero'; otherwise the lower label wins. */
function joinedLabel(above: string, below: string): string {
  if (below === '') return above;
  // 'Abril' under 'Pagos' is no charge.
  if (isMonthAlone(below) && isOfMonth(above)) return `${above} ${below}`;
  return above !== '' && meaningOf(below)?.kind === 'amount' ? above : below;
}

/**
 * True if a row continues the header row above: several words without amounts, half of the words known. False for
 * the first unit and for tower headings.
 */
function continuesHeader({ cells }: SheetRow): boolean {
  const filled = cells.filter((cell) => titleText(cell) !== '');
  if (filled.length < 2 || !filled.every(isWord)) return false;
  // 'TORRE 1' and 'TORRE 2' side by side are headings above units.
  if (filled.every((cell) => isHeading(titleText(cell)))) return false;
  return filled.filter((cell) => meaningOf(titleText(cell)) !== null).length * 2 >= filled.length;
}

function isWord(cell: Cell | undefined): boolean {
  const label = titleText(cell);
  if (cell?.number !== undefined || cell?.date || !/\p{L}/u.test(label)) return false;
  return parseMoney(label) === null;
}
