import { defined } from '../../../shared/defined.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/** Nouns of kinds, a word each. Used for names of units, cells, headings and headers. */
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

/** Adjectives decide only without a noun: 'Parqueadero residencial' is a parking space, 'Unidad comercial' a shop. */
const ADJECTIVES: [ApartmentKind, RegExp][] = [
  ['local', /^comerc\w*$/],
  ['vivienda', /^(residen\w*|habita\w*|\w*familiar(es)?)$/],
  ['otro', /^comun(al|es)?$/],
];

/** Abbreviations of a dwelling and of an annex: departamento or depósito, estudio or estacionamiento. */
const SHORT: [ApartmentKind, RegExp][] = [
  ['deposito', /^(dep|dp)s?$/],
  ['parqueadero', /^est$/],
];

/** Also parts of proper names: in the name of a unit a kind only before a number or at the end ('Villa 5'). */
const PROPER = /^(villas?|fincas?|islas?|tiendas?|burbujas?)$/;

const AND = /^(y|e|con|mas)$/;

/** The source of a unit's kind, the surest first. `none`: the unit is taken for a dwelling. */
export interface KindFound {
  kind: ApartmentKind;
  by: 'hand' | 'column' | 'id' | 'section' | 'header' | 'shape' | 'none';
  /**
   * Reason to ask a person:
   * - `words`: the words are unknown or contradict each other;
   * - `several`: dwelling and annex in one name; asked only with the coefficient of an annex;
   * - `short`: an abbreviation of both; with the coefficient of an annex an annex, else asked.
   */
  doubt?: 'words' | 'several' | 'short';
}

type Named = Pick<KindFound, 'kind' | 'doubt'>;

/** Words with numbers apart: 'apto101parq11' is 'apto', '101', 'parq', '11'. */
const tokensOf = (text: string): string[] => plainWords(text).match(/[a-z]+|\d+/g) ?? [];

const kindIn = (kinds: readonly [ApartmentKind, RegExp][], word: string): ApartmentKind | null =>
  kinds.find(([, pattern]) => pattern.test(word))?.[0] ?? null;

/** True for a word without accents and case that names a kind. */
export const isKindWord = (word: string): boolean => kindIn([...NOUNS, ...SHORT], word) !== null;

/** Kinds named by nouns, in order, with their positions among the words. */
function nounsIn(tokens: readonly string[], isName: boolean): (Named & { at: number })[] {
  return tokens.flatMap((word, at) => {
    const next = tokens[at + 1];
    if (isName && PROPER.test(word) && next !== undefined && !/\d/.test(next)) return [];
    const kind = kindIn(NOUNS, word);
    if (kind !== null) return [{ kind, at }];
    const short = kindIn(SHORT, word);
    return short === null ? [] : [{ kind: short, at, doubt: 'short' as const }];
  });
}

const isHome = ({ kind }: Named): boolean => kind === 'vivienda' || kind === 'local';
const isAnnex = ({ kind }: Named): boolean => kind === 'parqueadero' || kind === 'deposito';

/**
 * The kind that a text names; null if none. Of several kinds the dwelling or shop decides, and parking space and store
 * room are its companions: 'APTO 101 PARQ 11', 'Vivienda familiar (2 garajes)'.
 * @param isName the text is the name of a unit, not of a kind
 */
function kindNamed(text: string, isName: boolean): Named | null {
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

/** Kind in the header of the unit's column; null without exactly one kind. */
export function kindOfHeader(label: string): ApartmentKind | null {
  const found = new Set(nounsIn(tokensOf(label), false).map(({ kind }) => kind));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** The kind of the units under a heading: 'PARQUEADEROS APARTAMENTOS' are parking spaces. Null if it names none. */
export const kindOfGroup = (text: string): ApartmentKind | null =>
  nounsIn(tokensOf(text), false)[0]?.kind ?? null;

/** Kind of a unit from its row, and from headings and headers above. */
export function kindOf({
  kindText,
  apartmentId,
  section,
  header,
}: {
  /** Cell of the kind column; '' if empty. */
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

/** Unit for the comparison of kinds. */
interface Unit extends KindFound {
  apartmentId: string;
  /** In 10⁻⁹. */
  coefficient: number;
}

/** 'L1', 'L-12': a shop by its number, if most other units have other names. */
const SHOP = /^l ?\d{1,3}$/;

/** Units recognized as shops by their numbers among the others. */
export function shopsByShape(units: readonly Unit[]): Set<string> {
  const shops = units.filter(({ by, apartmentId }) => by === 'none' && SHOP.test(plainWords(apartmentId)));
  return new Set(shops.length * 2 < units.length ? shops.map(({ apartmentId }) => apartmentId) : []);
}

/**
 * Settles the units that no word or no clear word tells the kind of, beside the coefficients of the others: an annex has
 * less than a quarter of the dwellings' median. A table of shops by number alone ('L1' to 'L40') is asked about too.
 * @returns the kinds of the doubtful ones among `units` by id; `asked` if a person has to say the kind
 */
export function settleDoubts(units: readonly Unit[]): Map<string, KindFound & { isAsked: boolean }> {
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
 * Median of the large coefficients. There may be more parking spaces than dwellings, so coefficients below a quarter
 * of the coefficient at the middle of the sum are left out.
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
