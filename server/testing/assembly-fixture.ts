import type { NewUser } from '../../shared/accounts/users.api.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Joint } from '../../shared/properties/joints.api.ts';
import { makeFirstUserLink } from '../accounts/sign-in/first-user.service.ts';
import type { TestApp } from './app.ts';
import { AppAsker } from './app-asker.ts';
import { Hall, type Question, type TableFile, World } from './world.ts';

/** Unit, coefficient in the table's units, owner, what it is unless its id says so, and the unit it goes with. */
export type Unit = readonly [
  apartmentId: string,
  coefficient: number | string,
  owner: string,
  kind?: string,
  main?: string,
];

/** A joint with its units, its platform user and an operator, ready to hold an assembly through the API. */
export interface AssemblyFixture {
  jointId: number;
  joint: Joint;
  /** Tokens of the platform user and of the joint's operator. */
  staff: string;
  operator: string;
  world: World;
  hall: Hall;
  /** Registers units at the desk under a fresh code (or the one given) and returns the code. */
  register: (apartmentIds: readonly string[], code?: string) => Promise<string>;
  /** Opens a question with the default answers, unless it says more, and returns its concept's number. */
  ask: (question: Question) => Promise<number>;
  /** A new owner user linked to units, signed in. */
  owner: (username: string, apartmentIds: readonly string[]) => Promise<{ token: string; userId: string }>;
}

/** The platform user of a fresh store, made as the first start makes it. */
export async function firstStaff(app: TestApp): Promise<string> {
  const link = await makeFirstUserLink(app.store.db);
  return (await World.enter(new AppAsker(app), link ?? '')).token ?? '';
}

function fileOf(units: readonly Unit[]): TableFile {
  const rows = units.map(
    ([unit, coefficient, owner, kind = '', main = '']) =>
      `${unit};${owner};${String(coefficient).replace('.', ',')};${kind};${main}`,
  );
  const csv = ['unidad;propietario;coeficiente;tipo;unidad principal', ...rows].join('\n');
  return { fileName: 'unidades.csv', csv };
}

/** Holds an assembly through the API alone: joint, units, an operator. */
export async function holdAssembly(
  app: TestApp,
  setup: {
    units: readonly Unit[];
    sectors?: readonly { name: string; units: readonly Unit[] }[];
    staff?: string;
  },
): Promise<AssemblyFixture> {
  const staff = setup.staff ?? (await firstStaff(app));
  const world = new World(new AppAsker(app, staff));
  const sectors = (setup.sectors ?? []).map(({ name, units }) => ({ sectorName: name, ...fileOf(units) }));
  const joint = await world.jointOf('Conjunto de prueba', fileOf(setup.units), { sectors });
  const { jointId } = joint;
  const user = async (username: string, profileId: NewUser['profileId'], links: object) => {
    const { userId } = await world.user(username, profileId, { name: username, ...links });
    return { token: (await world.signedIn({ username })).token ?? '', userId };
  };
  const { token } = await user(`operador${jointId}`, Profile.operator, { assemblyJoints: [jointId] });
  const hall = new Hall(world.staff.as(token), jointId);
  return {
    ...{ jointId, joint, staff, operator: token, world, hall },
    register: (apartmentIds, code) => hall.register(apartmentIds, code),
    ask: (question) => hall.ask(question),
    owner: (username, apartmentIds) => {
      const assemblyApartments = apartmentIds.map((apartmentId) => ({ jointId, apartmentId }));
      return user(username, Profile.owner, { assemblyApartments });
    },
  };
}

/** A code of a new lot of one. */
export async function freshCode(app: TestApp, operator: string, jointId: number): Promise<string> {
  const [code = ''] = await new Hall(new AppAsker(app, operator), jointId).codes(1);
  return code;
}
