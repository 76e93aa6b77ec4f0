import type { FindingKind } from '../../shared/properties/search.api.ts';
import { type NamedText, type SearchedFacts, type SearchText, searchText, type UnitFacts } from './facts.ts';

/** Words around the name of a unit in speech: 'apto 504 de la torre 2'. Ignored if the unit has none of them. */
const SPOKEN = new Set(
  'apto apartamento inmueble unidad torre bloque interior casa local de del la el'.split(' '),
);
/** Fewest digits of a document or phone to search by: fewer match too many people. */
const FEWEST_DIGITS = 4;

/** Text of a search, prepared for the comparison with facts. */
export interface SearchedText {
  words: readonly string[];
  /** Letters and digits of the text without the signs. */
  joined: string;
  /** Digits of a text without letters; '' for a text with letters, or with few digits. */
  digits: string;
}

/** Reads the text of a search. The country's prefix of a phone is left out. */
export function readSearch(text: string): SearchedText {
  const { bare, joined } = searchText(text);
  const words = bare.split(/[\s,;]+/).filter((word) => word !== '');
  const isNumber = joined.length >= FEWEST_DIGITS && /^\d+$/.test(joined);
  const digits = isNumber && joined.length === 12 && joined.startsWith('57') ? joined.slice(2) : joined;
  return { words, joined, digits: isNumber ? digits : '' };
}

/** Facts of a unit that the caller may search in. */
export interface OpenFacts {
  contacts: boolean;
  proxies: boolean;
}

/** Unit found by a search: the matching fact, and the rank from 0, the best. */
export interface FoundUnit {
  facts: UnitFacts;
  kind: FindingKind;
  text: string;
  rank: number;
}

const isOpen = ({ kind }: NamedText, { contacts, proxies }: OpenFacts): boolean =>
  kind === 'proxy' ? proxies : contacts || (kind !== 'mail' && kind !== 'phone');

const hasWord = ({ of }: NamedText, word: string): boolean =>
  of.bare.includes(word) || (/\d/.test(word) && of.joined.includes(word));

/**
 * Compares the facts of a unit with a search: each word stands in a fact of the unit or in the name of the joint, and
 * at least one word in a fact.
 * @returns the found fact, or null
 */
export function matchUnit(
  unit: UnitFacts,
  jointName: SearchText,
  search: SearchedText,
  open: OpenFacts,
): FoundUnit | null {
  // The texts are made once for all searches.
  const isWhole = open.contacts && open.proxies;
  const texts = isWhole ? unit.texts : unit.texts.filter((text) => isOpen(text, open));
  const found = ({ kind, of }: NamedText, rank: number): FoundUnit => ({
    facts: unit,
    kind,
    text: of.text,
    rank,
  });
  const equal = texts.find(({ of }) => of.joined === search.joined && of.joined !== '');
  if (equal !== undefined) return found(equal, 0);
  if (search.digits !== '') {
    const numbered = texts.find(({ kind, of }) => kind !== 'owner' && of.joined.includes(search.digits));
    if (numbered !== undefined) return found(numbered, numbered.of.joined.startsWith(search.digits) ? 1 : 3);
  }
  let best: NamedText | undefined;
  let isAtStart = true;
  for (const word of search.words) {
    const at = texts.find((text) => hasWord(text, word));
    if (at === undefined) {
      if (SPOKEN.has(word) || jointName.bare.includes(word)) continue;
      return null;
    }
    if (best === undefined || best.kind === 'unit') best = at;
    isAtStart &&= ` ${at.of.bare}`.includes(` ${word}`);
  }
  return best === undefined ? null : found(best, isAtStart ? 2 : 4);
}

/** Returns the questions of a joint with every word of a search in the text or in the name of the joint. */
export function matchQuestions({ questions, name }: SearchedFacts, { words }: SearchedText): SearchText[] {
  return questions.filter(
    ({ bare }) =>
      words.some((word) => bare.includes(word)) &&
      words.every((word) => bare.includes(word) || name.bare.includes(word)),
  );
}
