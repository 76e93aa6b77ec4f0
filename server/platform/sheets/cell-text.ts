import type { SheetRow } from './sheet.types.ts';

/** Marks that turn the direction of what follows, and others that nobody sees: copied along, and never meant. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * What a cell says, trimmed, with runs of spaces, tabs and line breaks made one space and without marks that nobody
 * sees; '' where there is none.
 */
export function cellText(row: SheetRow, column: number): string {
  return row.cells[column]?.text.replace(UNSEEN, '').replace(/\s+/g, ' ').trim() ?? '';
}

/** The same of a cell that names something: numbers kept as '101.0' by some programs are 101 to everybody else. */
export function idText(row: SheetRow, column: number): string {
  const text = cellText(row, column);
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** Most cells: they have no accents to be taken away. */
const ASCII = /^[ -~]*$/;

/** Lower case without accents or punctuation: 'Coeficiente_pct (%)' is 'coeficiente pct'. */
export function plainWords(text: string): string {
  // What is asked of it shows at the beginning, and a cell may hold 32,767 characters.
  const shown = text.slice(0, 100);
  const bare = ASCII.test(shown) ? shown : shown.normalize('NFD').replace(/\p{M}/gu, '');
  return bare
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Whether all that a row says stands in the same columns of another one. Not of a row that says nothing. */
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

/** Control characters, and halves of characters that no text can carry. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text);
}
