import { bareText } from '../../../shared/bare-text.ts';

/**
 * Returns the name of a charge in a form to compare: without accents, case, punctuation and spaces. 'Cuota
 * Admón.' and 'cuota admon' have equal keys.
 */
export const conceptKey = (name: string): string => bareText(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Finds the charge concept with a name, else the concept with the name in earlier times; undefined for a new name. */
export function conceptCalled<Concept extends { name: string; formerNames?: readonly string[] }>(
  concepts: readonly Concept[],
  name: string,
): Concept | undefined {
  const key = conceptKey(name);
  if (key === '') return undefined;
  return (
    concepts.find((concept) => conceptKey(concept.name) === key) ??
    concepts.find(({ formerNames = [] }) => formerNames.some((former) => conceptKey(former) === key))
  );
}
