import type { UnitOfJoint } from '../properties/unit-rows.ts';
import { agendaOf, type DemoJoint } from './joint.ts';
import { person } from './people.ts';
import { shareOut } from './shares.ts';

const FLOORS = 6;
/** Private areas of the four flats of a floor, in hundredths of a square metre. */
const AREAS = [6120, 6120, 7455, 7980] as const;

function alcaravanUnits(): UnitOfJoint[] {
  const areas = Array.from({ length: FLOORS }, () => AREAS).flat();
  return shareOut(areas, 4).map((coefficient, i) => {
    const owner = person(400 + i);
    return {
      apartmentId: `${Math.floor(i / AREAS.length) + 1}0${(i % AREAS.length) + 1}`,
      kind: 'vivienda',
      mainApartmentId: null,
      owner: owner.name,
      ownerDocument: owner.document,
      coefficient,
    };
  });
}

/**
 * Returns the plan of a demonstration joint without linked users. Only staff may see the joint; a sight by
 * anybody else is a fault of access control.
 */
export function alcaravan(year: number): DemoJoint {
  return {
    jointName: 'Edificio Torre Alcaraván',
    units: alcaravanUnits(),
    sectors: [],
    assembly: {
      kind: 'ordinary',
      mode: 'virtual',
      title: `Asamblea General Ordinaria ${year}`,
      agenda: agendaOf('Verificación del quórum', 'Estados financieros', 'Presupuesto'),
      notice: 'Correo electrónico, con quince días calendario de anticipación',
    },
    questions: [],
    codes: 0,
    registrationActive: false,
  };
}
