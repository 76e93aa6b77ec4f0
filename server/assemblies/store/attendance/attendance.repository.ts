import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { Nano } from '../../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../../shared/properties/apartment-kinds.ts';
import type { NamedPerson } from '../../../../shared/properties/person.ts';
import { deviceColumns, mayAnswer, type OwnerDevice } from '../../../accounts/index.ts';
import { type Db, jsonTable } from '../../../platform/db/engine.ts';
import { inSlices, sameRollUnit } from '../../../platform/db/queries.ts';
import type { Flag, Millis } from '../../../platform/db/tables.ts';
import type { AttendanceTable } from '../assembly-tables.ts';

/** Unit on the roll with the current registration; `registration` is null for an unregistered unit. */
export interface RollEntry {
  jointId: number;
  apartmentId: string;
  ownerName: string;
  ownerDocument: string | null;
  coefficient: Nano;
  kind: ApartmentKind;
  /** Version number of the unit on the assembly's roll, from 1; a correction adds 1. */
  version: number;
  /** Id of the main unit of this unit (for example of the flat with this parking space); null for a main unit. */
  mainApartmentId: string | null;
  registration: {
    /** User id ('12') or code of the card or badge that answers for the unit. */
    holder: string;
    /** True if `holder` is a code. */
    isCode: boolean;
    /** Public id of the code in `holder`; null for a user. */
    codeId: string | null;
    /** Time of the registration, epoch ms. */
    at: Millis;
    /** Name of the attendee; null if not given. */
    attendee: string | null;
    /** False after the first of two calls to register the unit. */
    confirmed: boolean;
    byProxy: boolean;
  } | null;
}

interface RollFilter {
  assemblyId: number;
  jointIds: readonly number[];
  /** Only these units. Default: all units. */
  apartmentIds?: readonly string[];
  /** Only this unit and the accessory units of this unit. */
  withCompanyOf?: string;
  /** Only the accessory units of these units. */
  companyOf?: readonly string[];
  /** Only units registered by this person or code. */
  holder?: string;
  /** Only units this device may vote for: own units, and units of another device of the same owner. */
  answeredBy?: OwnerDevice;
}

/**
 * Reads the assembly's roll (list of units with owners) of some joints with the registration of each unit, in
 * the order of the joint's table of units.
 */
export async function readRoll(db: Db, filter: RollFilter): Promise<RollEntry[]> {
  if (filter.jointIds.length === 0) return [];
  let query = db
    .selectFrom('roll_unit as u')
    .leftJoin('attendance as t', (join) => join.on(sameRollUnit('t', 'u')))
    .leftJoin('code as c', (join) => join.onRef('c.code', '=', 't.holder').on('t.holder_is_code', '=', 1))
    .select(['u.joint_id as jointId', 'u.apartment_id as apartmentId', 'u.owner_name as ownerName'])
    .select(['u.owner_document as ownerDocument', 'u.main_apartment_id as mainApartmentId'])
    .select(['u.coefficient', 'u.kind', 'u.version'])
    .select(['t.holder', 't.holder_is_code', 't.at', 't.attendee_name', 't.confirmed', 't.by_proxy'])
    .select('c.code_id')
    .where('u.assembly_id', '=', filter.assemblyId)
    .where('u.joint_id', 'in', filter.jointIds)
    .orderBy('u.joint_id')
    .orderBy('u.position');
  if (filter.holder !== undefined) query = query.where('t.holder', '=', filter.holder);
  if (filter.answeredBy !== undefined)
    query = query.where(mayAnswer(deviceColumns(filter.answeredBy), 't', 'u'));
  const { withCompanyOf } = filter;
  if (withCompanyOf !== undefined) {
    query = query.where((eb) =>
      eb('u.apartment_id', '=', withCompanyOf).or('u.main_apartment_id', '=', withCompanyOf),
    );
  }
  for (const [column, ids] of [
    ['u.apartment_id', filter.apartmentIds],
    ['u.main_apartment_id', filter.companyOf],
  ] as const) {
    if (ids === undefined) continue;
    const wanted = ids.map((id) => ({ id }));
    query = query.where(column, 'in', (eb) =>
      eb.selectFrom(jsonTable<{ id: string }>(db, wanted, { id: 'text' }).as('r')).select('r.id'),
    );
  }
  const rows = await query.execute();
  return rows.map(({ holder, holder_is_code, code_id, at, attendee_name, confirmed, by_proxy, ...unit }) => ({
    ...unit,
    registration:
      holder === null || at === null
        ? null
        : {
            holder,
            isCode: holder_is_code === 1,
            codeId: code_id,
            at,
            attendee: attendee_name,
            confirmed: confirmed === 1,
            byProxy: by_proxy === 1,
          },
  }));
}

/** Person present as proxy for a unit, with the unit's owner. */
interface Proxy extends NamedPerson {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  /** Key of the owner, the same for units perhaps of the same person. */
  ownerKey: string;
}

/**
 * Reads the proxies present in an assembly, each with the represented units and owners, to check the limits of
 * powers of attorney.
 */
export async function readProxies(db: Db, assemblyId: number, jointIds: readonly number[]): Promise<Proxy[]> {
  const rows = await db
    .selectFrom('attendance as t')
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('u', 't')))
    .select(['t.attendee_name as name', 't.attendee_document as document', 'u.person_key as ownerKey'])
    .select(['t.apartment_id as apartmentId', 'u.owner_name as owner', 'u.owner_document as ownerDocument'])
    .distinct()
    .where('t.assembly_id', '=', assemblyId)
    .where('t.joint_id', 'in', jointIds)
    .where('t.by_proxy', '=', 1)
    .execute();
  return rows.map(({ name, ...proxy }) => ({ ...proxy, name: name ?? '' }));
}

/** Stores new registrations, a row for each unit in the joint or sector. The caller has checked all rules. */
export async function insertAttendance(trx: Db, rows: readonly AttendanceTable[]): Promise<void> {
  // Fifty rows of sixteen values stay far below the parameter limit of both engines.
  await inSlices(rows, 50, (some) => trx.insertInto('attendance').values(some).execute());
}

/**
 * Deletes current registrations of some units (default: all units) and returns the rows. The caller must store the
 * rows as annulled (`keepAnnulled`).
 */
export async function takeAttendance(
  trx: Db,
  filter: { assemblyId: number; jointIds: readonly number[]; apartmentIds?: readonly string[] },
): Promise<AttendanceTable[]> {
  let query = trx
    .deleteFrom('attendance')
    .where('assembly_id', '=', filter.assemblyId)
    .where('joint_id', 'in', filter.jointIds);
  if (filter.apartmentIds !== undefined) query = query.where('apartment_id', 'in', filter.apartmentIds);
  return query.returningAll().execute();
}

/** Returns the last reset of the attendance of each sector alone or with the joint. Key: number of the sector; value: epoch ms. */
export async function sectorResets(db: Db, assemblyId: number): Promise<Map<number, Millis>> {
  const rows = await db
    .selectFrom('annulment as n')
    .innerJoin('assembly as a', 'a.assembly_id', 'n.assembly_id')
    .select((eb) => ['n.joint_id as jointId', eb.fn.max('n.annulled_at').as('at')])
    .where('n.assembly_id', '=', assemblyId)
    .where('n.concept_id', '=', ATTENDANCE)
    .where('n.act', '=', 'reset')
    .whereRef('n.joint_id', '<>', 'a.joint_id')
    .groupBy('n.joint_id')
    .execute();
  return new Map(rows.map(({ jointId, at }) => [jointId, at]));
}

/**
 * Finds the units with a departure after an instant, or in a sector with a reset attendance since, to refuse a delayed scan
 * from before.
 * @param unit `after`: epoch ms
 * @returns key: id of the unit ('101'); value: time of the last departure, epoch ms; other units are missing
 */
export async function leftSince(
  trx: Db,
  unit: { assemblyId: number; jointIds: readonly number[]; apartmentIds: readonly string[]; after: Millis },
): Promise<Map<string, Millis>> {
  const rows = await trx
    .selectFrom('annulment')
    .select((eb) => ['apartment_id', eb.fn.max('annulled_at').as('at')])
    .where('assembly_id', '=', unit.assemblyId)
    .where('joint_id', 'in', unit.jointIds)
    .where('concept_id', '=', ATTENDANCE)
    .where('annulled_at', '>', unit.after)
    .where('apartment_id', 'in', unit.apartmentIds)
    .groupBy('apartment_id')
    .execute();
  const left = new Map(rows.map((row) => [row.apartment_id, row.at]));
  const resets = [...(await sectorResets(trx, unit.assemblyId))].filter(([, at]) => at > unit.after);
  for (const [jointId, at] of resets) {
    const here = await trx
      .selectFrom('roll_unit')
      .select('apartment_id')
      .where('assembly_id', '=', unit.assemblyId)
      .where('joint_id', '=', jointId)
      .where('apartment_id', 'in', unit.apartmentIds)
      .execute();
    for (const { apartment_id } of here) left.set(apartment_id, Math.max(at, left.get(apartment_id) ?? at));
  }
  return left;
}

/** Marks the registration of a unit as confirmed: the second of two calls to register a unit. */
export async function confirmAttendance(
  trx: Db,
  unit: { assemblyId: number; jointId: number; apartmentId: string },
): Promise<void> {
  await trx
    .updateTable('attendance')
    .set({ confirmed: 1 })
    .where('assembly_id', '=', unit.assemblyId)
    .where('joint_id', '=', unit.jointId)
    .where('apartment_id', '=', unit.apartmentId)
    .execute();
}

/**
 * Lists the ids of users ('12') with registered units in an assembly. Holders of cards and badges are left out.
 */
export async function usersHolding(db: Db, assemblyId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('attendance')
    .select('holder')
    .distinct()
    .where('assembly_id', '=', assemblyId)
    .where('holder_is_code', '=', 0)
    .execute();
  return rows.map((row) => row.holder);
}

/** True if concept 1 (attendance) of a joint (co-owned property) is active: people at home may register. */
export async function registrationIsActive(trx: Db, assemblyId: number, jointId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('concept')
    .select('active')
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', 1)
    .executeTakeFirst();
  return row?.active === 1;
}

/** Lists the user accounts linked to some units of the joints, to send live events about the units to the owners. */
export async function listLinks(
  db: Db,
  jointIds: readonly number[],
  apartmentIds: readonly string[],
): Promise<{ userId: string; apartmentId: string }[]> {
  const wanted = apartmentIds.map((id) => ({ id }));
  const rows = await db
    .selectFrom('user_apartment')
    .select(['user_id', 'apartment_id'])
    .where('service', '=', 'assembly')
    .where('joint_id', 'in', jointIds)
    .where('apartment_id', 'in', (eb) =>
      eb.selectFrom(jsonTable<{ id: string }>(db, wanted, { id: 'text' }).as('r')).select('r.id'),
    )
    .execute();
  return rows.map((row) => ({ userId: String(row.user_id), apartmentId: row.apartment_id }));
}

/**
 * Reads the units linked to a user's account in some joints, as ids ('101'): the units an owner may register. A
 * link to a unit of the whole joint counts in the sectors too.
 */
export async function linkedUnits(db: Db, userId: string, jointIds: readonly number[]): Promise<Set<string>> {
  const id = Number(userId);
  if (!Number.isInteger(id) || jointIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('user_apartment')
    .select('apartment_id')
    .where('user_id', '=', id)
    .where('service', '=', 'assembly')
    .where('joint_id', 'in', jointIds)
    .execute();
  return new Set(rows.map((row) => row.apartment_id));
}

/** Converts true to 1 and false to 0, as stored in the database: SQLite has no type for true and false. */
export const asFlag = (value: boolean): Flag => (value ? 1 : 0);
