import { defaultAnswers } from '../../shared/assemblies/concepts.api.ts';
import type { UnitOfJoint } from '../properties/unit-rows.ts';
import { agendaOf, type DemoJoint } from './joint.ts';
import { citizenId, company, type Owner, person } from './people.ts';
import { shareOut } from './shares.ts';

const TOWERS = 3;
const FLOORS = 10;
/** Private areas of the four flats of a floor, in hundredths of a square metre. */
const AREAS = [5842, 6715, 7268, 8430] as const;
const SAMANES_DECIMALS = 6;

/** Owner in the demonstration with a user account. */
export const ANA: Owner = { name: 'Ana María Núñez Peña', document: citizenId(501) };
/** Owner in the demonstration with a user account, another family. */
export const CAMILO: Owner = { name: 'Camilo Andrés Ibáñez Muñoz', document: citizenId(502) };
export const BEATRIZ: Owner = { name: 'Beatriz Elena Quiñones Yepes', document: citizenId(503) };
const COUPLE: Owner = { name: 'Íngrid Johana Cañas y Nicolás Ávila Rincón', document: citizenId(504) };
const INVESTOR: Owner = company('Inversiones Cañaveral del Sur S.A.S.', 1);
const BUILDER: Owner = company('Constructora Peñas Claras S.A.S.', 2);

/** Flats of the named demonstration owners. The other flats go to numbered persons in turn. */
const OWNED_FLATS: readonly (readonly [Owner, readonly string[]])[] = [
  [ANA, ['1-302', '3-804']],
  [CAMILO, ['2-501']],
  [BEATRIZ, ['1-1001', '2-203', '2-904', '3-102', '3-605']],
  [COUPLE, ['1-704']],
  [INVESTOR, ['1-101', '1-102', '2-101', '2-102', '3-101', '3-103']],
  [BUILDER, ['3-1001', '3-1002', '3-1003']],
];
/**
 * Number of numbered owners. Fewer than the remaining flats, so the last flats are second flats of the first
 * owners.
 */
const OTHER_OWNERS = 88;

interface DemoUnit extends Omit<UnitOfJoint, 'coefficient'> {
  area: number;
}

function flats(): DemoUnit[] {
  const ownerOf = new Map(OWNED_FLATS.flatMap(([owner, ids]) => ids.map((id) => [id, owner] as const)));
  const list: DemoUnit[] = [];
  let others = 0;
  for (let tower = 1; tower <= TOWERS; tower++) {
    for (let floor = 1; floor <= FLOORS; floor++) {
      for (const [index, area] of AREAS.entries()) {
        const apartmentId = `${tower}-${floor}0${index + 1}`;
        const owner = ownerOf.get(apartmentId) ?? person(others++ % OTHER_OWNERS);
        // The last floor has a terrace; the first floor is smaller because of the lobby.
        const extra = floor === FLOORS ? 1880 : floor === 1 ? -236 : 0;
        list.push({
          apartmentId,
          kind: 'vivienda',
          mainApartmentId: null,
          owner: owner.name,
          ownerDocument: owner.document,
          area: area + extra,
        });
      }
    }
  }
  return list;
}

/** Builds the parking spaces or storage rooms of the flats, with the same owners, numbered in order. */
function annexes(
  kind: 'parqueadero' | 'deposito',
  prefix: string,
  mains: readonly DemoUnit[],
  areaOf: (index: number) => number,
): DemoUnit[] {
  return mains.map((main, index) => ({
    ...main,
    apartmentId: `${prefix} ${String(index + 1).padStart(2, '0')}`,
    kind,
    mainApartmentId: main.apartmentId,
    area: areaOf(index),
  }));
}

/**
 * Builds 120 flats, 84 parking spaces and 36 storage rooms: 240 units with coefficients that add up to exactly 100.
 */
function samanesUnits(): UnitOfJoint[] {
  const homes = flats();
  const twoCars = homes.filter(({ apartmentId }) => /^1-100\d$/.test(apartmentId));
  const drivers = [...homes.filter((_, i) => i % 3 !== 2), ...twoCars];
  const keepers = homes.filter((_, i) => [0, 4, 9].includes(i % 10));
  const all = [
    ...homes,
    ...annexes('parqueadero', 'PARQ', drivers, (i) => 1150 + (i % 3) * 62),
    // Ana's storage room below the stairs has no area in the deed: no coefficient and no vote.
    ...annexes('deposito', 'DEP', keepers, (i) =>
      keepers[i]?.apartmentId === '1-302' ? 0 : 212 + (i % 4) * 47,
    ),
  ];
  const shares = shareOut(
    all.map(({ area }) => area),
    SAMANES_DECIMALS,
  );
  return all.map(({ area: _area, ...unit }, i) => {
    const coefficient = shares[i];
    if (coefficient === undefined) throw new RangeError('A unit has no share.');
    return { ...unit, coefficient };
  });
}

/** Names of consecutive demonstration persons. */
const namesFrom = (first: number, quantity: number): string[] =>
  Array.from({ length: quantity }, (_, at) => person(first + at).name);

/** Returns the plan of a demonstration joint with an open assembly; owners at home can register. */
export function samanes(year: number): DemoJoint {
  return {
    jointName: 'Conjunto Residencial Samanes de Peñaflor',
    units: samanesUnits(),
    sectors: [],
    assembly: {
      kind: 'ordinary',
      mode: 'mixed',
      title: `Asamblea General Ordinaria de Copropietarios ${year}`,
      agenda: agendaOf(
        'Verificación del quórum e instalación de la asamblea',
        'Elección de presidente y secretario',
        'Lectura y aprobación del orden del día',
        'Informe de la administración y del consejo',
        `Estados financieros y presupuesto del año ${year}`,
        'Elección del consejo de administración',
        'Proposiciones y varios',
      ),
      notice: 'Carta a cada inmueble y correo electrónico, con quince días calendario de anticipación',
      // Real meeting numbers never begin with 1.
      zoomId: '10020030040',
      zoomPassword: 'samanes',
    },
    questions: [
      {
        description: `¿Aprueba el presupuesto de ingresos y gastos del año ${year}, con un incremento del 6,5 % en la cuota de administración?`,
        answers: defaultAnswers,
        rule: 'simple',
        agendaItem: 5,
      },
      {
        description: '¿Qué plancha elige para el consejo de administración?',
        answers: [
          { answerDescription: 'Plancha 1: Samanes en familia', names: namesFrom(20, 6) },
          { answerDescription: 'Plancha 2: Convivencia y cuentas claras', names: namesFrom(40, 5) },
          'Voto en blanco',
        ],
        rule: 'election',
        seats: 5,
        agendaItem: 6,
      },
    ],
    codes: 300,
    registrationActive: true,
  };
}
