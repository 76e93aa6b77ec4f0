import type { NewUser } from '../../shared/accounts/users.api.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Joint } from '../../shared/properties/joints.api.ts';
import { makeFirstUserLink } from '../accounts/sign-in/first-user.service.ts';
import type { Store } from '../platform/db/connect.ts';
import type { TestApp } from './app.ts';
import { AppAsker } from './app-asker.ts';
import { Hall, type Question, type TableFile, World } from './world.ts';

/**
 * Row of a test joint's table of units: id, coefficient in percent, owner, kind (default: guessed from the
 * id), main unit.
 */
export type Unit = readonly [
  apartmentId: string,
  coefficient: number | string,
  owner: string,
  kind?: string,
  main?: string,
];

/**
 * Parses rows 'id;coefficient;owner', optionally with ';kind' and ';main unit', as units for a test joint.
 */
export function unitsOf(...rows: readonly string[]): UnitRow[] {
  return rows.map((row) => {
    const [id = '', coefficient = '', owner = '', kind, main] = row.split(';');
    return [id, Number(coefficient), owner, kind, main];
  });
}

/** Unit with a coefficient as a number. */
type UnitRow = readonly [id: string, coefficient: number, owner: string, kind?: string, main?: string];

/** Test joint with units, ready for an assembly, created through the API. */
export interface AssemblyFixture {
  jointId: number;
  joint: Joint;
  /** Token of the platform user; `operator` is the token of the joint's operator. */
  staff: string;
  operator: string;
  /** Helper to create further joints and users; `hall`: helper to run the assembly. */
  world: World;
  hall: Hall;
  /** Registers units at the desk with a given or new code and returns the code. */
  register: (apartmentIds: readonly string[], code?: string) => Promise<string>;
  /** Opens a question, by default with the default answers. Returns the number of the question (concept). */
  ask: (question: Question) => Promise<number>;
  /** Creates an owner linked to units, and signs in. */
  owner: (username: string, apartmentIds: readonly string[]) => Promise<{ token: string; userId: string }>;
}

/** Token of the first platform user by database. */
const firstTokens = new WeakMap<Store, Promise<string>>();

/**
 * Returns a session token of the first staff user. The first call on a new database creates the user with
 * the one-time link of the first start.
 */
export function firstStaff(app: TestApp): Promise<string> {
  const token = firstTokens.get(app.store) ?? enterFirst(app);
  firstTokens.set(app.store, token);
  return token;
}

async function enterFirst(app: TestApp): Promise<string> {
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

/**
 * Creates a test joint with units and an operator through the API, ready for an assembly.
 * @param setup `sectors`: sectors with separate coefficients; `staff`: token of a staff user, default the
 * first
 */
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
    jointId,
    joint,
    staff,
    operator: token,
    world,
    hall,
    register: (apartmentIds, code) => hall.register(apartmentIds, code),
    ask: (question) => hall.ask(question),
    owner: (username, apartmentIds) => {
      const assemblyApartments = apartmentIds.map((apartmentId) => ({ jointId, apartmentId }));
      return user(username, Profile.owner, { assemblyApartments });
    },
  };
}

/** Issues a new card code of a joint through the API and returns the code. */
export async function freshCode(app: TestApp, operator: string, jointId: number): Promise<string> {
  const [code = ''] = await new Hall(new AppAsker(app, operator), jointId).codes(1);
  return code;
}
