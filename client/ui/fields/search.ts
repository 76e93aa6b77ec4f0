import { useDeferredValue, useMemo, useState } from 'react';
import { bareText } from '../../../shared/bare-text.ts';

/**
 * Cache of normalized texts (no accents, lower case) by original text, because lists search the same texts on each
 * key.
 */
const plainTexts = new Map<string, string>();

function searchText(text: string): string {
  let cached = plainTexts.get(text);
  if (cached === undefined) {
    cached = bareText(text);
    // A roll has some thousand labels. Without a limit typed texts would pile up for hours.
    if (plainTexts.size > 20_000) plainTexts.clear();
    plainTexts.set(text, cached);
  }
  return cached;
}

/** True if every typed word occurs in the text, in any order: "perez 101" finds "101 - Ana Pérez". */
export function matches(text: string, typed: string): boolean {
  const where = searchText(text);
  return searchText(typed)
    .split(/\s+/)
    .every((word) => where.includes(word));
}

/**
 * Hook to search among rows: every typed word must occur in the row's text. Returns the props of the search field,
 * the typed text, and the matching rows.
 * @param rows rows to search
 * @param textOf returns the text of a row to search in
 */
export function useSearch<Row>(rows: readonly Row[], textOf: (row: Row) => string) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const found = useMemo(() => rows.filter((row) => matches(textOf(row), search)), [rows, textOf, search]);
  return { field: { type: 'search', value: typed, onChange: setTyped } as const, search, found };
}
