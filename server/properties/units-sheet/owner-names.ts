import { readDocument } from '../../../shared/properties/documents.ts';
import { isPlaceholderName } from '../../../shared/properties/placeholder-names.ts';
import { cellText, idText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { SheetHeader } from '../../platform/sheets/mapping/header.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { UnitRole } from './column-roles.ts';

/** Indexes (from 0) of the columns with a person's name, given names first. */
export type NameColumns = readonly number[];

/** Separator between the names, and between the identity documents, of the owners of a unit. */
export const BETWEEN_OWNERS = ' / ';

/**
 * Returns the name columns of each owner, left to right. A column of full names is an owner; given names
 * and surnames form an owner until a repetition ('Nombres', 'Apellidos', 'Nombres 2', 'Apellidos 2').
 */
export function personsOf(header: SheetHeader<UnitRole>): NameColumns[] {
  const persons: NameColumns[] = [];
  let givenNames: number[] = [];
  let surnames: number[] = [];
  let last: 'given' | 'surname' | null = null;
  const close = () => {
    if (givenNames.length + surnames.length > 0) persons.push([...givenNames, ...surnames]);
    givenNames = [];
    surnames = [];
    last = null;
  };
  for (const column of header.all('owner', 'given', 'surname')) {
    const role = header.role(column);
    if (role === 'owner') {
      close();
      persons.push([column]);
    } else if (role === 'given') {
      if (last === 'surname' && givenNames.length > 0) close();
      givenNames.push(column);
      last = 'given';
    } else if (role === 'surname') {
      if (last === 'given' && surnames.length > 0) close();
      surnames.push(column);
      last = 'surname';
    }
  }
  close();
  return persons;
}

/**
 * Returns the owners of a row as a text without repetitions; '' if missing. Several owners in a cell are on
 * separate lines.
 */
export function ownerIn(row: SheetRow, persons: readonly NameColumns[]): string {
  const names = persons.flatMap((columns) => {
    const [only] = columns;
    if (columns.length === 1 && only !== undefined) return linesOf(row, only, cellText);
    return columns
      .map((column) => cellText(row, column))
      .filter((part) => part !== '')
      .join(' ');
  });
  return joined(
    names.filter((name) => !isPlaceholderName(name)),
    plainWords,
  );
}

/** Returns the lines of a cell, each read by `read`. */
function linesOf(row: SheetRow, column: number, read: typeof cellText): string[] {
  const cell = row.cells[column];
  if (cell === undefined || !cell.text.includes('\n')) return [read(row, column)];
  return cell.text
    .split('\n')
    .map((text) => read({ ...row, cells: [{ ...cell, text }] }, 0))
    .filter((text) => text !== '');
}

/** Returns the owners' identity documents of a row as a text without repetitions; '' if missing. */
export function documentIn(row: SheetRow, columns: readonly number[]): string {
  return joined(
    columns.flatMap((column) => linesOf(row, column, idText)),
    (document) => readDocument(document)?.key ?? '',
  );
}

/**
 * Joins the names or documents of several owners with ' / ', without repetitions.
 * @param keyOf key of a text; texts with equal keys are repetitions
 */
export function joined(texts: readonly string[], keyOf: (text: string) => string): string {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const key = keyOf(text) || text;
    if (text !== '' && !byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()].join(BETWEEN_OWNERS);
}
