/** Joints of the scenes with made-up people, each with an assembly in another state. */
import { alcaravan } from '../../../server/demo/alcaravan.ts';
import { canon } from '../../../server/demo/canon.ts';
import { samanes } from '../../../server/demo/samanes.ts';
import type { UnitOfJoint } from '../../../server/properties/unit-rows.ts';
import type { TableFile } from '../../../server/testing/world.ts';
import { formatExact } from '../../../shared/coefficient.ts';

const YEAR = 2026;
export const small = alcaravan(YEAR).units;
export const large = samanes(YEAR).units;
export const sectorial = canon();

/** Names of the joints in the scenes. Key: state of the joint's assembly. */
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

/** E-mail address of an owner. Every fifth owner has no address. */
function emailOf(owners: readonly string[], owner: string): string {
  const at = owners.indexOf(owner);
  return at % 5 === 4 ? '' : `propietario${at + 1}@correo.example`;
}

/** Returns units as a CSV file in the manner of an administration, to upload as a table of units. */
export function tableOf(units: readonly UnitOfJoint[]): TableFile {
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

/** Groups units by owner, in table order. */
export function unitsByOwner(units: readonly UnitOfJoint[]): Map<string, UnitOfJoint[]> {
  const owners = new Map<string, UnitOfJoint[]>();
  for (const unit of units) owners.set(unit.owner, [...(owners.get(unit.owner) ?? []), unit]);
  return owners;
}
