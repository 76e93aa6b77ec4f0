/** Start of random evenings: a joint of nine units with coefficients of nine decimals, and people. */

import { openStore, type Store } from '../../../server/platform/db/connect.ts';
import { migrate } from '../../../server/platform/db/schema/migrate.ts';
import { startApp } from '../../../server/testing/app.ts';
import { firstStaff, holdAssembly } from '../../../server/testing/assembly-fixture.ts';
import { decimalOf, type HandUnit } from '../../../server/testing/reference-tally.ts';

/** Unit of the assembly's roll, with the main unit if the unit is an annex (null if not). */
export interface TableUnit extends HandUnit {
  readonly main: string | null;
}

const unit = (id: string, nano: bigint, owner: string, kind = 'vivienda', main: string | null = null) => ({
  id,
  nano,
  owner,
  kind,
  main,
});

/**
 * Units of the joint in a simulated evening. The coefficients sum to 100 %; with a unit of coefficient 0,
 * an annex, and two owners of two units.
 */
export const table: readonly TableUnit[] = [
  unit('101', 10_000_000_001n, 'ANA'),
  unit('P1', 1_333_333_333n, 'ANA', 'parqueadero', '101'),
  unit('102', 20_500_000_000n, 'LUIS'),
  unit('103', 15_250_000_000n, 'EVA'),
  unit('104', 0n, 'EVA', 'deposito'),
  unit('201', 12_083_333_333n, 'RUTH'),
  unit('202', 16_750_000_000n, 'TITO'),
  unit('203', 14_983_333_333n, 'OLGA'),
  unit('L1', 9_100_000_000n, 'SOL', 'local'),
];

/** Owners that have a user, with the linked units. */
const linked = [
  { username: 'ana', units: ['101', 'P1'] },
  { username: 'eva', units: ['103', '104'] },
] as const;

/** Number of QR cards in the drawer. An evening uses four at a time, plus a new card for each revoked card. */
const CARDS = 12;

export interface PlanOwner {
  userId: string;
  token: string;
  units: readonly string[];
}

/**
 * Start of a simulated evening: joint, and people with session tokens. The tokens are signed with the
 * tests' secret, so every server accepts the tokens.
 */
export interface Plan {
  jointId: number;
  operator: { token: string };
  owners: readonly PlanOwner[];
  /** Codes of the cards. */
  cards: readonly string[];
}

/** Fills an empty store for simulated evenings: joint, users and cards. */
export async function preparePlan(store: Store): Promise<Plan> {
  await migrate(store);
  const noOther = () =>
    Promise.reject(new Error('Random evenings prepare with a single application process.'));
  const app = await startApp(store, async () => undefined, noOther);
  const units = table.map(({ id, nano, owner, kind, main }) => {
    return [id, decimalOf(nano), owner, kind, main ?? ''] as const;
  });
  const { jointId, operator, owner, hall } = await holdAssembly(app, { units, staff: await firstStaff(app) });
  const owners: PlanOwner[] = [];
  for (const { username, units } of linked) owners.push({ ...(await owner(username, units)), units });
  const cards = await hall.codes(CARDS);
  await app.close();
  return { jointId, operator: { token: operator }, owners, cards };
}

/** Opens a store without a server for the duration of `use`. */
export async function whileStored<T>(
  address: { dataDir: string; databaseUrl: string | null },
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(address);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
