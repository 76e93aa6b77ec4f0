import { plainWords } from '../../platform/sheets/cell-text.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { Layout, RowRead } from './month-rows.ts';
import type { UnitIndex } from './unit-index.ts';

/** A date, an account to pay to, a rate. */
const MOST_CELLS = 2;

/**
 * Notes that stand under a table and have something beside their words where amounts are: rows after the last unit
 * that name none, in words ('Tasa de mora', 'Fecha:', or anything after the total), with hardly anything in them.
 * @param totalAt the row of the last total, if there is one
 */
export function footNotes(
  rows: readonly SheetRow[],
  reads: readonly RowRead[],
  { money }: Layout,
  units: UnitIndex,
  totalAt: number | null,
): RowRead[] {
  const last = reads.map(({ apartmentId }) => apartmentId !== null).lastIndexOf(true);
  if (last === -1) return [];
  const tail = new Map(reads.slice(last + 1).map((read) => [read.row, read]));
  return rows.flatMap((row) => {
    const read = tail.get(row.number);
    if (!read) return [];
    const { said, amounts } = read;
    const filled = row.cells.filter(({ text }) => text.trim() !== '').length;
    // Else it is a unit that the joint does not have, and its charges are not to be dropped.
    const isPoor = filled <= MOST_CELLS && amounts.size * 2 <= money.length;
    const isWords = /\p{L}/u.test(said) && !/\d/.test(said) && units.suggest(said) === null;
    const isAfterTotal = totalAt !== null && row.number > totalAt;
    const isSentence = said.trim().endsWith(':') || plainWords(said).includes(' ');
    return isPoor && isWords && (isAfterTotal || isSentence) ? [read] : [];
  });
}
