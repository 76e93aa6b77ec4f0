import { plainWords } from '../cell-text.ts';
import type { Cell, Sheet, SheetRow } from '../sheet.types.ts';
import {
  type Assigned,
  labelsOf,
  type RoleOrNone,
  SheetHeader,
  sheetWidth,
  type TableInFile,
  type Titles,
} from './header.ts';
import { tablesBeside } from './tables-beside.ts';

/**
 * Description of a kind of spreadsheet (table of units, payments …): roles of the columns, and rules to
 * find the header. A role is the meaning of a column, for example 'coefficient'.
 */
export interface SheetDefinition<Role extends string> {
  /** Spanish meaning of each role, for the list of read and skipped cells. Default: read tables have a `fate`. */
  roles?: Readonly<Record<Role, string>>;
  /** Groups of roles: a header needs at least a column of each group, and different columns for the groups. */
  required: readonly (readonly Role[])[];
  /** Roles read from a single column, the leftmost. */
  single?: readonly Role[];
  /**
   * Number of first rows searched for a header, because a file without a header must not be searched to the end.
   */
  searchedRows: number;
  /** True to take the header with most roles. Default: the first header with the required roles. */
  hasMostRoles?: true;
  /** Decides the role of each column: by hand, as remembered, by the title's words, by values. */
  assign: (titles: Titles<Role>) => Assigned<Role>;
  /** Returns a key for a title, to recognize equal headers in other files and tables. Default: normalized words. */
  keyOf?: (label: string) => string;
  /** Rules for a header of two rows: 'TORRE' and 'APTO' under 'INMUEBLE'. Default: a header has a single row. */
  twoRows?: {
    /** True if a row continues the titles of the row above. */
    continues: (below: SheetRow, above: SheetRow, before: Titles<Role>['before']) => boolean;
    /**
     * True to join a row chosen by hand with the row above. Default: join only if found as a header of two rows.
     */
    joinsChosen?: true;
    /** Returns the title of a column with texts in both rows. `left`: last upper title up to the column. */
    join: (over: string, below: string, around: { before: Titles<Role>['before']; left: string }) => string;
  };
  /** True if a table may lack a header: the row number is then 0, and values decide the roles. */
  mayLackHeader?: true;
  /** Returns the likely header of a sheet if the search finds no header. Default: the row with most words. */
  likely?: (sheet: Sheet) => SheetRow | undefined;
  texts: {
    /**
     * Returns the Spanish reason why a sheet was not read. `hasTable`: has a table; `isBesideRead`: another table
     * was read; `names`: sheets that were read.
     */
    sheet: (found: { hasTable: boolean; isBesideRead: boolean; names: readonly string[] }) => string;
    /** Returns the Spanish reason why a column was not read, by reason code; undefined for an unknown column. */
    unread: (code: string | undefined) => string;
  };
}

/**
 * Column title of an earlier file of the joint, with the role (meaning) chosen by hand. An equal title gets
 * the role again.
 */
export interface KnownHeader<Role extends string> {
  /** Title of the column. */
  header: string;
  role: RoleOrNone<Role>;
}

/** Choices of the user for a file. Missing choices are made automatically. */
export interface SheetChoices<Role extends string> {
  /** Indexes of the tables to read, among all tables of the file. */
  tables?: readonly number[] | undefined;
  /** Row number of the first table's header, from 1; `columns` has roles by column, from 0. */
  headerRow?: number | undefined;
  columns?: readonly { column: number; role: RoleOrNone<Role> }[] | undefined;
}

type Before<Role extends string> = Titles<Role>['before'];

/** Finds the header row in a sheet of a known kind, and the role (meaning) of each column. Never throws. */
export class HeaderFinder<Role extends string> {
  readonly #definition: SheetDefinition<Role>;
  readonly #needed: readonly string[];

  constructor(definition: SheetDefinition<Role>) {
    this.#definition = definition;
    this.#needed = definition.required.flat();
  }

  /** Returns the role chosen by hand for each title, in the columns of an earlier file. */
  before(columns: readonly KnownHeader<Role>[]): Before<Role> {
    const { keyOf = plainWords } = this.#definition;
    const byKey = new Map(columns.map(({ header, role }) => [keyOf(header), role]));
    return (label) => byKey.get(keyOf(label));
  }

  /** True if a header has a column for each required group of roles. */
  isWhole({ roles }: Pick<SheetHeader<Role>, 'roles'>): boolean {
    const { required } = this.#definition;
    const found = [...roles.values()].filter((role) => this.#needed.includes(role));
    return (
      found.length >= required.length && required.every((group) => group.some((role) => found.includes(role)))
    );
  }

  /** Makes the header of a row from the given titles. */
  of(sheet: Sheet, row: number, labels: readonly string[], before: Before<Role>): SheetHeader<Role> {
    const byHand: Titles<Role>['byHand'] = new Map();
    return new SheetHeader(row, labels, this.#definition.assign({ labels, byHand, before, sheet, row }));
  }

  /** Returns the titles of a header of two rows from an index; null if the row below is no part of a header. */
  #joinedLabels(sheet: Sheet, index: number, before: Before<Role>): string[] | null {
    const { twoRows } = this.#definition;
    const [row, next] = [sheet.rows[index], sheet.rows[index + 1]];
    if (twoRows === undefined || row === undefined || next === undefined) return null;
    if (!twoRows.continues(next, row, before)) return null;
    const [over, below] = [labelsOf(row), labelsOf(next)];
    const isTable = (number: number, labels: string[]) =>
      this.isWhole(this.of(sheet, number, labels, before));
    // A row above a complete header is a title.
    const isTitle = over.filter((label) => label !== '').length < 2 || isTable(next.number, below);
    if (isTitle && !isTable(row.number, over)) return null;
    let left = '';
    return Array.from({ length: Math.max(over.length, below.length) }, (_, column) => {
      left = over[column] || left;
      return twoRows.join(over[column] ?? '', below[column] ?? '', { before, left });
    });
  }

  /** Returns the header of two rows from an index, else of the single row; null without all required columns. */
  from(sheet: Sheet, index: number, before: Before<Role>): SheetHeader<Role> | null {
    const [row, next] = [sheet.rows[index], sheet.rows[index + 1]];
    if (row === undefined) return null;
    const labels = this.#joinedLabels(sheet, index, before);
    const joined = labels && this.of(sheet, next?.number ?? row.number, labels, before);
    if (joined && this.isWhole(joined)) return joined;
    const alone = this.of(sheet, row.number, labelsOf(row), before);
    return this.isWhole(alone) ? alone : null;
  }

  /** Finds the header of a sheet: the first, or the header with most roles; null if there is no header. */
  find(sheet: Sheet, before: Before<Role>): SheetHeader<Role> | null {
    const { searchedRows, hasMostRoles, mayLackHeader } = this.#definition;
    let best: SheetHeader<Role> | null = null;
    for (let index = 0; index < Math.min(sheet.rows.length, searchedRows); index++) {
      const found = this.from(sheet, index, before);
      if (found && found.roles.size > (best?.roles.size ?? 0)) best = found;
      if (best && !hasMostRoles) return best;
    }
    const bare = mayLackHeader === true ? this.of(sheet, 0, [], before) : null;
    return best ?? (bare && this.isWhole(bare) ? bare : null);
  }

  /** Finds the tables of a sheet: one, or several side by side with equal titles. */
  tables(sheet: Sheet, before: Before<Role>): TableInFile<Role>[] {
    const { required, keyOf = plainWords } = this.#definition;
    const header = this.find(sheet, before);
    const parts = tablesBeside(sheet, header, required, keyOf);
    return parts.map((part) => ({
      name: part.name,
      sheet: part,
      header: part === sheet ? header : this.find(part, before),
    }));
  }

  /** Returns the header at a row chosen by hand, with chosen roles, over the whole width of the sheet. */
  at(
    { sheet, header }: TableInFile<Role>,
    before: Before<Role>,
    { headerRow, columns }: SheetChoices<Role>,
  ): SheetHeader<Role> {
    const { mayLackHeader, twoRows, assign, likely = likelyRow } = this.#definition;
    const index = sheet.rows.findIndex(({ number }) => number === headerRow);
    const byHandRow = mayLackHeader === true && headerRow === 0 ? 0 : sheet.rows[index]?.number;
    const row = byHandRow ?? header?.row ?? likely(sheet)?.number ?? (mayLackHeader === true ? 0 : 1);
    const written = sheet.rows.find(({ number }) => number === row);
    const joined = twoRows?.joinsChosen === true ? this.#joinedLabels(sheet, index - 1, before) : null;
    const alone = written === undefined ? [] : labelsOf(written);
    const found = header?.row === row ? header.labels : (joined ?? alone);
    const width = Math.max(found.length, sheetWidth(sheet.rows.filter(({ number }) => number > row)));
    const labels = Array.from({ length: width }, (_, column) => found[column] ?? '');
    const byHand = new Map(columns?.map(({ column, role }) => [column, role]));
    return new SheetHeader(row, labels, assign({ labels, byHand, before, sheet, row }));
  }
}

/** Returns the likely header of a sheet without a header: the row with most texts without digits. */
const likelyRow = (sheet: Sheet) => rowOfMostWords(sheet, isTitle, { searched: 30, least: 0 });

/** True for a cell of text without digits. */
const isTitle = ({ text, number }: Cell): boolean =>
  text.trim() !== '' && number === undefined && !/\d/.test(text);

/**
 * Returns the row with the most words among the first rows, as the likely header; undefined if all rows
 * have fewer words than `least`.
 * @param isWord true for a cell with a possible title
 * @param of `searched`: number of first rows to look at
 */
export function rowOfMostWords(
  { rows }: Sheet,
  isWord: (cell: Cell) => boolean,
  { searched, least }: { searched: number; least: number },
): SheetRow | undefined {
  const words = ({ cells }: SheetRow) => cells.filter(isWord).length;
  const early = rows.slice(0, searched);
  const most = Math.max(...early.map(words));
  return most < least ? undefined : early.find((row) => words(row) === most);
}
