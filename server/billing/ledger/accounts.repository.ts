import { addDays, type Day } from '../../../shared/days.ts';
import { type Db, readRowsText } from '../../platform/db/engine.ts';
import type { RowsText } from '../../platform/db/pack-rows.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { accountsIn, type MainUnitRow } from './account.ts';
import { readBooks } from './books.repository.ts';

/**
 * Account of a joint with the owner: the unit that receives the bills, and the units billed together.
 * Includes accounts billed only in the past.
 */
export interface BilledUnit {
  apartmentId: string;
  /** Position of the unit in the joint's table of units, ascending. */
  position: number;
  /**
   * Ids of the units billed on the account, the account's own unit first. An account no longer billed lists only its
   * own unit.
   */
  units: string[];
  /** Name of the owner at the end of the requested day; '' if unknown. */
  owner: string;
  ownerDocument: string | null;
  /**
   * True if the account is billed now. False if the account has only older movements, because the unit was retired
   * or joined another account.
   */
  active: boolean;
}

/**
 * Returns the account that bills a unit, as the id of the billed unit: the main unit if the joint bills units
 * together, else the unit itself. Undefined for an unknown unit.
 */
export async function accountOfUnit(
  db: Db,
  jointId: number,
  apartmentId: string,
): Promise<string | undefined> {
  return (await accountsByUnit(db, jointId)).get(apartmentId);
}

/**
 * Returns the billing account of every unit of a joint (co-owned property), including retired units. Key: id
 * of the unit ('P12'). Value: id of the unit with the bill ('101' for its parking space 'P12'); the same id
 * if the unit is billed alone.
 */
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

/**
 * Reads each unit of a joint (co-owned property) with the main unit of parking spaces and store rooms, as
 * rows packed to a text for a worker. The worker passes the unpacked rows to `accountsIn`.
 */
export const mainUnitsText = (db: Db, jointId: number): Promise<RowsText<MainUnitRow>> =>
  readRowsText(db, mainUnitsOf(db, jointId), ['apartment_id', 'main_apartment_id']);

/** Counts the units of a joint (co-owned property), including retired units. */
export async function countUnits(db: Db, jointId: number): Promise<number> {
  const { units } = await db
    .selectFrom('apartment')
    .select((eb) => eb.fn.countAll<number>().as('units'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return Number(units);
}

/**
 * Returns all accounts of a joint (co-owned property) in the order of the table of units, each with the owner
 * at the end of a day. Includes accounts with only older movements (`active` false).
 */
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
  const ownerOn = await readOwnersByDay(db, jointId);
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
    const owner = ownerOn(apartment_id, day);
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

/** Returns the instant of a day's end in Bogotá (UTC−5 all year), epoch ms. */
const endOfDay = (day: Day): Millis => Date.parse(`${addDays(day, 1)}T05:00:00Z`);

/** Owners of a unit on a day, as in the table of units. */
export interface OwnerOnDay {
  name: string;
  document: string | null;
}

/**
 * Returns a function that gives the owners of a unit at the end of a day. Before the first known owners of a unit: the first
 * owners.
 */
export async function readOwnersByDay(
  db: Db,
  jointId: number,
): Promise<(apartmentId: string, day: Day) => OwnerOnDay | undefined> {
  const rows = await db
    .selectFrom('ownership')
    .select(['apartment_id', 'since', 'owner_name as name', 'owner_document as document'])
    .where('joint_id', '=', jointId)
    .orderBy('since')
    .execute();
  const owners = groupBy(rows, (row) => row.apartment_id);
  return (apartmentId, day) => {
    const own = owners.get(apartmentId);
    const end = endOfDay(day);
    return own?.findLast(({ since }) => since < end) ?? own?.[0];
  };
}

/**
 * Returns the ids of the units that a user owns in a joint, for billing. Decides the accounts visible to an
 * owner.
 */
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
