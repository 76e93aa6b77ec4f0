import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { type Token, tokensOf } from './text-tokens.ts';
import {
  bareNumber,
  FLOOR_AND_DOOR,
  INTERIOR,
  isOddTower,
  isTime,
  partsKey,
  partsOfUnit,
  sortOfWord,
  towerAt,
  type UnitSort,
} from './unit-parts.ts';

/** Unit named in the bank's text about a payment: 'APTO 301' and the units of the joint that may be meant. */
export interface UnitMention {
  /** Spelling of the unit in the text. */
  spelling: string;
  /**
   * Units of the joint that the text may mean. Empty if the joint has no matching unit or the text is ambiguous.
   */
  units: string[];
}

interface KnownUnit {
  apartmentId: string;
  sort: UnitSort | null;
}

/** Unit named in a payment text, before the lookup in the joint's table of units. */
interface NamedUnit {
  from: number;
  to: number;
  tower: string;
  number: string;
  /**
   * Letter of the unit (`F` of '17F'). `isLetterSure` is true if adjacent to the number; otherwise the letter may
   * be a separate word.
   */
  letter: string;
  isLetterSure: boolean;
  sort: UnitSort | null;
  /** True if tower or number is doubtful: the text then names no certain unit. */
  isUnsure: boolean;
  /** Digits of floor and door joined: '302' of '3-02'. '' otherwise. */
  together: string;
}

/** Tower named in a payment text, with positions in characters and tokens. */
interface TowerNamed {
  tower: string;
  from: number;
  to: number;
  at: number;
  length: number;
}

const FILLERS = new Set(['N', 'NO', 'NRO', 'NUM', 'NUMERO', 'NR']);
/** Words before an address, account, agreement or telephone number: the following number is not a unit. */
const ADDRESS = new Set(
  'CALLE CL CLL CRA CR KR KRA CARRERA AV AVENIDA DIAGONAL DG DIAG TRANSVERSAL AC AK CLLE CRR TV TRANSV AUTOPISTA KM CTA CUENTA CONVENIO TEL CEL CELULAR TELEFONO CUS'.split(
    ' ',
  ),
);
/** Words for streets that may have names: 'AV BOYACA 17F'. */
const NAMED_STREETS = new Set(['AV', 'AVENIDA', 'AUTOPISTA', 'TRANSVERSAL', 'DIAGONAL']);
/** Number of tokens to skip after a word for an address: 'CRA 17 F # 12 - 20'. */
const ADDRESS_TOKENS = 4;
/** Words that make a number with a letter an ordinal instead of a unit: '2A CUOTA'. */
const COUNTED = new Set(['CUOTA', 'CUOTAS', 'QUINCENA', 'PARTE', 'SEMANA', 'VEZ', 'ETAPA', 'FASE', 'M']);
const ORDINAL = /^\d{1,2}[AOM]$/;
/** Single letters that are also Spanish words. */
const LETTER_WORDS = new Set(['A', 'E', 'O', 'U', 'Y']);
const MONTH_NAME =
  /^(ENE|FEB|MAR|ABR|MAY|JUN|JUL|AGO|SEP|OCT|NOV|DIC|JAN|APR|AUG|DEC)(|O|IL|T|RO|ERO|RERO|ZO|IO|OSTO|TUBRE|IEMBRE|TIEMBRE|IEMBER|UARY|UST|OBER|EMBER)$/;
const MOST_DIGITS = 5;
/**
 * Pattern of words that give a following 'LOCAL' the sense of a bank deposit or cheque in the same town, instead of
 * a shop.
 */
const OF_BANK = /^(CONSIG|CHEQ|CHQ|DEPO|CANJE|GIRO)/;

const isLetter = (token: Token | undefined): token is Token =>
  token !== undefined && !token.isNumber && token.text.length === 1;
const touches = (token: Token): boolean => token.before === '' || token.before === '-';

/**
 * Finds the units of a joint (co-owned property) named in the bank's text about a payment, to propose an
 * account: 'APTO 301'. A number alone names no unit.
 */
export class UnitMentions {
  readonly #byParts = new Map<string, KnownUnit[]>();
  /** Units by the digits of tower and number joined: '2301'. */
  readonly #byDigits = new Map<string, KnownUnit[]>();
  readonly #byNumber = new Map<string, KnownUnit[]>();
  readonly #towers = new Set<string>();
  /** Numbers of the homes named 'interior' in the joint's table of units. */
  readonly #interiors = new Set<string>();

  constructor(units: readonly { apartmentId: string; kind: ApartmentKind }[]) {
    for (const { apartmentId, kind } of units) {
      const parts = partsOfUnit(apartmentId, kind);
      if (parts === null) continue;
      const unit = { apartmentId, sort: parts.sort };
      add(this.#byParts, partsKey(parts), unit);
      add(this.#byNumber, `${parts.number}|${parts.letter}`, unit);
      if (parts.isInterior) this.#interiors.add(parts.number);
      if (parts.tower === '') continue;
      this.#towers.add(parts.tower);
      if (parts.digits !== '') add(this.#byDigits, parts.digits, unit);
    }
  }

  /**
   * Returns the units named in a payment text.
   * @param tokens tokens of the text
   */
  in(text: string, tokens: readonly Token[] = tokensOf(text)): UnitMention[] {
    const named = this.#namedIn(tokens);
    return named.flatMap((one) => {
      const units = one.isUnsure ? [] : this.#unitsOf(one);
      // Ignores parking spaces and storage rooms without a unit of their own.
      if (units.length === 0 && isAside(one.sort)) return [];
      return {
        spelling: text.slice(one.from, one.to).trim(),
        units: units.map(({ apartmentId }) => apartmentId),
      };
    });
  }

  #unitsOf({ tower: towerText, number, letter, isLetterSure, sort, together }: NamedUnit): KnownUnit[] {
    // 'TORRE I' is tower 1, unless a tower is named I.
    const tower = towerText === 'I' && !this.#towers.has(towerText) ? '1' : towerText;
    const find = (of: string) =>
      tower === '' || this.#towers.size === 0
        ? (this.#byNumber.get(`${number}|${of}`) ?? [])
        : (this.#byParts.get(partsKey({ tower, number, letter: of })) ?? []);
    const fitting = (units: readonly KnownUnit[]) => units.filter((unit) => fits(sort, unit.sort));
    if (together !== '') {
      const pair = fitting(this.#byParts.get(partsKey({ tower, number, letter: '' })) ?? []);
      // 'APTO 3-12' of home 3 may be its December.
      if (pair.length > 0 || this.#byNumber.has(`${tower}|`)) return pair;
      return fitting(this.#byNumber.get(`${together}|`) ?? []);
    }
    const exact = fitting(find(''));
    if (letter !== '') {
      const lettered = fitting(find(letter));
      // '301A' with A as a tower.
      if (lettered.length === 0 && tower === '' && (isLetterSure || !LETTER_WORDS.has(letter))) {
        return fitting(this.#byParts.get(partsKey({ tower: letter, number, letter: '' })) ?? []);
      }
      if (isLetterSure) return lettered;
      if (lettered.length > 0) return exact.length > 0 ? [] : lettered;
      return LETTER_WORDS.has(letter) ? exact : [];
    }
    // Number '1102', or number 102 of tower 1. Ambiguous if both exist.
    if (tower !== '' || sort === null) return exact;
    const joined = fitting(this.#byDigits.get(number) ?? []);
    return [...exact, ...joined.filter((unit) => !exact.includes(unit))];
  }

  #namedIn(tokens: readonly Token[]): NamedUnit[] {
    const named: NamedUnit[] = [];
    let isOdd = false;
    const towers: TowerNamed[] = [];
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at];
      if (token === undefined) break;
      if (ADDRESS.has(token.text)) {
        at = afterAddress(tokens, at);
        continue;
      }
      const together = this.#togetherAt(tokens, at);
      if (together !== null) {
        named.push(together);
        at += 2;
        continue;
      }
      isOdd ||= isOddTower(tokens, at);
      const isHome = this.#isInteriorHome(tokens, at);
      // 'B11' is house 11 of block B, unless tower 11 exists.
      const short = token.text.length === 1 ? this.#bareAt(tokens, at) : null;
      const isUnit = short !== null && !this.#towers.has(bareNumber(tokens[at + 1]?.text ?? ''));
      const tower = isHome || isUnit ? null : towerAt(tokens, at);
      const isBanks = token.text === 'LOCAL' && OF_BANK.test(tokens[at - 1]?.text ?? '');
      const sort = isHome ? 'home' : tower === null && !isBanks ? sortOfWord(token.text) : undefined;
      const found = sort === undefined ? null : valueAfter(tokens, at, sort);
      if (found !== null) {
        named.push(...found.named);
        at = found.next;
      } else if (tower !== null) {
        const to = tokens[at + tower.length - 1]?.to ?? token.to;
        towers.push({ tower: tower.tower, from: token.from, to, at, length: tower.length });
        at += tower.length;
      } else {
        const bare = this.#bareAt(tokens, at);
        if (bare !== null) named.push(bare.named);
        at = bare?.next ?? at + 1;
      }
    }
    const all = this.#withTowers(tokens, named, towers);
    return isOdd && this.#towers.size > 0 ? all.map((one) => ({ ...one, isUnsure: true })) : all;
  }

  /**
   * Reads a tower and number joined, for example 'T2302' or 'TORRE 2302'. Null if the joint has no matching unit.
   */
  #togetherAt(tokens: readonly Token[], at: number): NamedUnit | null {
    const [word, value, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (word === undefined || value?.isNumber !== true || value.text.length <= FLOOR_AND_DOOR) return null;
    const isTower = word.text === 'T' ? value.before === '' : /^T(ORRE|OR|O)$/.test(word.text);
    if (!isTower || !/^[\s.-]*$/.test(value.before) || value.text.length > MOST_DIGITS) return null;
    if (after !== undefined && /^[-/.,]$/.test(after.before)) return null;
    const number = bareNumber(value.text);
    if (this.#byDigits.get(number) === undefined) return null;
    return { ...noUnit, from: word.from, to: value.to, number, sort: 'home' };
  }

  /** True if 'INT 302' is a home: no tower 302 exists, or the joint's homes are named so. */
  #isInteriorHome(tokens: readonly Token[], at: number): boolean {
    const value = tokens[at + 1];
    if (!INTERIOR.has(tokens[at]?.text ?? '') || value?.isNumber !== true) return false;
    const number = bareNumber(value.text);
    // 'INT 2 MESES' means interest.
    if (this.#interiors.has(number)) return !isTime(tokens[at + 2]);
    return value.text.length >= FLOOR_AND_DOOR && this.#byNumber.has(`${number}|`);
  }

  /**
   * Adds the tower of a text to the units in the text, if the text names a single tower. A number beside a tower is
   * a unit of the tower.
   */
  #withTowers(
    tokens: readonly Token[],
    named: readonly NamedUnit[],
    towers: readonly TowerNamed[],
  ): NamedUnit[] {
    const [first] = towers;
    if (first === undefined) return [...named];
    const count = new Set(towers.map(({ tower }) => tower)).size;
    if (count > 1) {
      // 'TORRE 1 501 Y TORRE 2 102': each tower has its own unit.
      const own = named.length > 0 ? [] : towers.flatMap((one) => this.#besideTower(tokens, one));
      if (own.length >= count) return own;
      return named.map((one) => (one.tower === '' ? { ...one, isUnsure: true } : one));
    }
    const { tower } = first;
    const beside = towers.flatMap((one) => this.#besideTower(tokens, one));
    if (named.length > 0) {
      const clash = named.some((one) => one.tower !== '' && one.tower !== tower);
      // 'APTOS T2-603 T2-604': only the tower introduces the second unit.
      const more = beside.filter(({ number, from, to }) =>
        named.every(
          (one) => (one.to <= from || to <= one.from) && (isAside(one.sort) || one.number !== number),
        ),
      );
      const whole = named.map((one) =>
        isAside(one.sort)
          ? one
          : {
              ...one,
              tower: one.tower || tower,
              isUnsure: one.isUnsure || clash,
              from: Math.min(one.from, first.from),
              to: Math.max(one.to, first.to),
            },
      );
      return [...whole, ...more];
    }
    return beside.filter((one, index) => beside.findIndex(({ number }) => number === one.number) === index);
  }

  /**
   * Returns the unit beside a tower, and the units listed after it. Empty if the numbers on both sides could be
   * units.
   */
  #besideTower(tokens: readonly Token[], { tower, ...first }: TowerNamed): NamedUnit[] {
    // 'T2A302', 'T2 A302': the letter means 'apartamento'.
    const [behind, further] = [tokens[first.at + first.length], tokens[first.at + first.length + 1]];
    const isDoor = behind?.text === 'A' && /^[\s,.-]*$/.test(behind.before) && further?.before === '';
    // A number after another tower belongs to the other tower.
    const isOthers = towerAt(tokens, first.at - 3) !== null;
    const beside = [isDoor ? further : behind, isOthers ? undefined : tokens[first.at - 1]];
    const fitting = beside.flatMap((token, side) => {
      if (token?.isNumber !== true || token.text.length < 1 || token.text.length > 4) return [];
      const gap = side === 0 ? token.before : (tokens[first.at]?.before ?? '');
      if (!/^[\s./_-]*$/.test(gap) || isDated(tokens, tokens.indexOf(token), side === 1)) return [];
      const number = bareNumber(token.text);
      if (this.#byParts.get(partsKey({ tower, number, letter: '' })) === undefined) return [];
      return { token, number };
    });
    const [only] = fitting;
    if (only === undefined || fitting.length > 1) return [];
    const from = Math.min(first.from, only.token.from);
    const to = Math.max(first.to, only.token.to);
    const one = { ...noUnit, from, to, tower, number: only.number };
    return alsoNamed(tokens, one, tokens.indexOf(only.token) + 1).named.map((also) => ({ ...also, tower }));
  }

  /**
   * Reads a unit without a word for its kind: '17F', '2-301', 'A-301', if the joint has the unit. Null otherwise.
   */
  #bareAt(tokens: readonly Token[], at: number): { named: NamedUnit; next: number } | null {
    const [before, first, second, third] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
    if (first === undefined || second === undefined) return null;
    if (first.before === '' && before !== undefined) return null;
    if (!touches(second)) return null;
    // '2-302-55' and '1-200.000' are other numbers; '2-302-MAYO' is a unit with a month.
    const isMonth = third?.before === '-' && !third.isNumber && third.text.length > 2;
    if (third !== undefined && /^[-/]?$/.test(third.before) && !isMonth) return null;
    if (third?.isNumber === true && /^[.,]$/.test(third.before)) return null;
    if (/[-/]$/.test(first.before)) return null;
    const isOrdinal = first.isNumber && ORDINAL.test(first.text + second.text);
    if (isOrdinal && [before, third].some((token) => COUNTED.has(token?.text ?? ''))) return null;
    const own = { from: first.from, to: second.to };
    const found = (tower: string, number: string, letter: string) => {
      const units = this.#byParts.get(partsKey({ tower, number: bareNumber(number), letter }));
      const towerless = tower === '' ? this.#byNumber.get(`${bareNumber(number)}|${letter}`) : undefined;
      if ((units ?? towerless) === undefined) return null;
      const named = { ...noUnit, ...own, tower, number: bareNumber(number), letter, isLetterSure: true };
      return { named, next: at + 2 };
    };
    if (first.isNumber && isLetter(second))
      return first.text.length > 4 ? null : found('', first.text, second.text);
    if (isLetter(first) && second.isNumber)
      return second.text.length > 4 ? null : found(first.text, second.text, '');
    const isPair = first.isNumber && second.isNumber && second.before === '-';
    if (
      !isPair ||
      first.text.length > 2 ||
      !/^\d{3,4}$/.test(second.text) ||
      /^(19|20)\d\d$/.test(second.text)
    ) {
      return null;
    }
    return found(bareNumber(first.text), second.text, '');
  }
}

const noUnit: NamedUnit = {
  from: 0,
  to: 0,
  tower: '',
  number: '',
  letter: '',
  isLetterSure: false,
  sort: null,
  isUnsure: false,
  together: '',
};

/** True for parking spaces and storage rooms, often numbered across all towers. */
const isAside = (sort: UnitSort | null): boolean => sort === 'parking' || sort === 'storage';

/**
 * True if a number is part of a date, or a day before a month. `isAlone` is false if a tower precedes the number.
 */
function isDated(tokens: readonly Token[], at: number, isAlone = true): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  // 'T1-101/T1-102' names two units.
  if (next !== undefined && /^[-/]$/.test(next.before)) return towerAt(tokens, at + 1) === null;
  if (isAlone && /^[-/]$/.test(token?.before ?? '') && before?.isNumber === true) return true;
  if (token === undefined || token.text.length > 2) return false;
  return MONTH_NAME.test((next?.text === 'DE' ? tokens[at + 2]?.text : next?.text) ?? '');
}

function afterAddress(tokens: readonly Token[], at: number): number {
  let next = at + 1;
  const isNamed = NAMED_STREETS.has(tokens[at]?.text ?? '') && tokens[at + 2]?.isNumber === true;
  if (isNamed && sortOfWord(tokens[next]?.text ?? '') === undefined) next++;
  while (next < tokens.length && next <= at + ADDRESS_TOKENS) {
    const token = tokens[next];
    if (token === undefined || sortOfWord(token.text) !== undefined) break;
    if (!token.isNumber && token.text.length > 3) break;
    if (towerAt(tokens, next) !== null && token.text.length > 1) break;
    next++;
  }
  return next;
}

/** Reads the units after a word for a kind of unit, for example 'APTO'; null without a number. */
function valueAfter(
  tokens: readonly Token[],
  word: number,
  sort: UnitSort,
): { named: NamedUnit[]; next: number } | null {
  let at = word + 1;
  while (FILLERS.has(tokens[at]?.text ?? '')) at++;
  const start = tokens[word]?.from ?? 0;
  let tower = '';
  const inside = towerAt(tokens, at);
  if (inside !== null && tokens[at + inside.length]?.isNumber === true) {
    tower = inside.tower;
    at += inside.length;
  } else {
    const [letter, number] = [tokens[at], tokens[at + 1]];
    if (isLetter(letter) && number?.isNumber === true && /^[\s-]?$/.test(number.before)) {
      tower = letter.text;
      at++;
    }
  }
  const first = tokens[at];
  if (first?.isNumber !== true || first.text.length > MOST_DIGITS) return null;
  const one: NamedUnit = {
    ...noUnit,
    sort,
    tower,
    number: bareNumber(first.text),
    from: start,
    to: first.to,
  };
  let next = at + 1;
  const second = tokens[next];
  if (second?.isNumber === true && /^[-/]$/.test(second.before)) {
    const isPair =
      second.before === '-' && first.text.length <= 2 && /^\d{2,4}$/.test(second.text) && tower === '';
    one.to = second.to;
    next++;
    if (isPair) {
      const together = second.text.length === 2 ? bareNumber(first.text) + second.text : '';
      Object.assign(one, { tower: one.number, number: bareNumber(second.text), together });
    } else one.isUnsure = true;
  } else if (isLetter(second) && towerAt(tokens, next) === null && /^[\s-]?$/.test(second.before)) {
    const after = tokens[next + 1];
    // A letter that starts an abbreviation ('S.A.') is not part of the unit.
    if (after === undefined || after.before !== '') {
      Object.assign(one, { letter: second.text, isLetterSure: touches(second) });
      if (touches(second) || !LETTER_WORDS.has(second.text)) one.to = second.to;
      next++;
    }
  }
  return alsoNamed(tokens, one, next);
}

/** Reads a list of units in a text, starting with a unit already read: '301 Y 302', '301, 302'. */
function alsoNamed(
  tokens: readonly Token[],
  one: NamedUnit,
  from: number,
): { named: NamedUnit[]; next: number } {
  const named = [one];
  let next = from;
  for (;;) {
    const last = tokens[next - 1]?.text === 'Y' ? next - 1 : next;
    const joiner = tokens[last];
    const isWord = joiner?.text === 'Y' || joiner?.text === 'E';
    const value = isWord ? tokens[last + 1] : joiner;
    if (value?.isNumber !== true) break;
    const isListed = isWord || /^\s*[,&+;]\s*$/.test(value.before);
    if (!isListed || Math.abs(value.text.length - one.number.length) > 1 || value.text.length > MOST_DIGITS)
      break;
    if (isDated(tokens, tokens.indexOf(value))) break;
    const also = {
      ...noUnit,
      sort: one.sort,
      number: bareNumber(value.text),
      from: value.from,
      to: value.to,
    };
    next = tokens.indexOf(value) + 1;
    const letter = tokens[next];
    if (isLetter(letter) && touches(letter)) {
      Object.assign(also, { letter: letter.text, isLetterSure: true, to: letter.to });
      next++;
    }
    named.push(also);
  }
  return { named, next };
}

/** True if the unit may be of the kind named in the text. */
function fits(named: UnitSort | null, sort: UnitSort | null): boolean {
  if (named === 'any' || sort === null || named === sort) return true;
  if (named === null) return sort === 'home' || sort === 'shop' || sort === 'office';
  return named === 'lot' && sort === 'home';
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
