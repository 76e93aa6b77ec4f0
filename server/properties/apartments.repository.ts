import { sql } from 'kysely';
import { type Db, jsonTable, readRowsText } from '../platform/db/engine.ts';
import type { RowsText } from '../platform/db/pack-rows.ts';
import { sameUnit } from '../platform/db/queries.ts';
import type { Millis } from '../platform/db/tables.ts';
import {
  type ContactRow,
  type NewOwner,
  type OwnerRow,
  ownerRows,
  type StoredUnit,
  type StoredUnitRow,
  storedUnits,
  type UnitOfJoint,
  type UnitRow,
  unitRows,
} from './unit-rows.ts';

const storedUnitsOf = (db: Db, jointId: number) =>
  unitsOf(db, jointId)
    .select(['a.kind', 'a.main_apartment_id', 'a.coefficient', 'a.retired_at'])
    .select(['o.owner_document', 'o.since', 'o.owner_emails', 'o.owner_phones']);

/**
 * Returns the units of a joint (co-owned property) with owner and contacts, in the order of the table of
 * units; retired units come last.
 */
export const listStoredUnits = async (db: Db, jointId: number): Promise<StoredUnit[]> =>
  storedUnits(await storedUnitsOf(db, jointId).execute());

/**
 * Reads the units of a joint as JSON text for a worker. `rowsIn` and then `storedUnits` turn the text into
 * units.
 */
export const storedUnitsText = (db: Db, jointId: number): Promise<RowsText<StoredUnitRow>> =>
  readRowsText(db, storedUnitsOf(db, jointId), [
    ...(['apartment_id', 'owner_name', 'kind', 'main_apartment_id', 'coefficient', 'retired_at'] as const),
    ...(['owner_document', 'since', 'owner_emails', 'owner_phones'] as const),
  ]);

/**
 * Returns the units of a joint (co-owned property) for billing, each with the name of the owner ('' if
 * unknown). With `userId` only the units linked to the user.
 */
export async function listBillingUnits(
  db: Db,
  jointId: number,
  userId?: number,
): Promise<{ apartmentId: string; owner: string }[]> {
  let query = unitsOf(db, jointId).where('a.retired_at', 'is', null);
  if (userId !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_apartment as l')
          .select('l.user_id')
          .where('l.user_id', '=', userId)
          .where('l.service', '=', 'billing')
          .whereRef('l.joint_id', '=', 'a.joint_id')
          .whereRef('l.apartment_id', '=', 'a.apartment_id'),
      ),
    );
  }
  const rows = await query.execute();
  return rows.map((row) => ({ apartmentId: row.apartment_id, owner: row.owner_name ?? '' }));
}

/** Row of a unit for billing; the owner's name is null without a known owner. */
export interface BillingUnitRow {
  apartment_id: string;
  owner_name: string | null;
}

/**
 * Reads the present units of a joint with the owners as JSON text for a worker of billing. `rowsIn` parses
 * the text.
 */
export const billingUnitsText = (db: Db, jointId: number): Promise<RowsText<BillingUnitRow>> =>
  readRowsText(db, unitsOf(db, jointId).where('a.retired_at', 'is', null), ['apartment_id', 'owner_name']);

function unitsOf(db: Db, jointId: number) {
  return db
    .selectFrom('apartment as a')
    .leftJoin('ownership as o', (join) => join.on(sameUnit('o', 'a')).on('o.until', 'is', null))
    .select(['a.apartment_id', 'o.owner_name'])
    .where('a.joint_id', '=', jointId)
    .orderBy('a.position')
    .orderBy('a.apartment_id');
}

/**
 * Stores new, changed and restored units of a joint (co-owned property). The order of the list becomes the
 * order of the joint's table of units.
 * @param units units, or the JSON bytes of `unitRows` from a worker
 */
export async function upsertUnits(
  db: Db,
  jointId: number,
  units: readonly UnitOfJoint[] | Uint8Array,
): Promise<void> {
  if (units.length === 0) return;
  const unitTable = jsonTable<UnitRow>(db, units instanceof Uint8Array ? units : unitRows(units), {
    apartment_id: 'text',
    position: 'integer',
    kind: 'text',
    main_apartment_id: 'text',
    coefficient: 'bigint',
  });
  await db
    .insertInto('apartment')
    .columns(['joint_id', 'apartment_id', 'position', 'kind', 'main_apartment_id', 'coefficient'])
    .expression((eb) =>
      eb
        .selectFrom(unitTable.as('u'))
        .select(sql<number>`cast(${jointId} as integer)`.as('joint_id'))
        .select(['u.apartment_id', 'u.position', 'u.kind', 'u.main_apartment_id', 'u.coefficient'])
        // SQLite parses ON CONFLICT after a table as the ON of a join, unless there is a WHERE in between.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['joint_id', 'apartment_id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        kind: eb.ref('excluded.kind'),
        main_apartment_id: eb.ref('excluded.main_apartment_id'),
        coefficient: eb.ref('excluded.coefficient'),
        retired_at: null,
      })),
    )
    .execute();
}

/**
 * Retires units: the units no longer appear in the joint's list, but the rows, owners and user links stay in
 * the database for old records.
 * @param apartmentIds ids of the units: '101'
 * @param at time of the retirement, epoch ms
 */
export async function retireUnits(
  db: Db,
  jointId: number,
  apartmentIds: readonly string[],
  at: Millis,
): Promise<void> {
  if (apartmentIds.length === 0) return;
  await db
    .updateTable('apartment')
    .set({ retired_at: at })
    .where('joint_id', '=', jointId)
    .where('apartment_id', 'in', unitIdTable(db, apartmentIds))
    .execute();
}

/**
 * Changes the owners of units: ends the present ownership of each named unit and starts the new ownership at
 * the time in the owner's row (`since`). Ownerships are never deleted, so earlier owners stay known.
 * @param owners new owners, or the JSON bytes of `ownerRows` from a worker
 * @param at earliest start of the new ownerships, epoch ms
 */
export async function changeOwners(
  db: Db,
  jointId: number,
  owners: readonly NewOwner[] | Uint8Array,
  at: Millis = 0,
): Promise<void> {
  if (owners.length === 0) return;
  const ownerTable = jsonTable<OwnerRow>(db, owners instanceof Uint8Array ? owners : ownerRows(owners), {
    apartment_id: 'text',
    since: 'bigint',
    owner_name: 'text',
    owner_document: 'text',
  });
  const since = sql<Millis>`case when n.since < ${at} then ${at} else n.since end`;
  await db
    .updateTable('ownership')
    .from(ownerTable.as('n'))
    .set({ until: since })
    .where('ownership.joint_id', '=', jointId)
    .where('ownership.until', 'is', null)
    .whereRef('ownership.apartment_id', '=', 'n.apartment_id')
    .execute();
  await db
    .insertInto('ownership')
    .columns(['joint_id', 'apartment_id', 'since', 'owner_name', 'owner_document'])
    .expression((eb) =>
      eb
        .selectFrom(ownerTable.as('n'))
        .select(sql<number>`cast(${jointId} as integer)`.as('joint_id'))
        .select('n.apartment_id')
        .select(since.as('since'))
        .select(['n.owner_name', 'n.owner_document'])
        .where('n.owner_name', '<>', ''),
    )
    .execute();
}

/**
 * Replaces mail addresses and phones of the current owners. Clears the contacts of units without an owner.
 * @param contacts JSON bytes of the rows made by `contactRows`
 */
export async function setContacts(db: Db, jointId: number, contacts: Uint8Array): Promise<void> {
  const columns = { apartment_id: 'text', emails: 'text', phones: 'text' } as const;
  await db
    .updateTable('ownership')
    .from(jsonTable<ContactRow>(db, contacts, columns).as('n'))
    .set((eb) => ({ owner_emails: eb.ref('n.emails'), owner_phones: eb.ref('n.phones') }))
    .where('ownership.joint_id', '=', jointId)
    .where('ownership.until', 'is', null)
    .whereRef('ownership.apartment_id', '=', 'n.apartment_id')
    .execute();
}

/**
 * Updates the database's statistics about a table (ANALYZE) after a mass change, so the next queries are
 * fast. Otherwise PostgreSQL plans for an empty table: a join of 20,000 units with owners took 50 s instead
 * of 0.1 s.
 */
export async function countAnew(db: Db, table: 'apartment' | 'ownership' | 'roll_unit'): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db);
}

function unitIdTable(db: Db, apartmentIds: readonly string[]) {
  const rows = apartmentIds.map((apartment_id) => ({ apartment_id }));
  const idTable = jsonTable<{ apartment_id: string }>(db, rows, { apartment_id: 'text' });
  return db.selectFrom(idTable.as('g')).select('g.apartment_id');
}
