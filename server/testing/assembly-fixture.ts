import { createFirstUser, signIn } from '../../shared/accounts/auth.api.ts';
import { createUser } from '../../shared/accounts/users.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { issueCodes } from '../../shared/assemblies/codes.api.ts';
import { createConcept } from '../../shared/assemblies/concepts.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint, type Joint } from '../../shared/properties/joints.api.ts';
import { Sessions } from '../accounts/sessions/sessions.service.ts';
import { makeFirstUserLink } from '../accounts/sign-in/first-user.service.ts';
import { assembliesPort } from '../assemblies/meeting/assemblies-port.ts';
import { headSignerOf } from '../platform/audit/signing.ts';
import { readCsv } from '../platform/sheets/csv.ts';
import { storedUnitsText } from '../properties/apartments.repository.ts';
import { apartmentsService } from '../properties/apartments.service.ts';
import { JointDirectory } from '../properties/joint-directory.ts';
import { readUnits } from '../properties/read-units.ts';
import { readCoefficientTable } from '../properties/units-sheet/coefficient-table.ts';
import { TEST_SECRET, type TestApp } from './app.ts';

export const PASSWORD = 'una clave de prueba';

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
  /** Registers units at the desk under a fresh code (or the one given) and returns the code. */
  register: (apartmentIds: readonly string[], code?: string) => Promise<string>;
  /** Opens a question with the default answers and returns its concept's number. */
  ask: (description: string) => Promise<number>;
  /** A new owner user linked to units, signed in. */
  owner: (username: string, apartmentIds: readonly string[]) => Promise<{ token: string; userId: string }>;
}

/** The platform user of a fresh store, made as the first start makes it. */
export async function firstStaff(app: TestApp): Promise<string> {
  const token = await makeFirstUserLink(app.store.db);
  const made = await app.call(createFirstUser, {
    body: { token: token ?? '', username: 'plataforma', name: 'Plataforma', password: PASSWORD },
  });
  if (made.status !== 201) throw new Error(`no first user: ${JSON.stringify(made.body)}`);
  return made.body.jwt;
}

/**
 * Stores a table of units as the import does with the same csv file, but for the upload and the worker that reads it:
 * starting one takes longer than what most tests do with their evening. Uploads have tests of their own.
 */
async function importUnits(
  { app: { jwt }, store: { db } }: TestApp,
  staff: string,
  jointId: number,
  units: readonly Unit[],
): Promise<void> {
  const rows = units.map(
    ([unit, coefficient, owner, kind = '', main = '']) =>
      `${unit};${owner};${String(coefficient).replace('.', ',')};${kind};${main}`,
  );
  const csv = ['unidad;propietario;coeficiente;tipo;unidad principal', ...rows].join('\n');
  const directory = new JointDirectory(db);
  // The application's own publisher reads on demand; nobody needs to be told.
  const publisher = { touch: () => undefined };
  const principal = await new Sessions(db, jwt).authenticate(staff);
  if (principal === null) throw new Error('whose session is this?');
  const apartments = apartmentsService({
    db,
    directory,
    publisher,
    assemblies: assembliesPort({ db, directory, signer: headSignerOf(TEST_SECRET) }),
  });
  const stored = await storedUnitsText(db, jointId);
  const read = readUnits({ reading: {}, remembered: [], stored, toStore: true }, (known) =>
    readCoefficientTable({ sheets: readCsv(Buffer.from(csv), 'unidades.csv') }, known),
  );
  if (read.refused) throw new Error(`no table: ${Buffer.from(read.report)}`);
  await apartments.replaceTable(principal, jointId, stored, read, 'unidades.csv');
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
  const sectors = setup.sectors?.map(({ name }) => ({ sectorName: name }));
  const made = await app.call(
    createJoint,
    { body: { jointName: 'Conjunto de prueba', ...(sectors === undefined ? {} : { sectors }) } },
    { token: staff },
  );
  if (made.status !== 201) throw new Error(`no joint: ${JSON.stringify(made.body)}`);
  const { jointId } = made.body;
  await importUnits(app, staff, jointId, setup.units);
  for (const [i, sector] of (setup.sectors ?? []).entries()) {
    await importUnits(app, staff, made.body.sectors[i]?.sectorId ?? 0, sector.units);
  }

  async function user(username: string, fields: object): Promise<{ token: string; userId: string }> {
    const created = await app.call(
      createUser,
      { body: { username, name: username, password: PASSWORD, profileId: Profile.owner, ...fields } },
      { token: staff },
    );
    if (created.status !== 201) throw new Error(`no user: ${JSON.stringify(created.body)}`);
    const { body } = await app.call(signIn, { body: { username, password: PASSWORD } });
    return { token: body.jwt, userId: created.body.userId };
  }
  const operator = (
    await user(`operador${jointId}`, { profileId: Profile.operator, assemblyJoints: [jointId] })
  ).token;

  return {
    jointId,
    joint: made.body,
    staff,
    operator,
    register: async (apartmentIds, given) => {
      const code = given ?? (await freshCode(app, operator, jointId));
      const done = await app.call(
        register,
        { params: { jointId }, body: { apartmentIds: [...apartmentIds], code } },
        { token: operator },
      );
      if (done.status !== 201) throw new Error(`not registered: ${JSON.stringify(done.body)}`);
      return code;
    },
    ask: async (description) => {
      const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
      const asked = await app.call(
        createConcept,
        { body: { jointId, conceptDescription: description, active: 1, answers } },
        { token: operator },
      );
      if (asked.status !== 201) throw new Error(`not asked: ${JSON.stringify(asked.body)}`);
      return asked.body.conceptId;
    },
    owner: (username, apartmentIds) =>
      user(username, {
        assemblyApartments: apartmentIds.map((apartmentId) => ({ jointId, apartmentId })),
      }),
  };
}

/** A code of a new lot of one. */
export async function freshCode(app: TestApp, operator: string, jointId: number): Promise<string> {
  const lot = await app.call(issueCodes, { params: { jointId }, body: { quantity: 1 } }, { token: operator });
  const [code] = lot.body.codes;
  if (code === undefined) throw new Error(`no code: ${JSON.stringify(lot.body)}`);
  return code;
}
