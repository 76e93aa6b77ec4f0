import { documentsIn, readDocument } from '../../../shared/properties/documents.ts';
import { readOwnerNames } from '../../../shared/properties/owner-nature.ts';
import { tellingWords } from './bank-words.ts';
import { type Token, tokensOf } from './text-tokens.ts';

/**
 * Owner of units in a joint, as searched in the bank's text about a payment: name, document, and the accounts
 * of all owned units.
 */
export interface KnownOwner {
  /** Name of the owner, as in the table of units. */
  name: string;
  /** Identity document; null if unknown. */
  document: string | null;
  /** Ids of the billed units: '101'. */
  accounts: readonly string[];
}

interface NamedOwner {
  name: string;
  words: string[];
  accounts: Set<string>;
}

/** Small words in Spanish names, often omitted by banks. */
const PARTICLES = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'Y', 'SAN', 'VDA', 'VIUDA']);
const FEWEST = 2;
/**
 * Maximum words of a short name. Short names may be part of other names: 'ANA PEREZ GOMEZ' of 'ANA LUCIA PEREZ
 * GOMEZ'.
 */
const SHORT_NAME = 3;

/**
 * Finds the owners named in a bank's text, to propose an account for a payment: all words of a name must
 * appear, in any order, without accents.
 */
export class OwnerNames {
  /** Owners by the longest word of the name, probably the rarest. */
  readonly #byWord = new Map<string, NamedOwner[]>();
  readonly #byAnyWord = new Map<string, NamedOwner[]>();

  constructor(owners: readonly KnownOwner[]) {
    const people = new Map<string, NamedOwner>();
    for (const { name, accounts } of owners) {
      for (const one of readOwnerNames(name).names) {
        const words = [...new Set(namesIn(tokensOf(one)))];
        if (words.length < FEWEST) continue;
        const key = [...words].sort().join(' ');
        const person = people.get(key) ?? { name: one.trim(), words, accounts: new Set() };
        for (const account of accounts) person.accounts.add(account);
        people.set(key, person);
      }
    }
    for (const person of people.values()) {
      const [rarest = ''] = [...person.words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
      const list = this.#byWord.get(rarest);
      if (list === undefined) this.#byWord.set(rarest, [person]);
      else list.push(person);
      for (const word of person.words) {
        const of = this.#byAnyWord.get(word);
        if (of === undefined) this.#byAnyWord.set(word, [person]);
        else of.push(person);
      }
    }
  }

  /**
   * Returns the accounts of all owners with names that contain all the words. A word may be cut, because banks cut
   * names.
   */
  withAll(words: readonly string[]): Set<string> {
    const people = (this.#byAnyWord.get(words[0] ?? '') ?? []).filter((person) =>
      words.every((word) => person.words.some((own) => own.startsWith(word))),
    );
    return new Set(people.flatMap(({ accounts }) => [...accounts]));
  }

  /**
   * Returns the only owner named in a text: `said` is the name as found, `accounts` are the ids of the billed
   * units. Null for no owner, or for several owners of different units.
   */
  in(tokens: readonly Token[]): { said: string; accounts: string[] } | null {
    const there = new Set(tokens.map(({ text }) => text));
    let namedBefore: string[] | null = null;
    const isAlone = (words: readonly string[]): boolean => {
      namedBefore ??= tellingWords(tokens).filter((word) => !PARTICLES.has(word));
      return namedBefore.every((one) => words.includes(one));
    };
    const found = [...there].flatMap((word) =>
      (this.#byWord.get(word) ?? []).filter(
        ({ words }) => words.every((one) => there.has(one)) && (words.length > SHORT_NAME || isAlone(words)),
      ),
    );
    const [first, ...others] = found;
    if (first === undefined) return null;
    const accounts = [...first.accounts].sort();
    // Banks cut names: 'ANA MARIA PEREZ' may be the start of a longer name.
    const cut = this.withAll(first.words);
    if ([...cut].some((account) => !first.accounts.has(account))) return null;
    const isSame = (person: NamedOwner) =>
      person.accounts.size === accounts.length && accounts.every((account) => person.accounts.has(account));
    return others.every(isSame) ? { said: first.name, accounts } : null;
  }
}

const namesIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ text, isNumber }) => (isNumber || text.length < 2 || PARTICLES.has(text) ? [] : [text]));

/**
 * Finds owners by an identity number in a bank's text, to propose an account for a payment. An unlabelled
 * number that could be a company's NIT with its check digit matches no owner.
 */
export class OwnerDocuments {
  readonly #accounts = new Map<string, Set<string>>();

  constructor(owners: readonly KnownOwner[]) {
    for (const { document, accounts } of owners) {
      for (const number of documentsIn(document).flatMap(numberOf)) {
        const set = this.#accounts.get(number) ?? new Set();
        for (const account of accounts) set.add(account);
        this.#accounts.set(number, set);
      }
    }
  }

  /**
   * Returns the owners' identity numbers found in a text: `said` is the number as found, `accounts` are the
   * ids of the owner's billed units.
   */
  in(text: string): { said: string; accounts: string[] }[] {
    const seen = new Set<string>();
    return [...text.matchAll(/(?<![\d.])\d(?:[\d.]*\d)?(?:-\d)?(?![\d.]*\d)/g)].flatMap((match) => {
      const [document] = match;
      const label = /N\.?I\.?T\.?\W{0,2}$/i.test(text.slice(0, match.index)) ? 'NIT ' : '';
      return numberOf(label + document).flatMap((number) => {
        const accounts = this.#accounts.get(number);
        if (accounts === undefined || seen.has(number)) return [];
        seen.add(number);
        return [{ said: document, accounts: [...accounts].sort() }];
      });
    });
  }
}

/**
 * Returns the digits of an identity number, as a list. Empty for a text with letters, or outside the length limits.
 */
function numberOf(text: string): string[] {
  const key = readDocument(text)?.key ?? '';
  return /^\d{6,11}$/.test(key) ? [key] : [];
}
