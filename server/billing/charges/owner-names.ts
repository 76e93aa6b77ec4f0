import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import type { SheetFile } from '../../platform/sheets/sheet.types.ts';
import { about } from './column-problems.ts';
import { shortText } from './column-values.ts';
import { shortened } from './month-rows.ts';
import type { ColumnFound, MonthSheet } from './month-sheet.types.ts';

/** As many rows are named. */
const MOST_NAMED = 5;

/** A column of names is not read as anything: it shows whether rows and units are still beside each other. */
export const isComparedName = ({ role, asked, remembered, meaning }: ColumnFound): boolean =>
  role === 'ignore' && meaning === 'owner' && !asked && !remembered;

const wordsOf = (name: string): Set<string> =>
  new Set(
    plainWords(name)
      .split(' ')
      .filter((word) => word.length > 2),
  );

/** Two spellings of people: a word of more than two letters stands in both. Who says nothing disagrees with nobody. */
function mayBeSame(said: string, known: string): boolean {
  const [a, b] = [wordsOf(said), wordsOf(known)];
  return a.size === 0 || b.size === 0 || [...a].some((word) => b.has(word));
}

/**
 * Rows in which the sheet's own name is of nobody whom the joint knows in that unit: a name that changed, or rows that were
 * sorted without their units. A warning that names the first of them. Pure.
 * @param owners by unit; '' where nobody is known, 'A / B' of several
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
    // Of sheets that are joined, the columns are the first one's.
    if (sheet !== undefined && sheet !== first) return [];
    const found = cells.get(first ?? '')?.get(row);
    if (found === undefined) return [];
    const said = names
      .map(({ column }) => shortText(found, column))
      .join(' ')
      .trim();
    const known = owners.get(apartmentId) ?? '';
    return mayBeSame(said, known) ? [] : [{ row, apartmentId, said, known }];
  });
  if (other.length === 0) return [];
  const some = other
    .slice(0, MOST_NAMED)
    .map(
      (one) =>
        `${one.apartmentId} dice «${shortened(one.said)}» y su propietario es «${shortened(one.known)}» (fila ${one.row})`,
    );
  const how = other.length === 1 ? 'un inmueble' : `${other.length} inmuebles`;
  const message = `En ${how} el nombre de la planilla no es el de la copropiedad: ${some.join('; ')}. Revise que las filas no estén corridas, o actualice los propietarios.`;
  return [about(names[0]?.header ?? null, 'warning', 'ownersDiffer', message)];
}
