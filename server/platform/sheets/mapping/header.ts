import { plainWords, titleText } from '../cell-text.ts';
import { columnLetter, type Sheet, type SheetRow } from '../sheet.types.ts';

/** Role (meaning) of a column, or `ignore` for a column to skip. */
export type RoleOrNone<Role extends string> = Role | 'ignore';

/** Role (meaning) of each column under a header, decided by the rules of the kind of sheet. */
export interface Assigned<Role extends string> {
  /**
   * Roles of columns, left to right. Key: index of the column, from 0. A skipped column is missing or
   * `ignore`.
   */
  roles: ReadonlyMap<number, RoleOrNone<Role>>;
  /** Skipped columns. Key: index of the column, from 0. Value: code of the reason. */
  unread?: ReadonlyMap<number, string>;
  /** Indexes of the columns with a role chosen by hand in an earlier file. */
  remembered?: ReadonlySet<number>;
}

/** Header of a table with the role of each column. */
export class SheetHeader<Role extends string> {
  /** Row number of the header from 1; the last row of a header of two. 0 for a sheet without a header. */
  readonly row: number;
  readonly labels: readonly string[];
  readonly roles: ReadonlyMap<number, RoleOrNone<Role>>;
  readonly unread: ReadonlyMap<number, string>;
  readonly remembered: ReadonlySet<number>;

  constructor(row: number, labels: readonly string[], assigned: Assigned<Role>) {
    this.row = row;
    this.labels = labels;
    this.roles = assigned.roles;
    this.unread = assigned.unread ?? new Map();
    this.remembered = assigned.remembered ?? new Set();
  }

  /** Returns the title of a column, or the column's letter without a title. */
  name(column: number): string {
    return this.labels[column] || columnLetter(column);
  }

  role(column: number): RoleOrNone<Role> {
    return this.roles.get(column) ?? 'ignore';
  }

  /** Returns the columns with one of the roles, left to right. */
  all(...wanted: readonly Role[]): number[] {
    return [...this.roles]
      .flatMap(([column, role]) => ((wanted as readonly string[]).includes(role) ? [column] : []))
      .sort((a, b) => a - b);
  }

  first(role: Role): number | undefined {
    return this.all(role)[0];
  }
}

/** Table in a file: a sheet, or some columns of a sheet. */
export interface TableInFile<Role extends string> {
  name: string;
  sheet: Sheet;
  /** Header with roles; null if the table has no header. */
  header: SheetHeader<Role> | null;
}

/**
 * Titles in a row of a sheet, perhaps a header, with the user's choices. Input for the rules about column
 * meanings.
 */
export interface Titles<Role extends string> {
  /** Titles of the row, a text per column. */
  labels: readonly string[];
  /** Roles chosen by hand for this file. Key: index of the column, from 0. */
  byHand: ReadonlyMap<number, RoleOrNone<Role>>;
  /** Returns the role chosen by hand for an equal title in an earlier file; undefined without a choice. */
  before: (label: string) => RoleOrNone<Role> | undefined;
  /** Sheet of the row, to look at the values below `row`. */
  sheet: Sheet;
  /** Number of the row, from 1. */
  row: number;
}

/** Most characters of a title. Longer texts are sentences, not titles. */
export const MAX_LABEL = 60;

/** True for the title of a column with towers, in words as of `titleWords`: 'Torre', 'No. de torre', 'BLQ'. */
export const isTowerTitle = (words: string): boolean =>
  /^(no |numero |n )?(de )?(torre|torres|bloque|bl|blq|interior|int|manzana|mz|mza|etapa|edificio|agrupacion)$/.test(
    words,
  );

/** Returns the words of a column title in lower case without accents or punctuation; '' for a sentence. */
export const titleWords = (label: string): string => (label.length > MAX_LABEL ? '' : plainWords(label));

/** Returns the titles in a row, a text for each cell. */
export const labelsOf = ({ cells }: SheetRow): string[] => Array.from(cells, titleText);

/** Returns the number of columns of the widest row. */
export const sheetWidth = (rows: readonly SheetRow[]): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

/** Patterns of column titles for each role (meaning of a column), the best pattern first. */
export type RoleTitles<Role extends string> = readonly (readonly [Role, ...RegExp[]])[];

/**
 * Assigns roles (meanings) to columns by the words of the titles, at most a single column for each role. A
 * column gets the first role with a matching pattern; of several columns for a role, the best pattern wins,
 * then the leftmost.
 * @returns `roles`: role of each read column; `unread`: other matching columns, with the role as reason.
 * Keys: index of the column, from 0
 */
export function assignByWords<Role extends string>(
  words: readonly string[],
  titles: RoleTitles<Role>,
): { roles: Map<number, RoleOrNone<Role>>; unread: Map<number, string> } {
  const found = words.flatMap((text, column) => {
    for (const [role, ...patterns] of titles) {
      const rank = patterns.findIndex((pattern) => pattern.test(text));
      if (rank !== -1) return [{ column, role, rank }];
    }
    return [];
  });
  const roles = new Map<number, RoleOrNone<Role>>();
  const unread = new Map<number, string>();
  const taken = new Set<Role>();
  for (const { column, role } of found.sort((a, b) => a.rank - b.rank || a.column - b.column)) {
    if (taken.has(role)) unread.set(column, role);
    else roles.set(column, role);
    taken.add(role);
  }
  return { roles, unread };
}

/**
 * Applies the user's choices of column roles (meanings) to the roles found by words. If the user gives a
 * role to a column, another column found for the same role, or for a role of the same group, is no longer
 * read.
 * @param chosen chosen roles by column index
 * @param groups groups of roles; a table has only a single role of a group
 */
export function withChosen<Role extends string>(
  { roles: found, unread: before, remembered }: Assigned<Role>,
  chosen: ReadonlyMap<number, RoleOrNone<Role>>,
  groups: readonly (readonly Role[])[],
): Assigned<Role> {
  const roles = new Map(found);
  const unread = new Map(before);
  const wanted = new Set(chosen.values());
  for (const [column, role] of found) {
    const group = groups.find((one) => (one as readonly string[]).includes(role));
    if (!group?.some((one) => wanted.has(one))) continue;
    roles.delete(column);
    unread.set(column, role);
  }
  for (const [column, role] of chosen) {
    const former = roles.get(column);
    if (role === 'ignore' && former !== undefined) unread.set(column, former);
    else if (role !== 'ignore') unread.delete(column);
    roles.set(column, role);
  }
  return { roles, unread, remembered: remembered ?? new Set() };
}

/**
 * Returns the roles (meanings) chosen by hand in an earlier file for equal column titles. Key: index of the
 * column, from 0.
 */
export const rolesBefore = <Role extends string>({
  labels,
  before,
}: Titles<Role>): Map<number, RoleOrNone<Role>> =>
  new Map(
    labels.flatMap((label, column) => {
      const role = label === '' ? undefined : before(label);
      return role === undefined ? [] : [[column, role] as const];
    }),
  );
