import { withLastResults } from '../last-results.ts';
import { isCompanyName } from './company-names.ts';
import { documentKeys, documentsIn, isOneTypingError, readDocument } from './documents.ts';
import { estateOf, readOwnerNames } from './owner-nature.ts';
import { plainLetters } from './plain-letters.ts';

/** Name and identity document, as texts, of a person or of all owners of a unit. */
export interface NamedPerson {
  /** Names as written: 'ANA RUIZ', or several owners 'ANA RUIZ / LUIS PÉREZ'. */
  name: string;
  /** Identity documents as written. Null if unknown. */
  document: string | null;
}

/**
 * Result of comparing two people by name and document. `unsure`: perhaps the same, an administrator must
 * decide.
 */
export type Sameness = 'same' | 'different' | 'unsure';

/** Data for comparing persons, computed from name and identity document. */
interface Identity {
  /** Document numbers in comparable form, sorted. */
  documents: readonly string[];
  /** Document numbers of `documents` joined by '+'. '' without documents. */
  allDocuments: string;
  /** Possible NIT (tax number), if the owner has a single doubtful identity document. Null otherwise. */
  nit: string | null;
  /** Names of the owners in capitals, sorted. '' without a name. */
  name: string;
  /** Legal form of a single company, else ''. Two forms after the same name are two companies. */
  form: string;
  /** Words of the name, sorted, without the legal form. Different names with equal words compare as 'unsure'. */
  words: string;
}

const LEGAL_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bEN (?:LIQUIDACION|REORGANIZACION)\b.*/g, ''],
  [/\bSOCIEDAD ANONIMA\b/g, 'SA'],
  [/\b(?:SOCIEDAD|S\.?) EN (?:COMANDITA|C\b\.?)/g, 'SENC'],
  [/\bPATRIMONIO AUTONOMO\b/g, 'PA'],
  [/SOCIEDAD POR ACCIONES SIMPLIFICADAS?/g, 'SAS'],
  [/\bLIMITADA\b/g, 'LTDA'],
  [/\bCOMPANIA\b/g, 'CIA'],
  [/^SOCIEDAD /g, ''],
  [/&/g, ' Y '],
];
const PARTICLES = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'Y', 'E', 'O', 'YO', 'VDA', 'VIUDA']);
/** Pattern of titles before a name, and of remarks in brackets. */
const REMARKS = /^(?:(?:SE[NÑ]OR|SR|DR|DON|DONA|ING|ARQ|LIC)A?\b\.? )+(?=\S+ \S)|\([^)]*\)/g;

const FORM = /\b(?:SAS|SA|LTDA|SENC|SCA|SCS|EU|INC|LLC|CORP)\b/;

/**
 * Writes a company's name with a short legal form and initials without signs: 'C. I. SOL S.A.S' is 'CI SOL SAS'.
 */
const companyWords = (name: string): string =>
  LEGAL_FORMS.reduce((text, [form, short]) => text.replace(form, short), plainLetters(name))
    .replace(/\b([A-Z])[. ]+(?=[A-Z]\b)/g, '$1')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();

/**
 * Returns a comparable form of an owner's name: companies without dots and spaces, estates by the deceased, persons
 * by words in order.
 */
function nameKey(name: string): string {
  const letters = plainLetters(name);
  if (isCompanyName(name)) return companyWords(name).replace(/ /g, '');
  const deceased = estateOf(name);
  const key = (deceased ?? letters)
    .replace(REMARKS, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
    .join(' ');
  return deceased === null ? key : `SUCESION ${key}`;
}

/**
 * Returns the words of a name sorted, to compare names in any order. Another spelling is another name: 'PERES' is
 * not 'PEREZ' (PRODUCT §1).
 */
const wordsKey = (name: string): string =>
  name
    .split(' ')
    .filter((word) => word !== '' && word !== 'SUCESION' && !PARTICLES.has(word))
    .sort()
    .join(' ');

/** Computed once for equal persons, since each power compares the holder with all others. */
const identityOf = withLastResults(readIdentity, ({ name, document }) => `${document ?? ''}\n${name}`);

function readIdentity({ name, document }: NamedPerson): Identity {
  const documents = documentKeys(document);
  const [only = null] =
    documents.length === 1 ? documentsIn(document).filter((text) => readDocument(text)) : [];
  const owners = readOwnerNames(name).names;
  const names = [...new Set(owners.map(nameKey))]
    .filter((one) => one !== '')
    .sort()
    .join('+');
  const words = owners.map((one) =>
    isCompanyName(one) ? companyWords(one).replace(FORM, '') : nameKey(one),
  );
  const allDocuments = documents.join('+');
  return {
    documents,
    allDocuments,
    nit: readDocument(only)?.nit ?? null,
    name: names,
    form: owners.length === 1 && isCompanyName(name) ? (FORM.exec(companyWords(name))?.[0] ?? '') : '',
    words: wordsKey(words.join(' ')) || names,
  };
}

/**
 * Compares two people, or the owners of two cells (texts of two units in a table; specification, PRODUCT §1
 * 'person'). 'different' if no case applies:
 * - 'same': equal identity documents; equal names without documents.
 * - 'unsure': equal names with a single document; words in another order; under the same name, a typing error
 * in the document or shared documents; ten digits of a possible NIT (tax number) with check digit.
 */
export const comparePersons = (one: NamedPerson, other: NamedPerson): Sameness =>
  compare(identityOf(one), identityOf(other));

function compare(one: Identity, other: Identity): Sameness {
  const areForms = one.form !== '' && other.form !== '' && one.form !== other.form;
  const isOneName = one.name !== '' && (one.name === other.name || (one.words === other.words && !areForms));
  if (one.documents.length === 0 || other.documents.length === 0) {
    const areBare = one.documents.length === other.documents.length;
    return !isOneName ? 'different' : areBare && one.name === other.name ? 'same' : 'unsure';
  }
  if (one.allDocuments === other.allDocuments) return 'same';
  const isOf = (nit: string | null, { allDocuments }: Identity) => nit !== null && allDocuments === nit;
  if (isOf(one.nit, other) || isOf(other.nit, one)) return 'unsure';
  if (!isOneName) return 'different';
  const only = (a: Identity, b: Identity) => a.documents.filter((key) => !b.documents.includes(key));
  const [mine, theirs] = [only(one, other), only(other, one)];
  if (mine.length === 0 || theirs.length === 0) return 'unsure';
  const isTyped =
    mine.length === 1 && theirs.length === 1 && isOneTypingError(mine[0] ?? '', theirs[0] ?? '');
  return isTyped ? 'unsure' : 'different';
}

/**
 * True if two people are the same or perhaps the same ('unsure'). Limits of powers of attorney count both
 * as a single person.
 */
export const mayBeSame = (one: NamedPerson, other: NamedPerson): boolean =>
  comparePersons(one, other) !== 'different';

/**
 * Splits the owners of a cell, each with the identity document of the same place if names and documents are equally
 * many.
 */
function coOwners({ name, document }: NamedPerson): NamedPerson[] {
  const { names } = readOwnerNames(name);
  const documents = documentsIn(document).filter((text) => readDocument(text) !== null);
  if (names.length === documents.length) {
    return names.map((one, at) => ({ name: one, document: documents[at] ?? null }));
  }
  return [
    ...names.map((one) => ({ name: one, document: null })),
    ...documents.map((one) => ({ name: '', document: one })),
  ];
}

/**
 * True if a person is, or perhaps is, an owner of a unit.
 * @param owner names and documents of all owners of the unit
 */
export const mayBeOwner = (person: NamedPerson, owner: NamedPerson): boolean =>
  mayBeSame(person, owner) || coOwners(owner).some((one) => mayBeSame(person, one));

/**
 * True if a person certainly is an owner of a unit.
 * @param owner names and documents of all owners of the unit
 */
export const isCoOwner = (person: NamedPerson, owner: NamedPerson): boolean =>
  [owner, ...coOwners(owner)].some((one) => comparePersons(person, one) === 'same');

/**
 * True if the account of a unit's owner may speak for a person: the person is, or perhaps is, an owner of the unit, and
 * among several owners the account has the person's name.
 * @param account name of the user
 */
export const mayBeAccountOf = (account: string, person: NamedPerson, owner: NamedPerson): boolean =>
  mayBeOwner(person, owner) &&
  (readOwnerNames(owner.name).names.length < 2 || mayBeSame({ name: account, document: null }, person));

/**
 * True if the text of a unit's identity documents contains a document typed by a person. Null for a text
 * without documents. Used by the desk to admit a waiting phone.
 * @param cell documents of all owners of a unit
 * @param document document typed by a person
 */
export function hasDocument(cell: string | null, document: string): boolean | null {
  const keys = documentKeys(cell);
  const key = readDocument(document)?.key;
  return keys.length === 0 ? null : key !== undefined && keys.includes(key);
}

/** Keys of the owners of a unit, made from names and documents, to find units with the same owners. */
export interface CellKeys {
  /** Key of names and documents together, also used to name the owners in an administrator's answer. */
  cell: string;
  /** Key of the documents alone. Equal for cells with the same documents. */
  documents: string;
  /** Key of the words of the names, in any order. */
  words: string;
}

/** Computes the keys of the owners of a unit from name and document texts, to group equal owners. */
export function cellKeys(owner: NamedPerson): CellKeys {
  const { allDocuments, name, words } = identityOf(owner);
  return { cell: `${allDocuments}|${name}`, documents: allDocuments, words };
}

/** Answer of an administrator about owners in several units. */
export interface PersonAnswer {
  /** All the same person, or all different. */
  answer: 'same' | 'different';
  /** Keys of the owners' texts: `cell` of `cellKeys`. */
  cells: readonly string[];
}

/**
 * Returns a key for the owners of a unit, to find units with the same owners: made of identity documents,
 * else of names, else of the unit's id.
 * @param name names of the owners, as in the table of units
 * @param document identity documents of the owners, as in the table of units
 */
export function ownerKey(name: string, document: string | null, apartmentId: string): string {
  const identity = identityOf({ name, document });
  return identityKey(identity) ?? `unit:${apartmentId}`;
}

/**
 * True if name or identity document identifies the owner of a unit. False for a text like 'PENDIENTE' without a
 * document.
 */
export const isNamed = (owner: NamedPerson): boolean => identityKey(identityOf(owner)) !== null;

function identityKey({ allDocuments, name }: Identity): string | null {
  if (allDocuments !== '') return `document:${allDocuments}`;
  return name === '' ? null : `name:${name}`;
}

/** Unit on a roll (list of units), with names and identity documents of the owners. */
export interface OwnedCell extends NamedPerson {
  apartmentId: string;
}

/**
 * Keys of the owners of a unit on an assembly's roll (list of units). Units with equal keys belong to the same
 * owners.
 */
export interface OwnerKeys {
  /** Key of the owner. Equal for the same person by identity documents, names or an administrator's answer. */
  ownerKey: string;
  /**
   * Key of the person, equal also for owners that compare as 'unsure'. Counts owners for plurality, votes per owner
   * and limits of powers.
   */
  personKey: string;
}

/**
 * Finds the units of a roll (list of units) with the same owner. Returns two keys per unit, in the order of the
 * units: `ownerKey` is equal for surely the same owner, `personKey` also for 'unsure' pairs (a chain of pairs A–B
 * and B–C gives one person, named by the least key). An answer 'different' never joins owners. Time grows with
 * units, not with pairs.
 * @param answers answers of the administrator
 */
export function groupOwners(units: readonly OwnedCell[], answers: readonly PersonAnswer[] = []): OwnerKeys[] {
  const cells = new Map<string, Identity>();
  const cellOf = units.map((unit) => {
    const identity = identityOf(unit);
    const key =
      identityKey(identity) === null
        ? `unit:${unit.apartmentId}`
        : `${identity.allDocuments}|${identity.name}`;
    if ((cells.get(key)?.nit ?? null) === null) cells.set(key, identity);
    return key;
  });
  const sorted = new Map([...cells].sort(([a], [b]) => (a < b ? -1 : 1)));
  const certain = components(sorted, answers, certainPairs(sorted));
  const perhaps = components(sorted, answers, [...certainPairs(sorted), ...unsurePairs(sorted)]);
  return cellOf.map((cell) => ({ ownerKey: certain(cell), personKey: perhaps(cell) }));
}

type Pair = readonly [string, string];

/**
 * Joins cells into connected components by union-find.
 * @returns function from a cell to the key of the component
 */
function components(
  cells: ReadonlyMap<string, Identity>,
  answers: readonly PersonAnswer[],
  pairs: readonly Pair[],
): (cell: string) => string {
  const parents = new Map<string, string>();
  const find = (cell: string): string => {
    const parent = parents.get(cell);
    if (parent === undefined) return cell;
    const root = find(parent);
    parents.set(cell, root);
    return root;
  };
  const answeredCells = answers.map(({ answer, cells: of }) => ({
    answer,
    of: of.filter((cell) => cells.has(cell)),
  }));
  const apart = answeredCells.flatMap(({ answer, of }) => (answer === 'different' ? pairsOf(of) : []));
  const united = answeredCells.flatMap(({ answer, of }) =>
    answer === 'same' ? of.slice(1).map((cell): Pair => [of[0] ?? '', cell]) : [],
  );
  for (const [one, other] of [...united, ...pairs]) {
    const [a, b] = [find(one), find(other)];
    const isApart = ([x, y]: Pair) => {
      const [rx, ry] = [find(x), find(y)];
      return (rx === a && ry === b) || (rx === b && ry === a);
    };
    if (a !== b && !apart.some(isApart)) parents.set(a < b ? b : a, a < b ? a : b);
  }
  const keys = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const [cell, identity] of cells) {
    const root = find(cell);
    const key = identityKey(identity) ?? cell;
    const before = keys.get(root);
    if (before === undefined || key < before) keys.set(root, key);
  }
  // Owners of one document, separated by an answer.
  for (const [root, key] of keys) {
    if (taken.has(key)) keys.set(root, `${key}#${cells.get(root)?.name ?? root}`);
    else taken.set(key, root);
  }
  return (cell) => keys.get(find(cell)) ?? cell;
}

const pairsOf = (all: readonly string[]): Pair[] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): Pair => [one, other]));

/** Returns the pairs of cells with the same owner: each cell with the owner's first cell. */
const certainPairs = (cells: ReadonlyMap<string, Identity>): Pair[] => {
  const first = new Map<string, string>();
  return [...cells].flatMap(([cell, identity]): Pair[] => {
    const key = identityKey(identity) ?? cell;
    const before = first.get(key);
    if (before === undefined) first.set(key, cell);
    return before === undefined ? [] : [[before, cell]];
  });
};

/**
 * Returns the pairs of cells that compare as 'unsure'. Candidates share a name, or an identity document but for a
 * character or a NIT.
 */
function unsurePairs(cells: ReadonlyMap<string, Identity>): Pair[] {
  const byName = new Map<string, Set<string>>();
  const byTyping = new Map<string, Set<string>>();
  const byDocument = new Map<string, string>();
  const put = (map: Map<string, Set<string>>, key: string, cell: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(cell));
  for (const [cell, { documents, allDocuments, words, name }] of cells) {
    byDocument.set(allDocuments, cell);
    if (words === '') continue;
    put(byName, words, cell);
    put(byName, name, cell);
    for (const key of documents) {
      for (let at = 0; at <= key.length; at++)
        put(byTyping, `${words}:${key.slice(0, at)}${key.slice(at + 1)}`, cell);
    }
  }
  const pairs = [...byTyping.values()].flatMap((set) => pairsOf([...set]));
  for (const set of byName.values()) {
    for (const bare of set) {
      if (cells.get(bare)?.documents.length === 0) pairs.push(...[...set].map((cell): Pair => [bare, cell]));
    }
  }
  for (const [cell, { nit }] of cells) {
    const other = nit === null ? undefined : byDocument.get(nit);
    if (other !== undefined) pairs.push([cell, other]);
  }
  return pairs.filter(([one, other]) => {
    const [a, b] = [cells.get(one), cells.get(other)];
    return a !== undefined && b !== undefined && compare(a, b) !== 'different';
  });
}
