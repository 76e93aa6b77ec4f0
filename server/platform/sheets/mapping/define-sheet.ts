import type { SheetAccount } from '../../../../shared/sheet-account.ts';
import { accountOfSheets, type ColumnFate } from '../account.ts';
import { cellText, plainWords } from '../cell-text.ts';
import type { Sheet, SheetRow } from '../sheet.types.ts';
import {
  type Assigned,
  labelsOf,
  type RoleOrNone,
  SheetHeader,
  sheetWidth,
  type TableInFile,
  type Titles,
} from './header.ts';
import { cutText, fileProblem, inQuotes } from './problems.ts';

/** Description of a kind of spreadsheet: meaning of the columns, and sentences for the user. */
export interface SheetDefinition<Role extends string> {
  /** Spanish meaning of each role, for the list of read and skipped cells. */
  roles: Readonly<Record<Role, string>>;
  /** Groups of roles: a header needs at least a column of each group. */
  required: readonly (readonly Role[])[];
  /** Roles read from a single column, the leftmost. */
  single?: readonly Role[];
  /**
   * Number of first rows searched for a header, because a file without a header must not be searched to the end.
   */
  searchedRows: number;
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
    /** Returns the title of a column with texts in both rows. */
    join: (over: string, below: string, before: Titles<Role>['before']) => string;
  };
  /** True if a table may lack a header: the row number is then 0, and values decide the roles. */
  mayLackHeader?: true;
  /** Returns the likely header of a sheet if the search finds no header. Default: the row with most words. */
  likely?: (sheet: Sheet) => SheetRow | undefined;
  texts: {
    /**
     * Returns the Spanish reason why a sheet was not read. `hasTable`: has a table; `isBesideRead`: another table
     * was read.
     */
    sheet: (found: { hasTable: boolean; isBesideRead: boolean }) => string;
    /** Returns the Spanish reason why a column was not read, by reason code; undefined for an unknown column. */
    unread: (code: string | undefined) => string;
  };
}

/** Title of a column in an earlier file, with the role chosen by hand. */
export interface KnownHeader<Role extends string> {
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

/** Table chosen for reading, with the final header. */
export interface MappedTable<Role extends string> {
  index: number;
  name: string;
  sheet: Sheet;
  /** Header with roles. May lack a required column, if chosen by hand or only likely. */
  header: SheetHeader<Role>;
}

/** Tables of a file, with the choice of tables to read. */
export interface MappedTables<Role extends string> {
  all: readonly TableInFile<Role>[];
  /** Indexes of tables: `withHeader` with a header, `chosen` by the user, `indices` to read. */
  withHeader: readonly number[];
  chosen: readonly number[];
  indices: readonly number[];
  first: MappedTable<Role>;
  read: MappedTable<Role>[];
  /** True if the user chose row, columns or tables by hand. */
  isByHand: boolean;
}

/** Rows left out of the import: Spanish reason by row number. */
export type LeftRows = ReadonlyMap<number, string>;

/**
 * Defines a kind of spreadsheet. The returned functions find the tables of a file and the role of each column,
 * describe the columns to the user, and tell the fate of every cell. The functions use only the arguments and never
 * throw.
 */
export function defineSheet<Role extends string>(definition: SheetDefinition<Role>) {
  const { required, searchedRows, assign, twoRows, mayLackHeader, keyOf = plainWords } = definition;
  type Header = SheetHeader<Role>;
  type Before = Titles<Role>['before'];
  const none: Titles<Role>['byHand'] = new Map();

  const beforeIn = (columns: readonly KnownHeader<Role>[]): Before => {
    const byKey = new Map(columns.map(({ header, role }) => [keyOf(header), role]));
    return (label) => byKey.get(keyOf(label));
  };

  /** True if a header has a column for each required group of roles. */
  const isWhole = (header: Pick<Header, 'roles'>): boolean => {
    const found = new Set<string>(header.roles.values());
    return required.every((group) => group.some((role) => found.has(role)));
  };

  const headerOf = (sheet: Sheet, row: number, labels: readonly string[], before: Before): Header =>
    new SheetHeader(row, labels, assign({ labels, byHand: none, before, sheet, row }));

  /** Returns the titles of a header of two rows from an index; null if the row below is no part of a header. */
  function joinedLabels(sheet: Sheet, index: number, before: Before): string[] | null {
    const [row, next] = [sheet.rows[index], sheet.rows[index + 1]];
    if (twoRows === undefined || row === undefined || next === undefined) return null;
    if (!twoRows.continues(next, row, before)) return null;
    const [over, below] = [labelsOf(row), labelsOf(next)];
    // A row above a complete header is a title.
    const isTitle =
      over.filter((label) => label !== '').length < 2 || isWhole(headerOf(sheet, next.number, below, before));
    if (isTitle && !isWhole(headerOf(sheet, row.number, over, before))) return null;
    return Array.from({ length: Math.max(over.length, below.length) }, (_, column) =>
      twoRows.join(over[column] ?? '', below[column] ?? '', before),
    );
  }

  /** Finds the first header with all required columns, of a single row or of two; null if there is no header. */
  function find(sheet: Sheet, before: Before): Header | null {
    for (const [index, row] of sheet.rows.slice(0, searchedRows).entries()) {
      const labels = joinedLabels(sheet, index, before);
      const joined = labels && headerOf(sheet, sheet.rows[index + 1]?.number ?? row.number, labels, before);
      if (joined && isWhole(joined)) return joined;
      const found = headerOf(sheet, row.number, labelsOf(row), before);
      if (isWhole(found)) return found;
    }
    const bare = mayLackHeader === true ? headerOf(sheet, 0, [], before) : null;
    return bare !== null && isWhole(bare) ? bare : null;
  }

  /** Returns the header at a row chosen by hand, with chosen roles, over the whole width of the sheet. */
  function headerAt(
    { sheet, header }: TableInFile<Role>,
    before: Before,
    { headerRow, columns }: SheetChoices<Role>,
  ): Header {
    const index = sheet.rows.findIndex(({ number }) => number === headerRow);
    const byHandRow = mayLackHeader === true && headerRow === 0 ? 0 : sheet.rows[index]?.number;
    const likely = (definition.likely ?? rowOfMostWords)(sheet)?.number;
    const row = byHandRow ?? header?.row ?? likely ?? (mayLackHeader === true ? 0 : 1);
    const written = sheet.rows.find(({ number }) => number === row);
    const joined = twoRows?.joinsChosen === true ? joinedLabels(sheet, index - 1, before) : null;
    const alone = written === undefined ? [] : labelsOf(written);
    const found = header?.row === row ? header.labels : (joined ?? alone);
    const width = Math.max(found.length, sheetWidth(sheet.rows.filter(({ number }) => number > row)));
    const labels = Array.from({ length: width }, (_, column) => found[column] ?? '');
    const byHand = new Map(columns?.map(({ column, role }) => [column, role]));
    return new SheetHeader(row, labels, assign({ labels, byHand, before, sheet, row }));
  }

  return {
    isWhole,

    /** Makes the header of a row from the given titles, with a role for each column. */
    headerOf: (
      sheet: Sheet,
      row: number,
      labels: readonly string[],
      remembered: readonly KnownHeader<Role>[],
    ): SheetHeader<Role> => headerOf(sheet, row, labels, beforeIn(remembered)),

    /** Finds the table in each sheet, with a header if the sheet has a header. */
    tablesIn: (sheets: readonly Sheet[], remembered: readonly KnownHeader<Role>[]): TableInFile<Role>[] => {
      const before = beforeIn(remembered);
      return sheets.map((sheet) => ({ name: sheet.name, sheet, header: find(sheet, before) }));
    },

    /**
     * Chooses the tables to read: by hand, else the first table with a header. Choices for the first table apply to
     * equal headers in the other tables.
     */
    choose(
      all: readonly TableInFile<Role>[],
      remembered: readonly KnownHeader<Role>[],
      choices: SheetChoices<Role>,
    ): MappedTables<Role> {
      const withHeader = all.flatMap(({ header }, index) => (header === null ? [] : [index]));
      const chosen = all.flatMap((_, index) => (choices.tables?.includes(index) ? [index] : []));
      const [main = withHeader[0] ?? 0, ...others] = chosen;
      const mapped = (index: number, before: Before, byHand: SheetChoices<Role>): MappedTable<Role> => {
        const { name, sheet, header } = all[index] ?? { name: '', sheet: EMPTY_SHEET, header: null };
        const found = header ?? find(sheet, before);
        return { index, name, sheet, header: headerAt({ name, sheet, header: found }, before, byHand) };
      };
      const first = mapped(main, beforeIn(remembered), choices);
      const byHand = (choices.columns ?? []).flatMap(({ column, role }) => {
        const header = first.header.labels[column];
        return header ? [{ header, role }] : [];
      });
      const before = beforeIn([...remembered, ...byHand]);
      const read = [first, ...others.map((index) => mapped(index, before, {}))];
      const indices = read.map(({ index }) => index);
      const { headerRow, columns = [] } = choices;
      const isByHand = headerRow !== undefined || columns.length > 0 || chosen.length > 0;
      return { all, withHeader, chosen, indices, first, read, isByHand };
    },

    /** Tells the fate of every cell in the tables of a file: read, or skipped with a reason. */
    account: (all: readonly TableInFile<Role>[], read: readonly ReadTable<Role>[]): SheetAccount =>
      accountOf(definition, all, read),
  };
}

/** Table that was read, with the rows left out. */
interface ReadTable<Role extends string> {
  index: number;
  header: SheetHeader<Role>;
  left: LeftRows;
}

function accountOf<Role extends string>(
  { roles, single, texts }: SheetDefinition<Role>,
  all: readonly TableInFile<Role>[],
  read: readonly ReadTable<Role>[],
): SheetAccount {
  const byIndex = new Map(read.map((table) => [table.index, table]));
  const sheets = all.map(({ name, sheet }) => (sheet.name === name ? sheet : { ...sheet, name }));
  return accountOfSheets(sheets, (sheet) => {
    const index = sheets.indexOf(sheet);
    const table = byIndex.get(index);
    if (table === undefined) {
      return texts.sheet({ hasTable: all[index]?.header != null, isBesideRead: read.length > 0 });
    }
    const { header, left } = table;
    const fateOf = (column: number): ColumnFate => {
      const role = header.role(column);
      if (role === 'ignore') return { reason: texts.unread(header.unread.get(column)) };
      const isSpare = single?.includes(role) && header.first(role) !== column;
      return isSpare ? { reason: texts.unread(role) } : { as: roles[role] };
    };
    return {
      headerRow: header.row,
      column: (column) => ({ header: header.labels[column] ?? '', ...fateOf(column) }),
      row: ({ number }) => left.get(number) ?? null,
    };
  });
}

const EMPTY_SHEET: Sheet = { name: '', rows: [] };

/** Number of rows at the start of a sheet to look for a likely header. */
const BEGINNING = 30;

/** True for a cell of text without digits. */
const isTitle = ({ text, number }: SheetRow['cells'][number]): boolean =>
  text.trim() !== '' && number === undefined && !/\d/.test(text);

/** Returns the row with most texts without digits, at the start of a sheet. */
function rowOfMostWords({ rows }: Sheet): SheetRow | undefined {
  const words = ({ cells }: SheetRow) => cells.filter(isTitle).length;
  return rows.slice(0, BEGINNING).sort((a, b) => words(b) - words(a) || a.number - b.number)[0];
}

/**
 * Returns the message about tables with a header that were not read: a question to the user, or a notice after the
 * answer.
 */
export function aboutTables<Role extends string>(
  { all, withHeader, chosen, read }: MappedTables<Role>,
  what: string,
) {
  const names = (indices: readonly number[]) => inQuotes(indices.map((index) => all[index]?.name ?? ''));
  const indices = read.map(({ index }) => index);
  const left = withHeader.filter((index) => !indices.includes(index));
  if (left.length === 0) return [];
  if (chosen.length > 0)
    return [fileProblem('warning', 'tablesLeftOut', `Por indicación suya no se leyeron: ${names(left)}.`)];
  const message = `El archivo tiene ${withHeader.length} ${what}. Se leyó ${names(indices)}; falta ${names(left)}. Diga si se unen o cuáles no se leen.`;
  return [fileProblem('error', 'otherTables', message)];
}

/** Returns the list of a file's tables, as shown in the report of an import. */
export const tablesTold = <Role extends string>({ all, indices }: MappedTables<Role>) =>
  all.map(({ name, header }, index) => ({
    name,
    hasHeader: header !== null,
    isRead: indices.includes(index),
  }));

/** Limits of sample values: rows searched, number of samples, and characters of a sample. */
const SAMPLES = { rows: 100, most: 3, length: 60 };

/** Returns sample values of a column below the header. */
export function samplesOf(
  { rows }: Sheet,
  headerRow: number,
  column: number,
  { length = SAMPLES.length } = {},
): string[] {
  const samples: string[] = [];
  for (const row of rows.filter(({ number }) => number > headerRow).slice(0, SAMPLES.rows)) {
    const text = cellText(row, column);
    if (text !== '') samples.push(cutText(text, length));
    if (samples.length === SAMPLES.most) break;
  }
  return samples;
}
