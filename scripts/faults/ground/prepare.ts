import { openStore, type StoreAddress } from '../../../server/platform/db/connect.ts';
import { migrate } from '../../../server/platform/db/schema/migrate.ts';
import { startApp, type TestApp } from '../../../server/testing/app.ts';
import { AppAsker } from '../../../server/testing/app-asker.ts';
import { firstStaff, holdAssembly, type Unit } from '../../../server/testing/assembly-fixture.ts';
import { Books, World } from '../../../server/testing/world.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';

/** Number of parallel assemblies: while one waits for the last vote, the other continues. */
const HALLS = 2;
/** Number of owners in each assembly, and of units per owner. */
const OWNERS = { people: 10, units: 4 };
const CODES = { people: 15, units: 2 };
const SELVES = { people: 5, units: 3 };
const PAPER = 10;
const DOOR = 20;
const ABSENT = 5;
const CARDS = 40;
/** Number of questions prepared per assembly: more than a fault run votes on. */
const QUESTIONS = 60;
const BILLED = 30;
/** Month of the issued bills: in the past, so the month can be issued on any day. */
const MONTH = '2026-01';
const ISSUED_ON = '2026-01-02';

export interface HallUnit {
  apartmentId: string;
  /** Coefficient as in the table of units, in 10⁻⁹. */
  coefficient: bigint;
}

/** Voter in a fault run: session token, and ids of the units. */
export interface Holder {
  token: string;
  units: string[];
}

/** Prepared assembly for a fault run. Every unit belongs to a single group of simulated people. */
export interface Hall {
  jointId: number;
  units: HallUnit[];
  /** Session token of the operator. */
  operator: string;
  /** Access token of a projected screen. */
  display: string;
  /** Owners voting with a user account; `codes`: voters with the code of a card. */
  owners: Holder[];
  codes: Holder[];
  /** Ids of the units registered at the desk; the desk casts the votes on paper. */
  paper: string[];
  /** Ids of the units that arrive and leave at the desk during the run, with QR cards. */
  door: string[];
  /** Codes of the cards for the units in `door`. */
  cards: string[];
  /** Owners registering online during the run; the desk releases the units. */
  selves: Holder[];
  /** Concept numbers of the prepared questions. */
  questions: number[];
  /** Ids of the units registered at the start. */
  registered: string[];
}

/** Content of the prepared store of a fault run, with session tokens of the simulated people. */
export interface Prepared {
  halls: Hall[];
  /** Joint with an issued month, to post payments. `staff`: token to post the payments. */
  billed: { jointId: number; units: string[]; staff: string };
}

/** Fills an empty store for fault runs: assemblies ready to vote, and a joint with bills to pay. */
export async function prepareStore(address: StoreAddress): Promise<Prepared> {
  const store = await openStore(address, 'tasks');
  await migrate(store);
  const nobodyElse = () => Promise.reject(new Error('Fault runs have a single application process.'));
  const app = await startApp(store, () => store.close(), nobodyElse);
  try {
    const staff = await firstStaff(app);
    const world = new World(new AppAsker(app, staff));
    const units = Array.from({ length: BILLED }, (_, i) => `${101 + i}`);
    const csv = ['Inmueble;Propietario;Coeficiente', ...units.map((unit, i) => `${unit};Dueño ${i + 1};1`)];
    const file = { fileName: 'tabla.csv', csv: csv.join('\n') };
    const jointId = await world.joint('Conjunto que se factura', file);
    const sheet = ['Inmueble;Administración', ...units.map((unit, i) => `${unit};${100_000 + 1_000 * i}`)];
    await new Books(world.staff, jointId).bill(MONTH, sheet.join('\n'), ISSUED_ON);
    const halls: Hall[] = [];
    for (let i = 0; i < HALLS; i += 1) halls.push(await prepareHall(app, staff, i));
    return { halls, billed: { jointId, units, staff } };
  } finally {
    await app.close();
  }
}

async function prepareHall(app: TestApp, staff: string, number: number): Promise<Hall> {
  const groups = groupsOf();
  const all = [...groups.owners, ...groups.codes, ...groups.selves, groups.paper, groups.door, groups.absent];
  const ids = all.flat();
  // Uneven and distinct: a sum identifies its units.
  const milli = ids.map((_, i) => 137 + ((i * 389) % 997));
  const rows = ids.map((id, i): Unit => [id, (milli[i] ?? 0) / 1000, `PERSONA ${number}-${i}`]);
  const { jointId, operator, owner, world, hall } = await holdAssembly(app, { units: rows, staff });
  await hall.openRegistration();

  const people = async (name: string, lists: readonly string[][]) => {
    const made: (Holder & { userId: string })[] = [];
    for (const [i, units] of lists.entries()) {
      made.push({ ...(await owner(`${name}${number}x${i}`, units)), units });
    }
    return made;
  };
  const owners = await people('dueno', groups.owners);
  for (const { userId, units } of owners) await hall.register(units, userId);
  const codes: Holder[] = [];
  for (const units of groups.codes) {
    const { token } = await world.holderOf(await hall.register(units));
    codes.push({ token: token ?? '', units });
  }
  await hall.register(groups.paper);
  const questions: number[] = [];
  for (let i = 0; i < QUESTIONS; i += 1) {
    questions.push(await hall.ask({ conceptDescription: `Pregunta ${i + 1}`, active: 0 }));
  }
  return {
    jointId,
    operator,
    units: ids.map((apartmentId, i) => ({ apartmentId, coefficient: BigInt(milli[i] ?? 0) * 1_000_000n })),
    display: (await hall.desk.ask(createDisplayLink, { params: { jointId } })).token,
    owners,
    codes,
    questions,
    selves: await people('propio', groups.selves),
    paper: groups.paper,
    door: groups.door,
    cards: await hall.codes(CARDS),
    registered: [...groups.owners, ...groups.codes, groups.paper].flat(),
  };
}

function groupsOf() {
  let next = 101;
  const some = (count: number) => Array.from({ length: count }, () => `A${next++}`);
  const each = ({ people, units }: typeof OWNERS) => Array.from({ length: people }, () => some(units));
  return {
    owners: each(OWNERS),
    codes: each(CODES),
    selves: each(SELVES),
    paper: some(PAPER),
    door: some(DOOR),
    absent: some(ABSENT),
  };
}
