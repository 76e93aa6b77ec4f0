import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../../platform/http/principal.ts';

/** Account or code that answers for units. */
export interface OwnerDevice {
  /** Holder as in a registration: the user's id, or the code. */
  holder: string;
  /** Null for a code. */
  userId: number | null;
}

/** Returns the account or code of a caller. */
export const deviceOf = ({ code, userId }: Pick<Principal, 'code' | 'userId'>): OwnerDevice =>
  code === null ? { holder: userId, userId: Number(userId) } : { holder: code, userId: null };

/** Device as SQL expressions. */
export interface DeviceColumns {
  holder: RawBuilder<string | null>;
  userId: RawBuilder<number | null>;
}

/** Converts a device for the conditions below. */
export const deviceColumns = ({ holder, userId }: OwnerDevice): DeviceColumns => ({
  holder: sql`cast(${holder} as text)`,
  userId: sql`cast(${userId} as integer)`,
});

/**
 * True if a registration's attendee has the document of an owner or co-owner of a unit. Both are stored as keys
 * (`documentKeys`), without patterns.
 * @param t alias of the registration
 * @param u alias of the unit on the roll
 */
export const isDocumentOf = (t: string, u: string) => {
  const [documents, key] = [sql.ref(`${u}.owner_documents`), sql.ref(`${t}.attendee_key`)];
  return sql<SqlBool>`(${key} is not null and replace(${documents}, '+' || ${key} || '+', '') <> ${documents})`;
};

/** True if a code (by alias) is the badge of a unit of the roll, or of its main unit. */
const isBadgeOf = (b: string, u: string) => sql<SqlBool>`
  ${sql.ref(`${b}.joint_id`)} = (select oa.joint_id from assembly as oa where oa.assembly_id = ${sql.ref(`${u}.assembly_id`)})
  and (${sql.ref(`${b}.apartment_id`)} = ${sql.ref(`${u}.apartment_id`)}
    or (${sql.ref(`${b}.apartment_id`)} = ${sql.ref(`${u}.main_apartment_id`)} and exists (
      select 1 from roll_unit as om
      where om.assembly_id = ${sql.ref(`${u}.assembly_id`)} and om.apartment_id = ${sql.ref(`${b}.apartment_id`)}
        and om.owner_key = ${sql.ref(`${u}.owner_key`)})))`;

/** True if a registration (by alias) is by the badge of the owner: of the unit or of its main unit. */
export const isByBadge = (t: string, u: string) => sql<SqlBool>`exists (
  select 1 from code as ob where ob.code = ${sql.ref(`${t}.holder`)} and ${isBadgeOf('ob', u)})`;

/**
 * True if the owner registered the unit, by any device: a linked user without a power, the badge of the unit, or a
 * code with the owner's document. A registration by power is never by the owner.
 * @param t alias of the registration
 * @param u alias of its unit on the roll
 */
export const isByOwner = (t: string, u: string) => sql<SqlBool>`(${sql.ref(`${t}.by_proxy`)} = 0 and (
  ${sql.ref(`${t}.holder_is_code`)} = 0
  or ${isDocumentOf(t, u)}
  or ${isByBadge(t, u)}))`;

/**
 * True if a device is the owner's for a unit: a user linked in the joint or its sectors, the badge of the unit, or a
 * code registered in the assembly with the owner's document. A code that holds a power is never the owner's.
 */
export const isOwners = ({ holder, userId }: DeviceColumns, u: string) => sql<SqlBool>`(
  exists (
    select 1 from user_apartment as ol join joint as oj on oj.joint_id = ol.joint_id
    where ol.user_id = ${userId} and ol.service = 'assembly' and ol.apartment_id = ${sql.ref(`${u}.apartment_id`)}
      and coalesce(oj.parent_joint_id, oj.joint_id) =
        (select oa.joint_id from assembly as oa where oa.assembly_id = ${sql.ref(`${u}.assembly_id`)}))
  or (${userId} is null
    and (exists (
        select 1 from code as oc where oc.code = ${holder} and oc.revoked_at is null and oc.withdrawn_at is null
          and ${isBadgeOf('oc', u)})
      or exists (
        select 1 from attendance as oh where oh.holder = ${holder} and oh.holder_is_code = 1
          and oh.assembly_id = ${sql.ref(`${u}.assembly_id`)}
          and ${isDocumentOf('oh', u)}))
    and not ${holdsPower(holder, u)}))`;

/** True if a code holds a power in the assembly of a unit. */
export const holdsPower = (code: RawBuilder<string | null>, u: string) => sql<SqlBool>`exists (
  select 1 from attendance as op where op.holder = ${code} and op.holder_is_code = 1 and op.by_proxy = 1
    and op.assembly_id = ${sql.ref(`${u}.assembly_id`)})`;

/**
 * True if a device may answer for a registered unit: the device holds the unit, or both device and holder are the
 * owner's.
 */
export const mayAnswer = (device: DeviceColumns, t: string, u: string) => sql<SqlBool>`(
  ${sql.ref(`${t}.holder`)} = ${device.holder} or (${isByOwner(t, u)} and ${isOwners(device, u)}))`;
