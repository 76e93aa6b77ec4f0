import { cellText, plainWords, repeatsRow } from '../cell-text.ts';
import type { Sheet, SheetRow } from '../sheet.types.ts';

/** True if a text starts with a word for a total: 'Gran total', 'SUMAS', 'Subtotal torre 1'. */
export const saysTotal = (text: string): boolean =>
  /^(gran |sub ?)?(total(es)?|suman?|sumas|sumatoria)\b/.test(plainWords(text));

/**
 * Returns the text of a row with only one text, possibly in merged cells; null for several texts or an empty row.
 */
export function onlyText(row: SheetRow): string | null {
  const texts = new Set(row.cells.map((_, column) => cellText(row, column)).filter((text) => text !== ''));
  const [text = null] = texts;
  return texts.size === 1 ? text : null;
}

/**
 * Returns a function to recognize a repeated header inside a table: true if a row equals the header, or the
 * row above the header.
 * @param headerRow row number of the header, from 1
 */
export function headerTest({ rows }: Sheet, headerRow: number): (row: SheetRow) => boolean {
  const titles = rows.filter(({ number }) => number === headerRow || number === headerRow - 1);
  return (row) => titles.some((written) => repeatsRow(row, written));
}

/**
 * Finds duplicates by a key, for example two rows for a unit: returns each later item (`one`) with the
 * first item of the same key. Skips items with an empty key.
 */
export function repeated<T>(all: readonly T[], keyOf: (one: T) => string): { one: T; first: T }[] {
  const seen = new Map<string, T>();
  return all.flatMap((one) => {
    const key = keyOf(one);
    const first = seen.get(key);
    if (key !== '' && first === undefined) seen.set(key, one);
    return first === undefined ? [] : [{ one, first }];
  });
}
