import { addDays, type Day } from '../../../shared/days.ts';
import { type Db, readRowsText } from '../../platform/db/engine.ts';
import type { RowsText } from '../../platform/db/rows-text.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { accountsIn, type MainUnitRow } from './account.ts';
import { readBooks } from './books.repository.ts';

/** A unit that is billed, or was: an account of the books. */
export interface BilledUnit {
  apartmentId: string;
  /** Place of its unit in the joint's table. */
  position: number;
  /** The units that are billed on it, its own first; itself alone where it is billed no more. */
  units: string[];
  /** Of the day; '' where nobody is known. */
  owner: string;
  ownerDocument: string | null;
  /** It is billed now. Otherwise it has only what was posted before it went, or went with another. */
  active: boolean;
}

/** The account that a unit is billed on: its main unit's where the joint groups units; undefined: no such unit. */
export async function accountOfUnit(
  db: Db,
  jointId: number,
  apartmentId: string,
): Promise<string | undefined> {
  return (await accountsByUnit(db, jointId)).get(apartmentId);
}

/** The account of every unit of a joint, retired ones included. */
export async function accountsByUnit(db: Db, jointId: number): Promise<Map<string, string>> {
  const { settings } = await readBooks(db, jointId);
  return accountsIn(await mainUnitsOf(db, jointId).execute(), settings.groupUnits);
}

const mainUnitsOf = (db: Db, jointId: number) =>
  db
    .selectFrom('apartment')
    .select(['apartment_id', 'main_apartment_id'])
    .where('joint_id', '=', jointId)
    .orderBy('apartment_id');

/** Every unit of a joint with its main one, for a worker that makes `accountsIn` of them. */
export const mainUnitsText = (db: Db, jointId: number): Promise<RowsText<MainUnitRow>> =>
  readRowsText(db, mainUnitsOf(db, jointId), ['apartment_id', 'main_apartment_id']);

/** How many units a joint has, retired ones included. */
export async function countUnits(db: Db, jointId: number): Promise<number> {
  const { units } = await db
    .selectFrom('apartment')
    .select((eb) => eb.fn.countAll<number>().as('units'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return Number(units);
}

/** Every account of a joint in the order of its table, with the owner it had at the end of a day. */
export async function listBilledUnits(db: Db, jointId: number, day: Day): Promise<BilledUnit[]> {
  const accountOf = await accountsByUnit(db, jointId);
  const rows = await db
    .selectFrom('apartment')
    .select(['apartment_id', 'position', 'retired_at'])
    .where('joint_id', '=', jointId)
    .orderBy('position')
    .orderBy('apartment_id')
    .execute();
  const posted = await db
    .selectFrom('ledger_item')
    .select('apartment_id')
    .distinct()
    .where('joint_id', '=', jointId)
    .execute();
  const owners = await ownersOf(db, jointId, day);
  const withMovements = new Set(posted.map((row) => row.apartment_id));
  const units = new Map<string, string[]>();
  for (const row of rows) {
    if (row.retired_at !== null) continue;
    const account = accountOf.get(row.apartment_id) ?? row.apartment_id;
    const list = units.get(account) ?? [];
    if (row.apartment_id === account) list.unshift(account);
    else list.push(row.apartment_id);
    units.set(account, list);
  }
  return rows.flatMap(({ apartment_id, position }) => {
    const billed = units.get(apartment_id);
    if (billed === undefined && !withMovements.has(apartment_id)) return [];
    const owner = owners.get(apartment_id);
    return {
      apartmentId: apartment_id,
      position,
      units: billed ?? [apartment_id],
      owner: owner?.name ?? '',
      ownerDocument: owner?.document ?? null,
      active: billed !== undefined,
    };
  });
}

/** Bogotá is five hours behind UTC all year. */
const endOfDay = (day: Day): Millis => Date.parse(`${addDays(day, 1)}T05:00:00Z`);

/**
 * Each unit's owner at the end of a day. Where the joint's table came later than that day, the first owner that it
 * knows of: books are opened for months before it.
 */
async function ownersOf(
  db: Db,
  jointId: number,
  day: Day,
): Promise<Map<string, { name: string; document: string | null }>> {
  const rows = await db
    .selectFrom('ownership')
    .select(['apartment_id', 'since', 'owner_name', 'owner_document'])
    .where('joint_id', '=', jointId)
    .orderBy('since')
    .execute();
  const end = endOfDay(day);
  const owners = new Map<string, { name: string; document: string | null }>();
  for (const row of rows) {
    if (row.since < end || !owners.has(row.apartment_id)) {
      owners.set(row.apartment_id, { name: row.owner_name, document: row.owner_document });
    }
  }
  return owners;
}

/** The units of a joint that billing's links give to a user. */
export async function linkedBillingUnits(db: Db, jointId: number, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user_apartment')
    .select('apartment_id')
    .where('user_id', '=', userId)
    .where('joint_id', '=', jointId)
    .where('service', '=', 'billing')
    .execute();
  return rows.map((row) => row.apartment_id);
}
