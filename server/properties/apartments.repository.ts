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
  type Unit,
  type UnitRow,
  unitRows,
} from './unit-rows.ts';

const storedUnitsOf = (db: Db, jointId: number) =>
  unitsOf(db, jointId)
    .select(['a.kind', 'a.main_apartment_id', 'a.coefficient', 'a.retired_at'])
    .select(['o.owner_document', 'o.since', 'o.owner_emails', 'o.owner_phones']);

/** A joint's units in the order of its table, the retired ones last. */
export const listStoredUnits = async (db: Db, jointId: number): Promise<StoredUnit[]> =>
  storedUnits(await storedUnitsOf(db, jointId).execute());

/** The same for a worker, which makes `storedUnits` of them. */
export const storedUnitsText = (db: Db, jointId: number): Promise<RowsText<StoredUnitRow>> =>
  readRowsText(db, storedUnitsOf(db, jointId), [
    ...(['apartment_id', 'owner_name', 'kind', 'main_apartment_id', 'coefficient', 'retired_at'] as const),
    ...(['owner_document', 'since', 'owner_emails', 'owner_phones'] as const),
  ]);

/** The units of a joint that billing goes by: all of them, or those linked to one user. */
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

/** A unit that billing goes by, as the store writes it down; null where no owner is known. */
export interface BillingUnitRow {
  apartment_id: string;
  owner_name: string | null;
}

/** All units of a joint that billing goes by, for a worker. */
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
 * Makes these the joint's units, in this order: new ones, changed ones, and retired ones that are back.
 * @param units or the JSON of their `unitRows`.
 */
export async function upsertUnits(
  db: Db,
  jointId: number,
  units: readonly Unit[] | Uint8Array,
): Promise<void> {
  if (units.length === 0) return;
  const given = jsonTable<UnitRow>(db, units instanceof Uint8Array ? units : unitRows(units), {
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
        .selectFrom(given.as('u'))
        .select(sql<number>`cast(${jointId} as integer)`.as('joint_id'))
        .select(['u.apartment_id', 'u.position', 'u.kind', 'u.main_apartment_id', 'u.coefficient'])
        // SQLite takes what follows a table for a join's ON, unless there is a WHERE between them.
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

/** Takes units out of the joint's table; they stay in the store, with their owners and links. */
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
    .where('apartment_id', 'in', idsOf(db, apartmentIds))
    .execute();
}

/**
 * Ends the owners of these units and begins the new ones, each at its own instant.
 * @param owners or the JSON of their `ownerRows`.
 * @param at none of them begins before it.
 */
export async function changeOwners(
  db: Db,
  jointId: number,
  owners: readonly NewOwner[] | Uint8Array,
  at: Millis = 0,
): Promise<void> {
  if (owners.length === 0) return;
  const given = jsonTable<OwnerRow>(db, owners instanceof Uint8Array ? owners : ownerRows(owners), {
    ...{ apartment_id: 'text', since: 'bigint', owner_name: 'text', owner_document: 'text' },
  });
  const since = sql<Millis>`case when n.since < ${at} then ${at} else n.since end`;
  await db
    .updateTable('ownership')
    .from(given.as('n'))
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
        .selectFrom(given.as('n'))
        .select(sql<number>`cast(${jointId} as integer)`.as('joint_id'))
        .select('n.apartment_id')
        .select(since.as('since'))
        .select(['n.owner_name', 'n.owner_document'])
        .where('n.owner_name', '<>', ''),
    )
    .execute();
}

/**
 * Makes these the addresses and phones of the owners of today; a unit without an owner keeps none.
 * @param contacts the JSON of `contactRows`.
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
 * Counts a table anew after many of its rows changed at once. PostgreSQL would else plan as if it were empty,
 * until it gets round to counting by itself: joining 20,000 units with their owners took 50 s, and takes 0.1 s.
 */
export async function countAnew(db: Db, table: 'apartment' | 'ownership' | 'roll_unit'): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db);
}

function idsOf(db: Db, apartmentIds: readonly string[]) {
  const rows = apartmentIds.map((apartment_id) => ({ apartment_id }));
  const given = jsonTable<{ apartment_id: string }>(db, rows, { apartment_id: 'text' });
  return db.selectFrom(given.as('g')).select('g.apartment_id');
}
