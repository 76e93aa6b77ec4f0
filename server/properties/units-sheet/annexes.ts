import { cellText } from '../../platform/sheets/cell-text.ts';
import type { Cell, Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { KnownColumn } from './coefficient-table.types.ts';
import { TableHeader, unitsSheet } from './coefficient-table-header.ts';
import { kindOf, kindOfHeader } from './unit-kinds.ts';

/** Column with the number of a parking space or store room, and the column of its coefficient to the right. */
interface AnnexColumns {
  place: number;
  share: number;
  /** Word for the unit's name: 'Parqueadero'. */
  word: 'Parqueadero' | 'Depósito';
}

/** Most columns from the number of an annex to the coefficient. */
const REACH = 2;

function annexesIn(header: TableHeader): AnnexColumns[] {
  return header.labels.flatMap((label, place) => {
    const kind = kindOfHeader(label);
    const isAnnex = (kind === 'parqueadero' || kind === 'deposito') && header.role(place) === 'ignore';
    const share = header.labels.findIndex(
      (_, column) => column > place && column <= place + REACH && header.unread.get(column) === 'coefficient',
    );
    const isShare = header.unread.get(place) === 'coefficient';
    if (!isAnnex || isShare || share === -1) return [];
    return [{ place, share, word: kind === 'deposito' ? ('Depósito' as const) : ('Parqueadero' as const) }];
  });
}

/** Returns the row of a unit without the annexes, and a row for each annex with the owner of the unit. */
function unitRows(row: SheetRow, header: TableHeader, annexes: readonly AnnexColumns[]): SheetRow[] {
  const cells = [...row.cells];
  const copied = [...header.towers, ...header.persons.flat(), ...header.documents];
  const others = annexes.flatMap(({ place, share, word }): SheetRow[] => {
    const text = cellText(row, place);
    const coefficient = row.cells[share];
    if (text === '' || cellText(row, share) === '' || coefficient === undefined) return [];
    const { kind } = kindOf({ kindText: '', apartmentId: text, section: null, header: null });
    const own: Cell[] = Array.from(header.labels, () => ({ text: '' }));
    for (const column of copied) own[column] = { ...(row.cells[column] ?? { text: '' }), made: true };
    const isNamed = kind === 'parqueadero' || kind === 'deposito';
    own[header.named ?? 0] = { text: isNamed ? text : `${word} ${text}` };
    own[header.coefficient] = coefficient;
    cells[place] = { text: '' };
    cells[share] = { text: '' };
    return [{ number: row.number, cells: own }];
  });
  return [{ number: row.number, cells }, ...others];
}

/**
 * Rearranges tables with a unit, a parking space and a store room in one row, each with its coefficient: every annex
 * becomes a row of its own. Returns null without columns of annexes.
 */
export function withAnnexRows(sheets: readonly Sheet[], remembered: readonly KnownColumn[]): Sheet[] | null {
  let isChanged = false;
  const rearranged = unitsSheet.tablesIn(sheets, remembered).map(({ sheet, header: found }) => {
    const header = found && new TableHeader(found.row, found.labels, found);
    const annexes = header === null || header.named === undefined ? [] : annexesIn(header);
    if (header === null || annexes.length === 0) return sheet;
    isChanged = true;
    const rows = sheet.rows.flatMap((row) =>
      row.number <= header.row ? [row] : unitRows(row, header, annexes),
    );
    return { ...sheet, rows };
  });
  return isChanged ? rearranged : null;
}
