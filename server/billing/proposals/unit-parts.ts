import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { type Token, tokensOf } from './text-tokens.ts';

/**
 * Kind of unit meant by a word in a bank's text or a unit's name: 'APTO' is a home, 'LOCAL' a shop; `any`
 * ('UNIDAD') matches each kind.
 */
export type UnitSort = 'home' | 'shop' | 'parking' | 'storage' | 'office' | 'lot' | 'any';

/** Maps each word of lists of words, divided by blanks, to the kind of unit of the list. */
const sortsOf = (lists: Partial<Record<UnitSort, string>>): ReadonlyMap<string, UnitSort> =>
  new Map(
    (Object.entries(lists) as [UnitSort, string][]).flatMap(([sort, words]) =>
      words.split(' ').map((word) => [word, sort] as const),
    ),
  );

const sorts = sortsOf({
  home: 'APARTAMENTO APARTAMENTOS APTO APTOS APT APTS APART APARTAM APTA AP APO APRTO APATO APTTO APARTMENTO APARTAMETO APARTEMENTO APTAMENTO CASA CASAS CSA CS APARTAESTUDIO DPTO DEPTO PENTHOUSE VIVIENDA',
  any: 'UNIDAD UND INMUEBLE PREDIO',
  shop: 'LOCAL LOCALES LOC',
  parking: 'PARQUEADERO PARQUEADEROS PARQ PARQUEO GARAJE GJ',
  storage: 'BODEGA UTIL',
  lot: 'LOTE LT PARCELA',
});

/** Words that name a unit in a joint's table, but a bank branch or a deposit in a bank's text. */
const ownSorts = sortsOf({ office: 'OFICINA OF CONSULTORIO', storage: 'DEPOSITO DEP' });

/**
 * Returns the kind of unit meant by a word in a bank's text: 'shop' for 'LOCAL'; undefined for any other
 * word.
 */
export const sortOfWord = (word: string): UnitSort | undefined => sorts.get(word);

const towers = new Set(
  'TORRE TORR TOR TO BLOQUE BLOQ BLQ BQ BL INTERIOR INT MANZANA MANZ MZ MZA ETAPA EDIFICIO EDIF AGRUPACION'.split(
    ' ',
  ),
);
/**
 * Spanish words for 'interior' in bank texts and names of units. 'INTERIOR 302' means a home in some towns
 * and a tower in others.
 */
export const INTERIOR: ReadonlySet<string> = new Set(['INT', 'INTERIOR']);
const TIME = new Set(['MES', 'MESES', 'DIA', 'DIAS', 'MORA', 'CUOTAS']);
/**
 * True if a word in a bank's text means months, days, arrears or instalments ('MES', 'DIAS', 'MORA',
 * 'CUOTAS'): a number just before is then no unit ('2 MESES'). False for undefined.
 */
export const isTime = (token: Token | undefined): boolean => TIME.has(token?.text ?? '');
/**
 * Single letters that mean a tower if a number follows directly. After 'T' a space or a point may precede the
 * number: 'T 2', 'T.2'.
 */
const shortTowers = new Set(['T', 'B', 'M']);

/**
 * True if a bank's text has at index `at` the word 'TORRE' (or similar) followed by a word instead of a
 * number: 'TORRE NORTE'. The tower is then unknown, so the unit is uncertain.
 */
export function isOddTower(tokens: readonly Token[], at: number): boolean {
  const [before, word, value] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!wholeTowers.has(word?.text ?? '') || value === undefined || value.isNumber) return false;
  // 'DE LA TORRE' is a surname.
  const isName = before !== undefined && /^(LA|DE)$/.test(before.text);
  return !isName && value.text.length > 2 && !spelled.has(value.text) && sortOfWord(value.text) === undefined;
}
const wholeTowers = new Set(['TORRE', 'BLOQUE', 'MANZANA', 'INTERIOR', 'EDIFICIO', 'ETAPA']);

/** Digits by spelled number or Roman numeral. */
const spelled = new Map<string, string>([
  ...[...['UNO', 'DOS', 'TRES', 'CUATRO', 'CINCO', 'SEIS', 'SIETE', 'OCHO'].entries()].map(
    ([at, word]) => [word, String(at + 1)] as const,
  ),
  ...[...['II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'].entries()].map(
    ([at, word]) => [word, String(at + 2)] as const,
  ),
]);

/**
 * Reads a tower named in the bank's text about a payment ('TORRE 2'), from the word at index `at` on. Returns
 * the number of the tower as text ('2'), and the number of words read (2); null if no tower starts there.
 * @param at index in `tokens`, from 0
 */
export function towerAt(tokens: readonly Token[], at: number): { tower: string; length: number } | null {
  const [word, value] = [tokens[at], tokens[at + 1]];
  if (word === undefined || value === undefined || word.isNumber) return null;
  const gap = word.text === 'T' ? /^[-. ]?$/ : /^-?$/;
  const isShort = shortTowers.has(word.text) && value.isNumber && gap.test(value.before);
  if (!isShort && !(towers.has(word.text) && /^[\s.#°:-]*$/.test(value.before))) return null;
  // '12 M3' and 'AGUA M3' are cubic metres.
  if (isShort && word.text === 'M' && !/^(|MZ|CASA)$/.test(tokens[at - 1]?.text ?? '')) return null;
  // 'INT 2 MESES' means interest.
  if (isTime(tokens[at + 2])) return null;
  const isValue = value.isNumber ? value.text.length <= 3 : value.text.length === 1;
  const number = value.isNumber || value.text.length === 1 ? undefined : spelled.get(value.text);
  if (number !== undefined) return { tower: number, length: 2 };
  return isValue ? { tower: bareNumber(value.text), length: 2 } : null;
}

/**
 * Removes leading zeros of a number in a bank's text or a unit's name, because spreadsheets drop leading
 * zeros: '0302' gives '302'.
 */
export const bareNumber = (text: string): string => text.replace(/^0+(?=\d)/, '');

/**
 * Minimum digits of a unit's number made of floor and door: '302' is floor 3, door 02. Shorter numbers are
 * ambiguous in a bank's text.
 */
export const FLOOR_AND_DOOR = 3;

/** Parts of a unit's name: '2-301' is tower 2, number 301; '17F' is number 17, letter F. */
export interface UnitParts {
  /** Tower as text: '2'; '' without a tower. */
  tower: string;
  /** Number as text: '301'. */
  number: string;
  /** Letter after the number: 'F'; '' without a letter. */
  letter: string;
  /** Kind of unit named by a word in the name; null without a word. */
  sort: UnitSort | null;
  /** True for a name like 'INT 5': the word 'INT' is the kind of unit, not a tower. */
  isInterior: boolean;
  /**
   * Digits of the unit joined, as people say the number: '302' of '3-02', '2301' of '2-301'. '' if never joined.
   */
  digits: string;
}

/**
 * Returns a key to compare names of units, equal for equal tower, number and letter: '2|301|' for '2-301'.
 */
export const partsKey = ({ tower, number, letter }: Pick<UnitParts, 'tower' | 'number' | 'letter'>): string =>
  `${tower}|${number}|${letter}`;

const sortOfKind: Readonly<Record<ApartmentKind, UnitSort | null>> = {
  vivienda: 'home',
  local: 'shop',
  parqueadero: 'parking',
  deposito: 'storage',
  otro: null,
};

/**
 * Splits a unit's name in the joint's table into tower, number and letter, to recognize other spellings in
 * bank texts; null for a name of another form.
 */
export function partsOfUnit(apartmentId: string, kind: ApartmentKind): UnitParts | null {
  const tokens = tokensOf(apartmentId);
  let sort: UnitSort | null = sortOfKind[kind];
  let tower = '';
  const rest: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const found = tokens.length > at + 2 || rest.length > 0 ? towerAt(tokens, at) : null;
    if (found !== null) {
      tower = found.tower;
      at += found.length - 1;
      continue;
    }
    const own = sortOfWord(token.text) ?? ownSorts.get(token.text);
    if (own !== undefined && tokens.length > 1) sort = own;
    else rest.push(token);
  }
  const [first, second, third] = rest;
  if (first === undefined || rest.length > 3) return null;
  const isLetter = (token: Token | undefined) =>
    token !== undefined && !token.isNumber && token.text.length === 1;
  const made = (of: string, number: Token | undefined, letter: Token | undefined): UnitParts | null => {
    if (number?.isNumber !== true || (letter !== undefined && !isLetter(letter))) return null;
    if (of !== '' && tower !== '') return null;
    const own = { number: bareNumber(number.text), letter: letter?.text ?? '' };
    // Of two numbers, the first may be a floor.
    const isWhole = own.number.length >= FLOOR_AND_DOOR || (of !== '' && number.text.length === 2);
    const isSaid = own.letter === '' && (of || tower) !== '' && isWhole;
    const digits = isSaid ? bareNumber((of || tower) + number.text) : '';
    return { tower: of || tower, ...own, sort, isInterior: false, digits };
  };
  if (INTERIOR.has(first.text) && tower === '') {
    const home = made('', second, third);
    return home && { ...home, isInterior: true };
  }
  if (!first.isNumber)
    return isLetter(first) && second !== undefined ? made(first.text, second, third) : null;
  if (second?.isNumber === true) return made(bareNumber(first.text), second, third);
  return third === undefined ? made('', first, second) : null;
}
