import type { SheetAccount } from '../../../../shared/sheet-account.ts';
import { accountOfSheets, type ColumnFate, type TableFate } from '../account.ts';
import { cellText } from '../cell-text.ts';
import type { Sheet } from '../sheet.types.ts';
import { HeaderFinder, type KnownHeader, type SheetChoices, type SheetDefinition } from './find-header.ts';
import type { SheetHeader, TableInFile, Titles } from './header.ts';
import { cutText, fileProblem, inQuotes } from './problems.ts';

/** Table of an uploaded file to be read, with the header and the role (meaning) of each column. */
export interface MappedTable<Role extends string> {
  /** Position of the table in the file, from 0. */
  index: number;
  name: string;
  sheet: Sheet;
  /** Header with the role of each column. A required column may be missing in a header chosen by hand. */
  header: SheetHeader<Role>;
}

/** All tables of an uploaded file, with the tables chosen for reading. */
export interface MappedTables<Role extends string> {
  all: readonly TableInFile<Role>[];
  /** Indexes of the tables with a header. */
  withHeader: readonly number[];
  /** Indexes of the tables chosen by the user. */
  chosen: readonly number[];
  /** Indexes of the tables to read. */
  indices: readonly number[];
  /** First of the tables to read. */
  first: MappedTable<Role>;
  /** Tables to read, with headers. */
  read: MappedTable<Role>[];
  /** True if the user chose row, columns or tables by hand. */
  isByHand: boolean;
}

/** Rows left out of an import. Key: number of the row, from 1. Value: Spanish reason. */
export type LeftRows = ReadonlyMap<number, string>;

/**
 * Defines a kind of spreadsheet, for example the table of units. The returned functions find the tables of
 * a file and the role (meaning) of each column, describe the columns to the user, and tell for every cell
 * if the cell is read. The functions never throw.
 */
export function defineSheet<Role extends string>(definition: SheetDefinition<Role>) {
  const finder = new HeaderFinder(definition);

  return {
    /** True if a header has a column for each required group of roles. */
    isWhole: (header: Pick<SheetHeader<Role>, 'roles'>): boolean => finder.isWhole(header),

    /** Returns the header that starts at an index of the sheet's rows, of two rows or one; null without a header. */
    headerFrom: (sheet: Sheet, index: number): SheetHeader<Role> | null =>
      finder.from(sheet, index, finder.before([])),

    /** Finds the tables in each sheet, with a header if the table has a header. Tables side by side are apart. */
    tablesIn: (sheets: readonly Sheet[], remembered: readonly KnownHeader<Role>[]): TableInFile<Role>[] =>
      sheets.flatMap((sheet) => finder.tables(sheet, finder.before(remembered))),

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
      const mapped = (
        index: number,
        before: Titles<Role>['before'],
        byHand: SheetChoices<Role>,
      ): MappedTable<Role> => {
        const { name, sheet, header } = all[index] ?? { name: '', sheet: EMPTY_SHEET, header: null };
        const found = header ?? finder.find(sheet, before);
        return { index, name, sheet, header: finder.at({ name, sheet, header: found }, before, byHand) };
      };
      const first = mapped(main, finder.before(remembered), choices);
      const byHand = (choices.columns ?? []).flatMap(({ column, role }) => {
        const header = first.header.labels[column];
        return header ? [{ header, role }] : [];
      });
      const before = finder.before([...remembered, ...byHand]);
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
  /** Returns the fate of a column. Default: by the role in the header. */
  fate?: TableFate['column'];
  /** Spanish uses of columns without a role. Key: index of the column, from 0. */
  used?: ReadonlyMap<number, string>;
}

function accountOf<Role extends string>(
  { roles, single, texts }: SheetDefinition<Role>,
  all: readonly TableInFile<Role>[],
  read: readonly ReadTable<Role>[],
): SheetAccount {
  const byIndex = new Map(read.map((table) => [table.index, table]));
  const sheets = all.map(({ sheet }) => sheet);
  return accountOfSheets(sheets, (sheet) => {
    const index = sheets.indexOf(sheet);
    const table = byIndex.get(index);
    if (table === undefined) {
      const names = read.map((one) => all[one.index]?.name ?? '');
      return texts.sheet({ hasTable: all[index]?.header != null, isBesideRead: read.length > 0, names });
    }
    const { header, left, fate, used } = table;
    const fateOf = (column: number): ColumnFate => {
      const role = header.role(column);
      const as = role === 'ignore' ? used?.get(column) : undefined;
      if (as !== undefined) return { as };
      if (role === 'ignore') return { reason: texts.unread(header.unread.get(column)) };
      const isSpare = single?.includes(role) && header.first(role) !== column;
      return isSpare ? { reason: texts.unread(role) } : { as: roles?.[role] ?? role };
    };
    return {
      headerRow: header.row,
      column: fate ?? ((column) => ({ header: header.labels[column] ?? '', ...fateOf(column) })),
      row: ({ number }) => left.get(number) ?? null,
    };
  });
}

const EMPTY_SHEET: Sheet = { name: '', rows: [] };

/**
 * Returns the message about tables with a header left unread: a question to the user, or a notice after the
 * user's answer.
 * @param what Spanish name of the rows, for the sentence: 'listas'
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

/** Returns name, presence of a header, and reading of each table in a file, for the report of an import. */
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
