import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../../platform/http/principal.ts';

/**
 * Device of an owner: means to act for units in an assembly. Either a user account, or the code of a badge
 * or card.
 */
export interface OwnerDevice {
  /** Holder, as in a registration: the user's id, or the code. */
  holder: string;
  /** Id of the user; null for a code. */
  userId: number | null;
}

/** Returns the device of a signed-in caller: the code of a session by code, else the user account. */
export const deviceOf = ({ code, userId }: Pick<Principal, 'code' | 'userId'>): OwnerDevice =>
  code === null ? { holder: userId, userId: Number(userId) } : { holder: code, userId: null };

/**
 * Owner's device (user account or code) as SQL expressions, for the conditions `isOwners` and `mayAnswer`.
 */
export interface DeviceColumns {
  holder: RawBuilder<string | null>;
  userId: RawBuilder<number | null>;
}

/** Converts an owner's device to SQL expressions, for the conditions `isOwners` and `mayAnswer`. */
export const deviceColumns = ({ holder, userId }: OwnerDevice): DeviceColumns => ({
  holder: sql`cast(${holder} as text)`,
  userId: sql`cast(${userId} as integer)`,
});

/**
 * Builds an SQL condition: true if the attendee of a registration has the identity document of an owner of
 * the unit. Both documents are stored as comparable keys (`documentKeys`).
 * @param t alias of the registration
 * @param u alias of the unit on the assembly's roll
 */
export const isDocumentOf = (t: string, u: string) => {
  const [documents, key] = [sql.ref(`${u}.owner_documents`), sql.ref(`${t}.attendee_key`)];
  return sql<SqlBool>`(${key} is not null and replace(${documents}, '+' || ${key} || '+', '') <> ${documents})`;
};

/**
 * SQL condition: true if the code with alias `b` is the badge of the unit `u` of the assembly's roll, or of the
 * unit's main unit.
 */
const isBadgeOf = (b: string, u: string) => sql<SqlBool>`
  ${sql.ref(`${b}.joint_id`)} = (select oa.joint_id from assembly as oa where oa.assembly_id = ${sql.ref(`${u}.assembly_id`)})
  and (${sql.ref(`${b}.apartment_id`)} = ${sql.ref(`${u}.apartment_id`)}
    or (${sql.ref(`${b}.apartment_id`)} = ${sql.ref(`${u}.main_apartment_id`)} and exists (
      select 1 from roll_unit as om
      where om.assembly_id = ${sql.ref(`${u}.assembly_id`)} and om.apartment_id = ${sql.ref(`${b}.apartment_id`)}
        and om.owner_key = ${sql.ref(`${u}.owner_key`)})))`;

/**
 * SQL condition: true if the registration `t` was made with the owner's badge: of the unit `u` or of its main unit.
 */
export const isByBadge = (t: string, u: string) => sql<SqlBool>`exists (
  select 1 from code as ob where ob.code = ${sql.ref(`${t}.holder`)} and ${isBadgeOf('ob', u)})`;

/**
 * Builds an SQL condition: true if the owner registered the unit, with any device: a linked user without a
 * power of attorney, the badge of the unit, or a code with the owner's identity document. False for a
 * registration by power.
 * @param t alias of the registration
 * @param u alias of the unit on the roll
 */
export const isByOwner = (t: string, u: string) => sql<SqlBool>`(${sql.ref(`${t}.by_proxy`)} = 0 and (
  ${sql.ref(`${t}.holder_is_code`)} = 0
  or ${isDocumentOf(t, u)}
  or ${isByBadge(t, u)}))`;

/**
 * Builds an SQL condition: true if a device belongs to the owner of a unit. Devices of an owner: a user
 * linked to the unit, the badge of the unit, and a code registered with the owner's identity document.
 * False for a code with a power of attorney.
 * @param u alias of the unit on the roll
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

/**
 * SQL condition: true if a code holds a power of attorney in the assembly of a unit.
 * @param code code of a card
 * @param u alias of the unit on the roll
 */
export const holdsPower = (code: RawBuilder<string | null>, u: string) => sql<SqlBool>`exists (
  select 1 from attendance as op where op.holder = ${code} and op.holder_is_code = 1 and op.by_proxy = 1
    and op.assembly_id = ${sql.ref(`${u}.assembly_id`)})`;

/**
 * SQL condition: true if a device may vote for a registered unit: either the device holds the unit, or the
 * owner registered the unit with another device.
 * @param t alias of the registration
 * @param u alias of the unit on the roll
 */
export const mayAnswer = (device: DeviceColumns, t: string, u: string) => sql<SqlBool>`(
  ${sql.ref(`${t}.holder`)} = ${device.holder} or (${isByOwner(t, u)} and ${isOwners(device, u)}))`;
