import { defined } from '../../../shared/defined.ts';
import { unitColumnWords } from '../../../shared/properties/units-reading.ts';
import { defineSheet } from '../../platform/sheets/mapping/define-sheet.ts';
import { SheetHeader, type TableInFile, type Titles } from '../../platform/sheets/mapping/header.ts';
import { columnLetter, type Sheet, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { KnownColumn } from './coefficient-table.types.ts';
import { headerKey, isHeaderWord, rolesOf, type UnitRole, type Unread } from './column-roles.ts';
import { isSectionHeading } from './headings.ts';
import { personsOf } from './owner-names.ts';

/** Spanish reasons for skipped columns, by reason code. */
const reasons: Readonly<Record<Unread, string>> = {
  coefficient: 'Se usó otra columna como coeficiente.',
  contact: 'No es del propietario.',
  aside: 'No hace falta.',
  other: 'No se sabe qué contiene.',
};

/**
 * Description of the spreadsheet kind 'table of units': each row has an id (perhaps with a tower) and a
 * coefficient. Finds tables and headers in a file.
 */
export const unitsSheet = defineSheet<UnitRole>({
  roles: unitColumnWords,
  required: [['coefficient'], ['unit', 'tower']],
  searchedRows: 1_000,
  mayLackHeader: true,
  keyOf: headerKey,
  assign: rolesOf,
  twoRows: {
    continues: continuesHeader,
    // 'CONST.' under 'ÁREA' belongs to the area; a known header word is complete.
    join: (over, below, { before }) =>
      below === '' || isHeaderWord(below, before) ? below || over : `${over} ${below}`.trim(),
  },
  texts: {
    sheet: ({ hasTable }) =>
      hasTable ? 'Tiene una tabla que no se leyó.' : 'No tiene una tabla de inmuebles.',
    unread: (code) => reasons[(code ?? 'other') as Unread],
  },
});

type UnitsHeader = SheetHeader<UnitRole>;
/** Table of units in a file, with the header if found. */
export type UnitsTable = TableInFile<UnitRole>;

/** Header of a table of units: index of the column (from 0) for each meaning. */
export class TableHeader extends SheetHeader<UnitRole> {
  /** Columns with the name of a tower; also a part of `unit`. */
  readonly towers = this.all('tower');
  /** Column among `unit` that every unit must fill. Undefined if no column is required. */
  readonly named = this.first('unit');
  /** Columns that form the id. Several are joined: towers, left to right, before the unit. */
  readonly unit = [...this.towers, ...this.all('unit').slice(0, 1)];
  readonly coefficient = this.first('coefficient') ?? -1;
  /** Columns with the name of each owner; several entries are co-owners. */
  readonly persons = personsOf(this);
  readonly documents = this.all('document');
  readonly emails = this.all('email');
  readonly phones = this.all('phone');
  readonly kind = this.first('kind');
  readonly main = this.first('main');
}

/** Returns all tables of units in a file in order: each sheet, or tables side by side with equal headers. */
export function findUnitTables(sheets: readonly Sheet[], remembered: readonly KnownColumn[]): UnitsTable[] {
  return unitsSheet.tablesIn(sheets, remembered).flatMap((table): UnitsTable[] => {
    const { sheet, header } = table;
    const starts = header === null ? [] : startsBeside(header);
    if (header === null || starts.length === 0) return [table];
    return [0, ...starts].map((from, index, all) => {
      const to = all[index + 1] ?? Number.POSITIVE_INFINITY;
      const labels = header.labels.map((text, column) => (column >= from && column < to ? text : ''));
      const last = labels.findLastIndex((text) => text !== '');
      return {
        name: `${sheet.name}, columnas ${columnLetter(from)} a ${columnLetter(last)}`,
        sheet: columnsOf(sheet, from, to),
        header: unitsSheet.headerOf(sheet, header.row, labels, remembered),
      };
    });
  });
}

const columnsOf = ({ name, rows, hidden }: Sheet, from: number, to: number): Sheet => ({
  name,
  rows: rows.flatMap(({ number, cells }) => {
    const own = cells.map((cell, column) => (column >= from && column < to ? cell : { text: '' }));
    while (own.length > 0 && own.at(-1)?.text === '' && own.at(-1)?.uncalculated !== true) own.pop();
    return own.length === 0 ? [] : [{ number, cells: own }];
  }),
  // The first part accounts for the hidden sheets.
  ...defined({ hidden: from === 0 ? hidden : undefined }),
});

/**
 * Returns the first columns of tables to the right in the same rows: columns of unit and coefficient with the same
 * words as the first table.
 */
function startsBeside(header: UnitsHeader): number[] {
  const [unit = -1] = header.all('unit', 'tower');
  const [coefficient = -1] = header.all('coefficient');
  if (unit === -1 || coefficient === -1) return [];
  const keys = header.labels.map(headerKey);
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
 * True if a row below the header continues the header instead of being a unit: only words, and either all are known
 * titles or half, with a title of a unit.
 */
function continuesHeader({ cells }: SheetRow, _: SheetRow, before: Titles<UnitRole>['before']): boolean {
  const filled = cells.flatMap((cell) => {
    const label = cell.text.replace(/\s+/g, ' ').trim();
    return label === '' ? [] : [{ label, cell }];
  });
  // 'TORRE 1' with 'TORRE 2' beside are headings of units.
  if (filled.every(({ label }) => isSectionHeading(label))) return false;
  if (filled.some(({ cell }) => cell.number !== undefined || /\d/.test(cell.text))) return false;
  const headerCells = filled.filter(({ label }) => isHeaderWord(label, before));
  if (headerCells.length === filled.length) return true;
  const isUnit = (label: string) =>
    rolesOf({ labels: [label], byHand: new Map(), before }).roles.get(0) === 'unit';
  return headerCells.some(({ label }) => isUnit(label)) && headerCells.length * 2 >= filled.length;
}
