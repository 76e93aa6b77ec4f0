import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { towerInWords } from '../../../shared/properties/tower-heading.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { kindOfGroup } from './unit-kinds.ts';

/** Pattern of headings above units of a kind: PARQUEADEROS, LOCALES COMERCIALES, ZONA DE DEPÓSITOS. */
const KIND =
  /^((zona|area|listado) de )?(apartamentos|departamentos|casas|viviendas|parqueaderos|garajes|depositos|locales|oficinas|consultorios|bodegas|cuartos utiles)( [a-z]+)*$|^(apartamento|departamento|casa|vivienda|parqueadero|garaje|deposito|local|oficina|consultorio|bodega)$/;

/** Returns the kind of units named by a heading inside a table ('PARQUEADEROS'); null without a kind. */
export const kindOfHeading = (text: string): ApartmentKind | null => {
  const words = plainWords(text);
  return KIND.test(words) ? kindOfGroup(words) : null;
};

/** Returns the tower named by a heading or a sheet's name ('TORRE 2' is '2'); null without a tower. */
export const towerOfHeading = (text: string): string | null => towerInWords(plainWords(text));

/** True for a text used as a heading above the units of a tower or kind: 'TORRE 2', 'PARQUEADEROS'. */
export const isSectionHeading = (text: string): boolean =>
  kindOfHeading(text) !== null ||
  towerOfHeading(text) !== null ||
  /^(torre|bloque|interior|manzana|etapa)$/.test(plainWords(text));
