/** Joints of the scenes: made-up people, each joint with an assembly in another state. */
import { alcaravan } from '../../../server/demo/alcaravan.ts';
import { canon } from '../../../server/demo/canon.ts';
import { samanes } from '../../../server/demo/samanes.ts';
import type { Unit } from '../../../server/properties/unit-rows.ts';
import type { TableFile } from '../../../server/testing/world.ts';
import { formatExact } from '../../../shared/coefficient.ts';

const YEAR = 2026;
export const small = alcaravan(YEAR).units;
export const large = samanes(YEAR).units;
export const sectorial = canon();

/** State of an assembly → joint. */
export const places = {
  preparing: 'Edificio Torre Alcaraván',
  noQuorum: 'Conjunto Residencial Altos del Guadual',
  running: 'Conjunto Residencial Samanes de Peñaflor',
  checking: 'Conjunto Residencial Alameda del Bosque',
  secondCall: 'Edificio Balcones de la Loma',
  closed: 'Conjunto Residencial Prados del Río',
  electing: 'Conjunto Residencial Mirador del Cerro',
  sectorial: sectorial.jointName,
} as const;
export type Place = keyof typeof places;

/** An e-mail per owner, except every fifth. */
function emailOf(owners: readonly string[], owner: string): string {
  const at = owners.indexOf(owner);
  return at % 5 === 4 ? '' : `propietario${at + 1}@correo.example`;
}

/** Table in the format of an administration. */
export function tableOf(units: readonly Unit[]): TableFile {
  const owners = [...unitsByOwner(units).keys()];
  const rows = units.map((unit) =>
    [
      unit.apartmentId,
      unit.owner,
      unit.ownerDocument,
      emailOf(owners, unit.owner),
      unit.kind,
      unit.mainApartmentId,
      formatExact(unit.coefficient),
    ]
      .map((cell) => `"${cell ?? ''}"`)
      .join(','),
  );
  const header = 'unidad,propietario,documento,correo,tipo,inmueble principal,coeficiente';
  return { fileName: 'coeficientes.csv', csv: [header, ...rows, ''].join('\n') };
}

/** Units by owner, in table order. */
export function unitsByOwner(units: readonly Unit[]): Map<string, Unit[]> {
  const owners = new Map<string, Unit[]>();
  for (const unit of units) owners.set(unit.owner, [...(owners.get(unit.owner) ?? []), unit]);
  return owners;
}
