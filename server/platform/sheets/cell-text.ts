import { bareText } from '../../../shared/bare-text.ts';
import type { Cell, SheetRow } from './sheet.types.ts';

/** Invisible characters and direction marks, usually copied by accident; removed. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Removes invisible characters and direction marks from a text. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '');

/**
 * Returns the text of a cell, trimmed, without invisible characters; spaces, tabs and line breaks become a space.
 * '' if empty.
 */
export function cellText(row: SheetRow, column: number): string {
  return visibleText(row.cells[column]?.text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Most characters of a title that is shown. Longer texts are cut. */
const MAX_TITLE = 120;

/**
 * Returns the text of a cell as a column title: trimmed, without invisible characters, cut to a maximum
 * length.
 */
export const titleText = (cell: Cell | undefined): string =>
  (cell?.text ?? '')
    .slice(0, 1_000)
    .replace(UNSEEN, '')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE);

/**
 * Returns the text of a cell with a name, for example of a unit, without the '.0' added by some programs:
 * '101.0' becomes '101'.
 */
export function idText(row: SheetRow, column: number): string {
  const text = cellText(row, column);
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** Returns a text in lower case without accents or punctuation: 'Coeficiente_pct (%)' becomes 'coeficiente pct'. */
export function plainWords(text: string): string {
  // The beginning is enough, since a cell may have 32,767 characters.
  return bareText(text.slice(0, 100))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** True if all filled cells of a row equal the cells of another row. False for an empty row. */
export function repeatsRow(row: SheetRow, other: SheetRow): boolean {
  let saysSomething = false;
  for (const column of row.cells.keys()) {
    const words = plainWords(cellText(row, column));
    if (words === '') continue;
    if (words !== plainWords(cellText(other, column))) return false;
    saysSomething = true;
  }
  return saysSomething;
}

/** True if the text has control characters or halves of characters. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text);
}
