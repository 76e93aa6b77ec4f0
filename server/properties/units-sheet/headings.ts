import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { towerInWords } from '../../../shared/properties/tower-heading.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { kindOfGroup } from './unit-kinds.ts';

/** Lines that stand over the units of a kind: PARQUEADEROS, LOCALES COMERCIALES, ZONA DE DEPÓSITOS. */
const KIND =
  /^((zona|area|listado) de )?(apartamentos|departamentos|casas|viviendas|parqueaderos|garajes|depositos|locales|oficinas|consultorios|bodegas|cuartos utiles)( [a-z]+)*$|^(apartamento|departamento|casa|vivienda|parqueadero|garaje|deposito|local|oficina|consultorio|bodega)$/;

/** The kind that a line over units tells; null where it tells none. */
export const kindOfHeading = (text: string): ApartmentKind | null => {
  const words = plainWords(text);
  return KIND.test(words) ? kindOfGroup(words) : null;
};

/** The tower that a line over units or a sheet's name tells ('TORRE 2' is '2'); null where it tells none. */
export const towerOfHeading = (text: string): string | null => towerInWords(plainWords(text));

/** A line that stands above the units of a tower or of a kind. */
export const isSectionHeading = (text: string): boolean =>
  kindOfHeading(text) !== null ||
  towerOfHeading(text) !== null ||
  /^(torre|bloque|interior|manzana|etapa)$/.test(plainWords(text));
