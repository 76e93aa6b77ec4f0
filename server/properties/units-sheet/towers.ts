import type { RowDraft } from './coefficient-table-row.ts';

/** Result of `fillTowers`: rows filled with the tower above, and rows without a tower. */
export interface TowersFound {
  /**
   * `filled` if empty cells take the tower above, `left` if not. Null if each row has a tower, or the table
   * has no towers.
   */
  answer: 'filled' | 'left' | null;
  /** Rows filled with the tower above. */
  filled: RowDraft[];
  /** Rows without a tower. */
  left: RowDraft[];
}

const idOf = ({ parts }: RowDraft): string => parts.filter((part) => part !== '').join('-');

/**
 * Fills in towers written only once in a table of units. In a column with a tower only in the first row of
 * each tower, empty cells take the tower above. Under headings ('TORRE 2'), units take the tower if ids
 * would repeat otherwise. In a column with the tower in each row, empty cells stay empty: the units may
 * have no tower.
 * @param columns indexes of the towers among the texts of a row's id
 * @param isByHand choice of the user: true to fill always, false never
 */
export function fillTowers(
  drafts: readonly RowDraft[],
  columns: readonly number[],
  isByHand: boolean | undefined,
): TowersFound {
  const found: TowersFound = { answer: null, filled: [], left: [] };
  for (const at of columns) fillColumn(drafts, at, isByHand, found);
  if (columns.length === 0) fillHeadings(drafts, isByHand, found);
  found.answer = found.filled.length > 0 ? 'filled' : found.left.length > 0 ? 'left' : null;
  return found;
}

function fillColumn(
  drafts: readonly RowDraft[],
  at: number,
  isByHand: boolean | undefined,
  found: TowersFound,
): void {
  const written = drafts.filter(({ parts }) => parts[at] !== '');
  if (written.length === 0) return;
  const isOnce = written.every((draft, index) => draft.parts[at] !== written[index + 1]?.parts[at]);
  const isFilled = isByHand ?? isOnce;
  const ids = new Map<string, number>();
  for (const draft of drafts) ids.set(idOf(draft), (ids.get(idOf(draft)) ?? 0) + 1);
  let tower = '';
  for (const draft of drafts) {
    const own = draft.parts[at] ?? '';
    if (own !== '') {
      tower = own;
      continue;
    }
    // A parking space or shop by name has no tower, unless another unit has the same number.
    const isCommon = draft.kindFound.by === 'id' && draft.kindFound.kind !== 'vivienda';
    if (isCommon && (ids.get(idOf(draft)) ?? 0) < 2) continue;
    if (!isFilled || tower === '') {
      found.left.push(draft);
      continue;
    }
    draft.parts[at] = tower;
    draft.apartmentId = idOf(draft);
    found.filled.push(draft);
  }
}

function fillHeadings(drafts: readonly RowDraft[], isByHand: boolean | undefined, found: TowersFound): void {
  const towersOf = new Map<string, Set<string>>();
  for (const { apartmentId, tower } of drafts) {
    towersOf.set(apartmentId, (towersOf.get(apartmentId) ?? new Set()).add(tower));
  }
  const repeat = [...towersOf.values()].some((towers) => towers.size > 1);
  const under = drafts.filter(({ tower, apartmentId }) => tower !== '' && apartmentId !== '');
  if (isByHand === false) {
    if (repeat) found.left.push(...under);
    return;
  }
  if (!repeat && isByHand !== true) return;
  for (const draft of under) {
    draft.apartmentId = `${draft.tower}-${draft.apartmentId}`;
    found.filled.push(draft);
  }
}
