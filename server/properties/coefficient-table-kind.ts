import { plainWords } from '../platform/sheets/cell-text.ts';
import type { ApartmentKind } from './coefficient-table.types.ts';

/** From the table's own column of kinds; what it says and nobody foresaw is 'otro'. */
const kindsByName: [ApartmentKind, RegExp][] = [
  ['parqueadero', /parq|garaj|estacion|celda|moto/],
  ['deposito', /dep[o ]|^dep|util\b|bodega/],
  ['local', /local|comerc|oficina|consult/],
  ['vivienda', /apart|apto|casa|vivien|residen|habita/],
];

/** From how units are numbered: PARQ 18 - 19, PQ37, Depósito 1, DEPO 1, Local 3, OFICINA, PARCELA 35. */
const kindsById: [ApartmentKind, RegExp][] = [
  ['parqueadero', /(^| )(parq|parqueaderos?|pq|garajes?|gj|estacionamientos?|celdas?|motos?)( |\d|$)/],
  ['deposito', /(^| )(dep|depo|depositos?|dp|cuarto util|utiles|util|bodegas?)( |\d|$)/],
  ['local', /(^| )(local|locales|lc|oficinas?|of|consultorios?)( |\d|$)/],
  ['otro', /(^| )(parcelas?|lotes?)( |\d|$)/],
];

/** The kind that the table's column says, or else what the id gives away, or else a dwelling. */
export function kindOf(said: string, apartmentId: string): ApartmentKind {
  const name = plainWords(said);
  if (name !== '') return kindsByName.find(([, pattern]) => pattern.test(name))?.[0] ?? 'otro';
  const id = plainWords(apartmentId);
  return kindsById.find(([, pattern]) => pattern.test(id))?.[0] ?? 'vivienda';
}
