import type { UnitColumnRole } from '../../../shared/properties/units-reading.ts';
import { type Cell, columnLetter, type Sheet, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import { type ColumnRole, headerKey, isHeaderWord, type RememberedRoles, rolesOf } from './column-roles.ts';
import { isSectionHeading } from './headings.ts';
import { type NameColumns, personsOf } from './owner-names.ts';

/** Header in the sheet: texts and roles. */
export interface FoundHeader {
  /** 1-based row of the header; the last row of two. */
  row: number;
  labels: string[];
  /** Role of each column of the table, including columns without a header. */
  roles: ColumnRole[];
}

/** Header with its 0-based columns by meaning. */
export interface TableHeader extends FoundHeader {
  /** Columns of the id. Several are joined: towers, left to right, before the unit. */
  unit: number[];
  /** Columns of towers among `unit`. */
  towers: number[];
  /** Column among `unit` required for every unit. */
  named?: number;
  coefficient: number;
  /** Columns of each owner's name. Several are co-owners. */
  persons: NameColumns[];
  documents: number[];
  emails: number[];
  phones: number[];
  kind?: number;
  main?: number;
  /** Returns the header text of a column, or its letter. */
  name(column: number): string;
}

/** Table of units in a file: a sheet, or one of several tables side by side. */
export interface FoundTable {
  /** Display name: the sheet, and its columns if the sheet has several tables. */
  name: string;
  /** Sheet with only the columns of the table filled in. */
  sheet: Sheet;
  /** Null without a header. */
  header: FoundHeader | null;
}

/** Titles are shorter. Limits the search in a file without a header on the main thread. */
const SEARCHED_ROWS = 1_000;

/** Returns all tables of a file in order: each sheet, or the tables side by side under equal headers. */
export function findTables(sheets: readonly Sheet[], remembered: RememberedRoles): FoundTable[] {
  return sheets.flatMap((sheet): FoundTable[] => {
    const header = findCoefficientHeader(sheet, remembered);
    if (header === null) return [{ name: sheet.name, sheet, header }];
    const starts = startsBeside(header);
    if (starts.length === 0) return [{ name: sheet.name, sheet, header }];
    return [0, ...starts].map((from, index, all) => {
      const to = all[index + 1] ?? Number.POSITIVE_INFINITY;
      const labels = header.labels.map((text, column) => (column >= from && column < to ? text : ''));
      const last = labels.findLastIndex((text) => text !== '');
      return {
        name: `${sheet.name}, columnas ${columnLetter(from)} a ${columnLetter(last)}`,
        sheet: columnsOf(sheet, from, to),
        header: { row: header.row, labels, roles: rolesOf(labels, remembered) },
      };
    });
  });
}

const columnsOf = (sheet: Sheet, from: number, to: number): Sheet => ({
  name: sheet.name,
  rows: sheet.rows.flatMap(({ number, cells }) => {
    const own = cells.map((cell, column) => (column >= from && column < to ? cell : { text: '' }));
    while (own.length > 0 && own.at(-1)?.text === '' && own.at(-1)?.uncalculated !== true) own.pop();
    return own.length === 0 ? [] : [{ number, cells: own }];
  }),
});

/** Start columns of equal headers to the right: columns of unit and coefficient with the same words as the first. */
function startsBeside({ labels, roles }: FoundHeader): number[] {
  const unit = roles.findIndex(({ role }) => role === 'unit' || role === 'tower');
  const coefficient = roles.findIndex(({ role }) => role === 'coefficient');
  if (unit === -1 || coefficient === -1) return [];
  const keys = labels.map(headerKey);
  const last = Math.max(unit, coefficient);
  // Columns before them in the first table come before them in the others too, except perhaps a running number.
  for (let first = 0; first <= Math.min(unit, coefficient); first += 1) {
    if (keys[first] === '') continue;
    const starts = keys.flatMap((key, column) => {
      const shift = column - first;
      const isStart =
        column > last &&
        key === keys[first] &&
        keys[unit + shift] === keys[unit] &&
        keys[coefficient + shift] === keys[coefficient];
      return isStart ? [column] : [];
    });
    if (starts.length > 0) return starts;
  }
  return [];
}

/**
 * Finds the header of a table of coefficients in any row: the first row with a coefficient and a unit in different
 * columns, joined with the row below if that row continues the header (UNIDAD over TORRE and APTO). Null without a
 * header.
 */
function findCoefficientHeader(sheet: Sheet, remembered: RememberedRoles): FoundHeader | null {
  const headerOf = (row: number, labels: string[]): FoundHeader | null => {
    const header = { row, labels, roles: rolesOf(labels, remembered) };
    return isWhole(header) ? header : null;
  };
  for (const [index, row] of sheet.rows.slice(0, SEARCHED_ROWS).entries()) {
    const labels = row.cells.map(label);
    const found = headerOf(row.number, labels);
    const next = sheet.rows[index + 1];
    const below = next && continuesHeader(next, remembered) ? next.cells.map(label) : null;
    // Not if the row below is a complete header: then the row is a title, and its words would be mixed in.
    if (next && below && (found || (labels.filter(Boolean).length > 1 && !headerOf(next.number, below)))) {
      const width = Math.max(labels.length, below.length);
      const both = Array.from({ length: width }, (_, column) => {
        const [over = '', own = ''] = [labels[column], below[column]];
        // 'CONST.' under 'ÁREA' belongs to the area; a known header word is complete.
        return own === '' || isHeaderWord(own, remembered) ? own || over : `${over} ${own}`.trim();
      });
      const joined = headerOf(next.number, both);
      if (joined) return joined;
    }
    if (found) return found;
  }
  return null;
}

const isWhole = ({ roles }: FoundHeader): boolean =>
  roles.some(({ role }) => role === 'coefficient') &&
  roles.some(({ role }) => role === 'unit' || role === 'tower');

function label(cell: Cell | undefined): string {
  return cell?.text.replace(/\s+/g, ' ').trim() ?? '';
}

/** True for a row of words only, half of them known and one of a unit, or all known: not the first unit. */
function continuesHeader(row: SheetRow, remembered: RememberedRoles): boolean {
  const filled = row.cells.filter((cell) => label(cell) !== '');
  // 'TORRE 1' with 'TORRE 2' beside are headings of units.
  if (filled.every((cell) => isSectionHeading(label(cell)))) return false;
  if (filled.some((cell) => cell.number !== undefined || /\d/.test(cell.text))) return false;
  const known = filled.filter((cell) => isHeaderWord(label(cell), remembered));
  if (known.length === filled.length) return true;
  const named = known.some((cell) => rolesOf([label(cell)], remembered)[0]?.role === 'unit');
  return named && known.length * 2 >= filled.length;
}

/**
 * Header chosen by hand: another row, or other roles. Without a found or chosen header, uses the row with most words
 * at the start of the sheet.
 */
export function headerByHand(
  { sheet, header }: FoundTable,
  remembered: RememberedRoles,
  asked: { row?: number; columns: ReadonlyMap<number, UnitColumnRole> },
): FoundHeader {
  const row = asked.row ?? header?.row ?? likeliestRow(sheet);
  const written =
    header !== null && header.row === row
      ? header.labels
      : (sheet.rows.find(({ number }) => number === row)?.cells.map(label) ?? []);
  const width = sheet.rows.reduce(
    (most, { number, cells }) => (number > row ? Math.max(most, cells.length) : most),
    written.length,
  );
  const labels = Array.from({ length: width }, (_, column) => written[column] ?? '');
  return { row, labels, roles: rolesOf(labels, remembered, asked.columns) };
}

const BEGINNING = 30;

function likeliestRow(sheet: Sheet): number {
  const words = ({ cells }: SheetRow) =>
    cells.filter((cell) => label(cell) !== '' && cell.number === undefined && !/\d/.test(cell.text)).length;
  const [first] = sheet.rows.slice(0, BEGINNING).sort((a, b) => words(b) - words(a) || a.number - b.number);
  return first?.number ?? 1;
}

/** Columns of a table by meaning; null without a unit or coefficient column. */
export function headerOfTable(found: FoundHeader): TableHeader | null {
  const { roles, labels } = found;
  const all = (wanted: UnitColumnRole) =>
    roles.flatMap(({ role }, column) => (role === wanted ? [column] : []));
  const [coefficient] = all('coefficient');
  const [named] = all('unit');
  const towers = all('tower');
  const unit = [...towers, ...(named === undefined ? [] : [named])];
  if (coefficient === undefined || unit.length === 0) return null;
  return {
    ...found,
    unit,
    towers,
    named,
    coefficient,
    persons: personsOf(labels, roles),
    documents: all('document'),
    emails: all('email'),
    phones: all('phone'),
    kind: all('kind')[0],
    main: all('main')[0],
    name: (column) => labels[column] || columnLetter(column),
  };
}
