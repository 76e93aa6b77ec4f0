import type { Db } from '../../platform/db/engine.ts';
import { sameUnit } from '../../platform/db/queries.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { StoredAddress } from './notice-addresses.ts';

/** Lists the addresses for notices of a root joint, in the order of entry. */
export async function readNoticeAddresses(db: Db, jointId: number): Promise<StoredAddress[]> {
  const rows = await db
    .selectFrom('notice_address')
    .select(['address_id as addressId', 'apartment_id as apartmentId', 'kind', 'value', 'since', 'proof'])
    .select(['entered_at as enteredAt', 'owner_name as name', 'owner_document as document'])
    .where('joint_id', '=', jointId)
    .orderBy('address_id')
    .execute();
  return rows.map(({ name, document, ...row }) => ({ ...row, owner: { name, document } }));
}

export const insertNoticeAddress = (trx: Db, row: Tables['notice_address']) =>
  trx.insertInto('notice_address').values(row).execute();

/** Returns the current owner of a unit of a joint with the sectors; undefined for an unknown unit. */
export const readUnitOwner = (db: Db, family: readonly number[], apartmentId: string) =>
  db
    .selectFrom('apartment as a')
    .leftJoin('ownership as o', (join) => join.on(sameUnit('o', 'a')).on('o.until', 'is', null))
    .select(['o.owner_name as name', 'o.owner_document as document'])
    .where('a.joint_id', 'in', family)
    .where('a.apartment_id', '=', apartmentId)
    .where('a.retired_at', 'is', null)
    .orderBy('a.joint_id')
    .limit(1)
    .executeTakeFirst();
