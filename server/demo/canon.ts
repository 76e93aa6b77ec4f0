import { defaultAnswers } from '../../shared/assemblies/concepts.api.ts';
import type { UnitOfJoint } from '../properties/unit-rows.ts';
import { agendaOf, type DemoJoint } from './joint.ts';
import { company, type Owner, person } from './people.ts';
import { CAMILO } from './samanes.ts';
import { shareOut } from './shares.ts';

const SHOPS = 18;
const OFFICE_FLOORS = [2, 3, 4, 5] as const;
const OFFICES_A_FLOOR = 6;
const CANON_DECIMALS = 5;

const COMPANIES = [
  'Panadería La Ñapa del Barrio S.A.S.',
  'Droguería Cañón Verde Ltda.',
  'Óptica Mirada Clara S.A.S.',
  'Papelería El Renglón S.A.S.',
  'Asesorías Contables Ordóñez y Asociados S.A.S.',
  'Laboratorio Dental Sonríe S.A.S.',
  'Café Tres Vientos S.A.S.',
  'Arquitectos Guadua y Piedra S.A.S.',
].map((name, index) => company(name, index + 20));

/**
 * Returns the owner of a unit by its index. Companies own half of the units, most companies several; persons own
 * the others.
 */
function ownerOf(index: number): Owner {
  const firm = COMPANIES[(index >> 1) % COMPANIES.length];
  return index % 2 === 0 && firm !== undefined ? firm : person(200 + index);
}

interface Space {
  apartmentId: string;
  owner: Owner;
  /** Private area of the unit, in hundredths of a square metre. */
  area: number;
}

function shops(): Space[] {
  return Array.from({ length: SHOPS }, (_, i) => ({
    apartmentId: `LOCAL ${101 + i}`,
    owner: ownerOf(i),
    area: 2840 + ((i * 1613) % 5200),
  }));
}

function offices(): Space[] {
  return OFFICE_FLOORS.flatMap((floor, level) =>
    Array.from({ length: OFFICES_A_FLOOR }, (_, i) => {
      const apartmentId = `OF ${floor}0${i + 1}`;
      return {
        apartmentId,
        // Same owner as a flat in Samanes: a person with units in two joints.
        owner: apartmentId === 'OF 304' ? CAMILO : ownerOf(SHOPS + level * OFFICES_A_FLOOR + i),
        area: 3675 + ((i * 947 + level * 61) % 2900),
      };
    }),
  );
}

/** Builds a table of units; the coefficients are proportional to the weights and add up to 100. */
function table(spaces: readonly Space[], weigh: (space: Space, index: number) => number): UnitOfJoint[] {
  const shares = shareOut(spaces.map(weigh), CANON_DECIMALS);
  return spaces.map(({ apartmentId, owner }, i) => {
    const coefficient = shares[i];
    if (coefficient === undefined) throw new RangeError('A unit has no share.');
    return {
      apartmentId,
      kind: 'local',
      mainApartmentId: null,
      owner: owner.name,
      ownerDocument: owner.document,
      coefficient,
    };
  });
}

/** Builds the units of the whole joint: shops, offices, and a parking space for each office. */
function wholeTable(): UnitOfJoint[] {
  const rooms = offices();
  const parking = rooms.map((office, i) => ({
    ...office,
    apartmentId: `PARQ ${String(i + 1).padStart(2, '0')}`,
    area: 1225,
  }));
  const first = SHOPS + rooms.length;
  return table([...shops(), ...rooms, ...parking], ({ area }) => area).map((unit, i) =>
    i < first
      ? unit
      : { ...unit, kind: 'parqueadero' as const, mainApartmentId: rooms[i - first]?.apartmentId ?? null },
  );
}

/**
 * Returns the plan of a demonstration joint with two sectors: shops and offices decide separately, with
 * separate coefficients.
 */
export function canon(): DemoJoint {
  return {
    jointName: 'Centro Empresarial Puerta del Cañón',
    units: wholeTable(),
    sectors: [
      // Shops near the entrance have more visitors and weigh more.
      {
        sectorName: 'Sector Locales',
        units: table(shops(), ({ area }, i) => area * (i < 6 ? 15 : i < 12 ? 12 : 10)),
      },
      { sectorName: 'Sector Oficinas', units: table(offices(), ({ area }) => area) },
    ],
    assembly: {
      kind: 'extraordinary',
      mode: 'inPerson',
      title: 'Asamblea General Extraordinaria: cubierta y energía solar',
      agenda: agendaOf(
        'Verificación del quórum e instalación de la asamblea',
        'Elección de presidente y secretario',
        'Reparación de la cubierta e instalación de paneles solares',
        'Lectura y aprobación del acta',
      ),
      notice: 'Carta a cada inmueble, con la indicación de los asuntos por tratar',
    },
    questions: [
      {
        description:
          '¿Aprueba instalar paneles solares en la cubierta, con cargo al fondo de imprevistos y según la oferta presentada?',
        answers: defaultAnswers,
        rule: 'simple',
        agendaItem: 3,
      },
    ],
    codes: 60,
    registrationActive: false,
  };
}
