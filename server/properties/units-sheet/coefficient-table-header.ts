import { unitColumnWords } from '../../../shared/properties/units-reading.ts';
import { defineSheet } from '../../platform/sheets/mapping/define-sheet.ts';
import { SheetHeader, type Titles } from '../../platform/sheets/mapping/header.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';
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
