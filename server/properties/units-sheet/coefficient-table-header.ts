import type { UnitColumnRole } from '../../../shared/properties/units-reading.ts';
import { type Cell, columnLetter, type Sheet, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import { type ColumnRole, headerKey, isHeaderWord, type RememberedRoles, rolesOf } from './column-roles.ts';
import { isSectionHeading } from './headings.ts';
import { type NameColumns, personsOf } from './owner-names.ts';

/** A header as it stands in the sheet: its texts and what was made of them. */
export interface FoundHeader {
  /** 1-based row of the header; of its last row where it has two. */
  row: number;
  labels: string[];
  /** Of each column of the table, those without a header too. */
  roles: ColumnRole[];
}

/** Where each thing stands, as 0-based columns, and what its header says. */
export interface TableHeader extends FoundHeader {
  /** Several are parts of one id: towers, left to right, in front of the unit. */
  unit: number[];
  /** Those of them that are towers and the like. */
  towers: number[];
  /** The one of them that no unit can do without. */
  named?: number;
  coefficient: number;
  /** The columns of each owner's name; several are co-owners. */
  persons: NameColumns[];
  documents: number[];
  emails: number[];
  phones: number[];
  kind?: number;
  main?: number;
  /** Header text of a column, or its letter. */
  name(column: number): string;
}

/** A table of units in a file: a sheet's, or one of several that stand side by side in it. */
export interface FoundTable {
  /** How it is called before people: its sheet, and its columns where the sheet has others. */
  name: string;
  /** The sheet, with nothing but this table's columns filled in. */
  sheet: Sheet;
  /** Null where no header was found. */
  header: FoundHeader | null;
}

/** No title is this long, and a file without a header should not be searched to its end on the main thread. */
const SEARCHED_ROWS = 1_000;

/**
 * Every table of a file, in its order: each sheet is one, or as many as stand side by side under the same header.
 */
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

/**
 * Where the same header begins again to the right: columns of the unit and of the coefficient with the same words as
 * the first ones.
 */
function startsBeside({ labels, roles }: FoundHeader): number[] {
  const unit = roles.findIndex(({ role }) => role === 'unit' || role === 'tower');
  const coefficient = roles.findIndex(({ role }) => role === 'coefficient');
  if (unit === -1 || coefficient === -1) return [];
  const keys = labels.map(headerKey);
  const last = Math.max(unit, coefficient);
  // What stands before them in the first table stands before them in the others, but perhaps a running number.
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
 * Finds the header of a table of coefficients wherever it is: the first row that names both a coefficient and a
 * unit in different columns, taken together with the row below when that goes on with the header (UNIDAD over
 * TORRE and APTO). Returns null when the sheet has none.
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
    // Not where the row below is a header by itself: then this one is a title, and its words would be mixed in.
    if (next && below && (found || (labels.filter(Boolean).length > 1 && !headerOf(next.number, below)))) {
      const width = Math.max(labels.length, below.length);
      const both = Array.from({ length: width }, (_, column) => {
        const [over = '', own = ''] = [labels[column], below[column]];
        // 'CONST.' under 'ÁREA' is an area's; what says enough by itself stands alone.
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

/** Words alone, half of them known and one of them a unit's or all of them known, so it is not the first unit. */
function continuesHeader(row: SheetRow, remembered: RememberedRoles): boolean {
  const filled = row.cells.filter((cell) => label(cell) !== '');
  // 'TORRE 1', and 'TORRE 2' beside it, stand over their units.
  if (filled.every((cell) => isSectionHeading(label(cell)))) return false;
  if (filled.some((cell) => cell.number !== undefined || /\d/.test(cell.text))) return false;
  const known = filled.filter((cell) => isHeaderWord(label(cell), remembered));
  if (known.length === filled.length) return true;
  const named = known.some((cell) => rolesOf([label(cell)], remembered)[0]?.role === 'unit');
  return named && known.length * 2 >= filled.length;
}

/**
 * A table's header as somebody says it by hand: in another row, or with other roles. Where no header was found and none
 * is named, it is the row of the sheet's beginning with most words.
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

/** What a table is read by; null where no column is the unit, or none the coefficient. */
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
