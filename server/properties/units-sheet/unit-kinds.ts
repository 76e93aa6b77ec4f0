import { defined } from '../../../shared/defined.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/** Patterns of nouns for each kind of unit, a word each. Used for names of units, cells, headings and titles. */
const NOUNS: [ApartmentKind, RegExp][] = [
  [
    'parqueadero',
    /^(parqs?|prq|pqs?|pqd\w*|pk|parqueo|parqu[ei][a-z]{2,}|gara[jg]\w*|gar|gj|estacion\w*|aparca\w*|celdas?|cocheras?|moto\w*|bicicleter\w*|carros?|vehicul\w*)$/,
  ],
  ['deposito', /^(depos\w*|depo|bodegas?|bods?|cu|util|utiles|trasteros?|bauleras?)$/],
  [
    'local',
    /^(local|locales|loc|lc|ofi?|ofc|ofic\w*|consult\w*|burbujas?|islas?|kioscos?|quioscos?|stands?|tiendas?|almacen(es)?|restaurantes?|mezz?anin\w*|droguerias?|cafeterias?|peluquerias?)$/,
  ],
  ['otro', /^(parcelas?|lotes?|terrenos?|antenas?|porteria|salon|otr[oa]s?)$/],
  [
    'vivienda',
    /^(apart\w*|apto\w*|apts?|aps?|casas?|vivien\w*|depart\w*|deptos?|dptos?|dpts?|dtos?|a?estudios?|pent\w*|phs?|lofts?|duplex|triplex|suites?|villas?|fincas?|chalets?|cabanas?|habitacion(es)?)$/,
  ],
];

/**
 * Patterns of adjectives for each kind, used only without a noun: 'Parqueadero residencial' is a parking space,
 * 'Unidad comercial' a shop.
 */
const ADJECTIVES: [ApartmentKind, RegExp][] = [
  ['local', /^comerc\w*$/],
  ['vivienda', /^(residen\w*|habita\w*|\w*familiar(es)?)$/],
  ['otro', /^comun(al|es)?$/],
];

/**
 * Patterns of abbreviations for both a dwelling and an annex: departamento or depósito, estudio or estacionamiento.
 */
const SHORT_KINDS: [ApartmentKind, RegExp][] = [
  ['deposito', /^(dep|dp)s?$/],
  ['parqueadero', /^est$/],
];

/**
 * Pattern of nouns also used in proper names: in the name of a unit a kind only before a number or at the end
 * ('Villa 5').
 */
const PROPER = /^(villas?|fincas?|islas?|tiendas?|burbujas?)$/;

const AND = /^(y|e|con|mas)$/;

/** Kind of a unit (dwelling, parking space …) with the source of the decision. */
export interface KindFound {
  kind: ApartmentKind;
  /**
   * Source, the surest first: chosen by hand, kind column, the unit's id, heading above, column title, form
   * of the number ('L1'). `none`: assumed to be a dwelling.
   */
  by: 'hand' | 'column' | 'id' | 'section' | 'header' | 'shape' | 'none';
  /**
   * Reason to ask the user:
   * - `words`: the words are unknown or contradict each other;
   * - `several`: dwelling and annex in one name; asked only with the coefficient of an annex;
   * - `short`: an abbreviation of both; with the coefficient of an annex an annex, else asked.
   */
  doubt?: 'words' | 'several' | 'short';
}

type NamedKind = Pick<KindFound, 'kind' | 'doubt'>;

/** Splits a text into words and numbers: 'apto101parq11' is 'apto', '101', 'parq', '11'. */
const tokensOf = (text: string): string[] => plainWords(text).match(/[a-z]+|\d+/g) ?? [];

const kindIn = (kinds: readonly [ApartmentKind, RegExp][], word: string): ApartmentKind | null =>
  kinds.find(([, pattern]) => pattern.test(word))?.[0] ?? null;

/** True for a word (without accents and case) naming a kind of unit: 'parqueadero', 'local'. */
export const isKindWord = (word: string): boolean => kindIn([...NOUNS, ...SHORT_KINDS], word) !== null;

/** Returns the kinds named by nouns, in order, with their positions among the words. */
function nounsIn(tokens: readonly string[], isName: boolean): (NamedKind & { at: number })[] {
  return tokens.flatMap((word, at) => {
    const next = tokens[at + 1];
    if (isName && PROPER.test(word) && next !== undefined && !/\d/.test(next)) return [];
    const kind = kindIn(NOUNS, word);
    if (kind !== null) return [{ kind, at }];
    const short = kindIn(SHORT_KINDS, word);
    return short === null ? [] : [{ kind: short, at, doubt: 'short' as const }];
  });
}

const isHome = ({ kind }: NamedKind): boolean => kind === 'vivienda' || kind === 'local';
const isAnnex = ({ kind }: NamedKind): boolean => kind === 'parqueadero' || kind === 'deposito';

/**
 * Returns the kind named by a text; null without a kind. Of several kinds the dwelling or shop decides, and parking
 * space and store room are only companions: 'APTO 101 PARQ 11', 'Vivienda familiar (2 garajes)'.
 * @param isName true if the text is the name of a unit, not of a kind
 */
function kindNamed(text: string, isName: boolean): NamedKind | null {
  const tokens = tokensOf(text);
  const nouns = nounsIn(tokens, isName);
  const [first] = nouns;
  if (first === undefined) {
    const kind = isName ? null : (tokens.flatMap((word) => kindIn(ADJECTIVES, word) ?? [])[0] ?? null);
    return kind === null ? null : { kind };
  }
  const homes = nouns.filter(isHome);
  const [home] = homes;
  if (home !== undefined) {
    const { kind } = home;
    if (homes.some((other) => other.kind !== kind)) return { kind, doubt: 'words' };
    if (!isAnnex(first) || first.doubt === 'short')
      return nouns.some(isAnnex) ? { kind, doubt: 'several' } : { kind };
    const before = tokens.slice(first.at, home.at);
    // 'Parqueadero 5 del apto 101' is the parking space; 'PARQ 5 APTO 101' may be both.
    if (before.some((word) => /^(de|del|para)$/.test(word))) return { kind: first.kind };
    return { kind, doubt: before.some((word) => AND.test(word)) ? 'several' : 'words' };
  }
  const annex = nouns.find(isAnnex);
  if (annex === undefined || !isName) return first;
  const before = tokens.slice(0, annex.at);
  // '101 y parqueadero 5' is 101, and a number alone names no kind.
  if (AND.test(before.at(-1) ?? '')) return null;
  // A tower has no number of three digits: '101 PARQ 11' is a flat and its parking space, '1-PARQ 11' is in tower 1.
  const isNumbered = before.some((word) => /^\d{3,}$/.test(word)) && /^\d/.test(tokens[annex.at + 1] ?? '');
  return isNumbered ? { kind: 'vivienda', doubt: 'words' } : { kind: annex.kind, doubt: annex.doubt };
}

/**
 * Returns the kind of units named by the title of the id column ('PARQUEADERO'); null without a kind, or
 * with several.
 */
export function kindOfHeader(label: string): ApartmentKind | null {
  const found = new Set(nounsIn(tokensOf(label), false).map(({ kind }) => kind));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/**
 * Returns the kind of the units under a heading: 'PARQUEADEROS APARTAMENTOS' are parking spaces. Null if the
 * heading names no kind.
 */
export const kindOfGroup = (text: string): ApartmentKind | null =>
  nounsIn(tokensOf(text), false)[0]?.kind ?? null;

/** Decides the kind of a unit from the row, and from headings and titles above. */
export function kindOf({
  kindText,
  apartmentId,
  section,
  header,
}: {
  /** Text of the cell in the kind column; '' if empty. */
  kindText: string;
  apartmentId: string;
  section: ApartmentKind | null;
  header: ApartmentKind | null;
}): KindFound {
  const isSaid = plainWords(kindText) !== '';
  const column = kindNamed(kindText, false);
  const id = kindNamed(apartmentId, true);
  if (column !== null) {
    // A dwelling in one source and not in the other: a vote too many or too few.
    const differs =
      id !== null && id.doubt === undefined && (id.kind === 'vivienda') !== (column.kind === 'vivienda');
    return { ...column, by: 'column', doubt: differs ? 'words' : column.doubt };
  }
  if (id !== null) return { ...id, by: 'id' };
  if (section !== null) return { kind: section, by: 'section' };
  // 'Apto' may be above parking spaces too, if all units are in one column.
  if (header !== null && header !== 'vivienda') return { kind: header, by: 'header' };
  return isSaid ? { kind: 'otro', by: 'column', doubt: 'words' } : { kind: 'vivienda', by: 'none' };
}

/** Unit with its kind so far and coefficient, to compare with other units. */
interface UnitOfKind extends KindFound {
  apartmentId: string;
  /** Coefficient of the unit, in 10⁻⁹. */
  coefficient: number;
}

/** Pattern of a shop by its number: 'L1', 'L-12', if most other units have other names. */
const SHOP = /^l ?\d{1,3}$/;

/**
 * Returns the ids of units recognized as shops by numbers like 'L1'. Empty if at least half of all units
 * have numbers like 'L1': then the letter means something else.
 */
export function shopsByShape(units: readonly UnitOfKind[]): Set<string> {
  const shops = units.filter(({ by, apartmentId }) => by === 'none' && SHOP.test(plainWords(apartmentId)));
  return new Set(shops.length * 2 < units.length ? shops.map(({ apartmentId }) => apartmentId) : []);
}

/**
 * Decides the kind of units without a clear word, by comparing coefficients: an annex (parking space, store
 * room) has less than a quarter of the dwellings' median. Asks the user also about a table of only
 * shop-like numbers ('L1' to 'L40').
 * @returns doubtful units only. Key: id of the unit. Value: kind; `isAsked` is true if the user has to
 * decide
 */
export function settleDoubts(units: readonly UnitOfKind[]): Map<string, KindFound & { isAsked: boolean }> {
  const dwellings = units.filter(({ kind }) => kind === 'vivienda').map(({ coefficient }) => coefficient);
  const limit = medianOfLarge(dwellings) / 4;
  const settled = new Map<string, KindFound & { isAsked: boolean }>();
  for (const { apartmentId, kind, by, doubt, coefficient } of units) {
    const isSmall = coefficient < limit;
    const isShop = by === 'none' && SHOP.test(plainWords(apartmentId));
    if (doubt === 'short') {
      const found = isSmall ? kind : 'vivienda';
      settled.set(apartmentId, {
        kind: found,
        by,
        ...defined({ doubt: isSmall ? undefined : doubt }),
        isAsked: !isSmall,
      });
    } else if (doubt === 'several') {
      settled.set(apartmentId, {
        kind,
        by,
        ...defined({ doubt: isSmall ? doubt : undefined }),
        isAsked: isSmall,
      });
    } else if (doubt === 'words' || isShop || (by === 'none' && isSmall)) {
      settled.set(apartmentId, { kind, by, doubt, isAsked: true });
    }
  }
  return settled;
}

/**
 * Returns the median of the large coefficients. Leaves out coefficients below a quarter of the coefficient at the
 * middle of the sum, because there may be more parking spaces than dwellings.
 */
function medianOfLarge(coefficients: readonly number[]): number {
  const sorted = coefficients.toSorted((a, b) => a - b);
  let rest = sorted.reduce((sum, one) => sum + one, 0) / 2;
  const middle = sorted.find((one) => {
    rest -= one;
    return rest <= 0;
  });
  const large = sorted.filter((one) => one * 4 >= (middle ?? 0));
  return large[Math.floor(large.length / 2)] ?? 0;
}
