import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { cutText } from '../../platform/sheets/mapping/problems.ts';
import type { SheetFile } from '../../platform/sheets/sheet.types.ts';
import { about } from './column-problems.ts';
import type { ColumnFound, MonthSheet } from './month-sheet.types.ts';

const MOST_NAMED_ROWS = 5;

/**
 * True for a column with owner names, used only to compare the names with the joint's owners. The names are
 * not stored. False if the user gave the column another role.
 */
export const isComparedName = ({ role, chosenNow, remembered, meaning }: ColumnFound): boolean =>
  role === 'ignore' && meaning === 'owner' && !chosenNow && !remembered;

const wordsOf = (name: string): Set<string> =>
  new Set(
    plainWords(name)
      .split(' ')
      .filter((word) => word.length > 2),
  );

/** True if two owner names may mean the same person: a common word of more than two letters, or an empty name. */
function mayBeSame(written: string, stored: string): boolean {
  const [a, b] = [wordsOf(written), wordsOf(stored)];
  return a.size === 0 || b.size === 0 || [...a].some((word) => b.has(word));
}

/**
 * Warns about rows of a month's spreadsheet with a name that matches no owner of the unit: the owner may be
 * new, or the names were sorted without the units. The message quotes the first rows. Has no side effects.
 * @param owners key: id of the unit ('101'). Value: name of the owner; '' if unknown, 'A / B' for several
 *   owners
 */
export function aboutOwners(
  { sheets }: SheetFile,
  { sheet: first, columns, rows }: Pick<MonthSheet, 'sheet' | 'columns' | 'rows'>,
  owners: ReadonlyMap<string, string>,
): ImportProblem[] {
  const names = columns.filter(isComparedName);
  if (names.length === 0) return [];
  const cells = new Map(
    sheets.map(({ name, rows: all }) => [name, new Map(all.map((row) => [row.number, row]))] as const),
  );
  const other = rows.flatMap(({ sheet, row, apartmentId }) => {
    // For joined sheets, the columns belong to the first sheet.
    if (sheet !== undefined && sheet !== first) return [];
    const found = cells.get(first ?? '')?.get(row);
    if (found === undefined) return [];
    const written = names
      .map(({ column }) => cellText(found, column))
      .join(' ')
      .trim();
    const stored = owners.get(apartmentId) ?? '';
    return mayBeSame(written, stored) ? [] : [{ row, apartmentId, said: written, known: stored }];
  });
  if (other.length === 0) return [];
  const some = other
    .slice(0, MOST_NAMED_ROWS)
    .map(
      (one) =>
        `${one.apartmentId} dice «${cutText(one.said)}» y su propietario es «${cutText(one.known)}» (fila ${one.row})`,
    );
  const how = other.length === 1 ? 'un inmueble' : `${other.length} inmuebles`;
  const message = `En ${how} el nombre de la planilla no es el de la copropiedad: ${some.join('; ')}. Revise que las filas no estén corridas, o actualice los propietarios.`;
  return [about(names[0]?.header ?? null, 'warning', 'ownersDiffer', message)];
}
