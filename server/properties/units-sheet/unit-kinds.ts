import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/** From the table's own column of kinds, from a header or a heading; what it says and nobody foresaw is 'otro'. */
const kindsByName: [ApartmentKind, RegExp][] = [
  ['parqueadero', /parq|garaj|estacion|celda|moto/],
  ['deposito', /dep[o ]|^dep|util\b|utiles|bodega/],
  ['local', /local|comerc|oficina|consult/],
  ['vivienda', /apart|apto|casa|vivien|residen|habita/],
];

/** From how units are numbered: PARQ 18 - 19, PQ37, Depósito 1, DEPO 1, Local 3, OFICINA, PARCELA 35, Casa 4. */
const kindsById: [ApartmentKind, RegExp][] = [
  ['parqueadero', /(^| )(parq|parqueaderos?|pq|garajes?|gj|estacionamientos?|celdas?|motos?)( |\d|$)/],
  ['deposito', /(^| )(dep|depo|depositos?|dp|cuarto util|utiles|util|bodegas?)( |\d|$)/],
  ['local', /(^| )(local|locales|lc|oficinas?|of|consultorios?)( |\d|$)/],
  ['otro', /(^| )(parcelas?|lotes?)( |\d|$)/],
  [
    'vivienda',
    /(^| )(apartamentos?|aptos?|apt|ap|casas?|viviendas?|apartaestudios?|aestudios?|estudios?|penthouse|ph)( |\d|$)/,
  ],
];

/** What stands over the column of units where it holds one kind alone. */
const kindsByHeader: [ApartmentKind, RegExp][] = [
  ['parqueadero', /\b(parqueaderos?|garajes?)\b/],
  ['deposito', /\bdepositos?\b/],
  ['local', /\b(local|locales|oficinas?|consultorios?)\b/],
  ['otro', /\b(lotes?|parcelas?)\b/],
  ['vivienda', /\b(apartamentos?|aptos?|apts?|apartaestudios?|casas?|vivienda)\b/],
];

/** What tells a unit's kind, the surest first. `none`: nothing does, and it is taken for a dwelling. */
export interface KindFound {
  kind: ApartmentKind;
  by: 'hand' | 'column' | 'id' | 'section' | 'header' | 'shape' | 'none';
}

/** The one kind that the header of the unit's column tells; null where it tells none or several. */
export function kindOfHeader(label: string): ApartmentKind | null {
  const words = plainWords(label);
  const found = kindsByHeader.filter(([, pattern]) => pattern.test(words));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}

/** The kind that words name; null where they name none. */
export const kindNamed = (words: string): ApartmentKind | null => named(kindsByName, words);

const named = (kinds: readonly [ApartmentKind, RegExp][], words: string): ApartmentKind | null =>
  kinds.find(([, pattern]) => pattern.test(words))?.[0] ?? null;

/** '101 y parqueadero 5' is what stands first. */
const alone = (words: string): string => words.replace(/(?<=\S) (y|con|mas) .*$/, '');

/** A unit's kind by what its own row and what stands over it say. */
export function kindOf({
  said,
  apartmentId,
  section,
  header,
}: {
  /** The table's column of kinds; '' where it says nothing. */
  said: string;
  apartmentId: string;
  section: ApartmentKind | null;
  header: ApartmentKind | null;
}): KindFound {
  const name = plainWords(said);
  if (name !== '') return { kind: kindNamed(name) ?? 'otro', by: 'column' };
  const id = named(kindsById, alone(plainWords(apartmentId)));
  if (id !== null) return { kind: id, by: 'id' };
  if (section !== null) return { kind: section, by: 'section' };
  // 'Apto' stands over parking spaces too, where somebody put everything into one column.
  if (header !== null && header !== 'vivienda') return { kind: header, by: 'header' };
  return { kind: 'vivienda', by: 'none' };
}

/** A unit as far as its kind is looked at beside the others'. */
interface Unit extends KindFound {
  apartmentId: string;
  /** In 10⁻⁹. */
  coefficient: number;
}

/** 'L1', 'L-12': a shop by its number, where most others have none like it. */
const SHOP = /^l ?\d{1,3}$/;

/** Units that are shops by how they are numbered among the others. */
export function shopsByShape(units: readonly Unit[]): Set<string> {
  const shops = units.filter(({ by, apartmentId }) => by === 'none' && SHOP.test(plainWords(apartmentId)));
  return new Set(shops.length * 2 < units.length ? shops.map(({ apartmentId }) => apartmentId) : []);
}

/**
 * Units that nothing tells the kind of and whose coefficient is less than a quarter of the dwellings' median, as
 * parking spaces and store rooms have: somebody has to say whether they are dwellings. A table of shops by number alone
 * ('L1' to 'L40') is as doubtful.
 */
export function doubtfulUnits(units: readonly Unit[]): Unit[] {
  const dwellings = units.filter(({ kind }) => kind === 'vivienda').map(({ coefficient }) => coefficient);
  const limit = medianOfLarge(dwellings) / 4;
  return units.filter(
    ({ by, apartmentId, coefficient }) =>
      by === 'none' && (coefficient < limit || SHOP.test(plainWords(apartmentId))),
  );
}

/**
 * The median of what is no small part: there may be more parking spaces than dwellings, so those below a quarter of the
 * coefficient in which the middle of the sum lies are left out.
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
