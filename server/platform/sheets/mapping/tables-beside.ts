import { defined } from '../../../../shared/defined.ts';
import { columnLetter, type Sheet } from '../sheet.types.ts';
import type { SheetHeader } from './header.ts';
import { cutText } from './problems.ts';

/** Most characters of a sheet's name in a workbook; a text file may have a longer name. */
const NAME = 31;

/**
 * Divides a sheet with tables side by side into a sheet for each table, with the cells in the same rows and columns.
 * Any other sheet stays alone.
 * @param required groups of roles: a table has a column of each group
 * @param keyOf returns a key for a title; equal titles have equal keys
 */
export function tablesBeside<Role extends string>(
  sheet: Sheet,
  header: SheetHeader<Role> | null,
  required: readonly (readonly Role[])[],
  keyOf: (label: string) => string,
): Sheet[] {
  const starts = header === null ? [] : startsBeside(header, required, keyOf);
  if (header === null || starts.length === 0) return [sheet];
  return [0, ...starts].map((from, index) => {
    const to = starts[index] ?? Number.POSITIVE_INFINITY;
    const isOwn = (column: number) => column >= from && column < to;
    const last = header.labels.findLastIndex((label, column) => isOwn(column) && label !== '');
    return columnsOf(
      sheet,
      isOwn,
      `${cutText(sheet.name, NAME)}, columnas ${columnLetter(from)} a ${columnLetter(last)}`,
    );
  });
}

/** Returns the sheet with some columns only. The first part accounts for the hidden sheets. */
function columnsOf(sheet: Sheet, isOwn: (column: number) => boolean, name: string): Sheet {
  const { hidden, aside, hiddenColumns } = sheet;
  const rows = sheet.rows.flatMap(({ number, cells }) => {
    const last = cells.findLastIndex(
      ({ text, uncalculated }, column) => isOwn(column) && (text !== '' || uncalculated),
    );
    const own = cells.slice(0, last + 1).map((cell, column) => (isOwn(column) ? cell : { text: '' }));
    return own.length === 0 ? [] : [{ number, cells: own }];
  });
  const whole = isOwn(0) ? { hidden, aside } : {};
  return {
    name,
    rows,
    ...defined({ ...whole, hiddenRows: sheet.hiddenRows, hiddenColumns: hiddenColumns?.filter(isOwn) }),
  };
}

/**
 * Returns the first columns of tables to the right in the same rows: the words of the first table again, at a distance. The
 * other tables may lack the running number of the first.
 */
function startsBeside<Role extends string>(
  header: SheetHeader<Role>,
  required: readonly (readonly Role[])[],
  keyOf: (label: string) => string,
): number[] {
  const needed = required.map((group) => header.all(...group)[0] ?? -1);
  const keys = header.labels.map(keyOf);
  const isAgain = (column: number, by: number) => keys[column] === keys[column + by];
  const named = keys.findIndex((key) => key !== '');
  const isCounted = header.role(named) === 'ignore' && !keys.includes(keys[named] ?? '', named + 1);
  const first = isCounted ? keys.findIndex((key, column) => column > named && key !== '') : named;
  return keys.flatMap((_, column) => {
    const isTable = [first, first + 1, ...needed].every((of) => isAgain(of, column - first));
    return column > Math.max(...needed) && isTable ? [column] : [];
  });
}
