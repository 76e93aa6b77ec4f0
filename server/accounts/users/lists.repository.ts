import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RegisteredWith } from '../../../shared/accounts/users.api.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameRollUnit, sameUnit } from '../../platform/db/queries.ts';
import type { Flag, Tables } from '../../platform/db/tables.ts';
import type { Service } from '../sessions/account-tables.ts';
import {
  deviceColumns,
  holdsPower,
  isByBadge,
  isByOwner,
  isDocumentOf,
  isOwners,
  type OwnerDevice,
} from './owner-devices.repository.ts';

/** Joint or sector, as a row of the database. */
export interface JointRow {
  jointId: number;
  jointName: string;
  /** Number of the joint around a sector; null for a whole joint. */
  parentId: number | null;
  usesAssemblies: boolean;
  usesBilling: boolean;
}

/** Returns the rows of some joints and sectors, in no order; default: all. */
export async function listJointRows(db: Db, jointIds?: ReadonlySet<number>): Promise<JointRow[]> {
  if (jointIds?.size === 0) return [];
  let query = db
    .selectFrom('joint')
    .select(['joint_id as jointId', 'joint_name as jointName', 'parent_joint_id as parentId'])
    .select(['uses_assemblies as usesAssemblies', 'uses_billing as usesBilling']);
  if (jointIds !== undefined) query = query.where('joint_id', 'in', [...jointIds]);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    usesAssemblies: row.usesAssemblies === 1,
    usesBilling: row.usesBilling === 1,
  }));
}

/** Unit linked to a user for billing. */
export interface BillingUnit {
  jointId: number;
  apartmentId: string;
  owner: string;
}

/** Returns the units linked to a user for billing, with the present owners. Leaves out retired units. */
export async function billingUnitsOfUser(db: Db, userId: number): Promise<BillingUnit[]> {
  const rows = await db
    .selectFrom('user_apartment as l')
    .innerJoin('apartment as a', (join) => join.on(sameUnit('a', 'l')))
    .leftJoin('ownership as o', (join) => join.on(sameUnit('o', 'a')).on('o.until', 'is', null))
    .select(['a.joint_id as jointId', 'a.apartment_id as apartmentId', 'o.owner_name as owner'])
    .where('l.user_id', '=', userId)
    .where('l.service', '=', 'billing')
    .where('a.retired_at', 'is', null)
    .orderBy('a.joint_id')
    .orderBy('a.position')
    .execute();
  return rows.map(({ owner, ...unit }) => ({ ...unit, owner: owner ?? '' }));
}

/** Unit on the roll of a current assembly, with the holder: the user or code that answers for the unit. */
export interface LinkedRollUnit {
  jointId: number;
  apartmentId: string;
  owner: string;
  coefficient: Nano;
  /** User id or code of the holder; null if the unit is not registered. */
  holder: string | null;
  /** True if `holder` is the code of a card or badge. */
  holderIsCode: boolean;
  /** Public id of the code in `holder`; null for a user. */
  codeId: string | null;
  /** Kind of registration, as the device may see; null if not registered. */
  registeredWith: RegisteredWith | null;
  /** True if the device answers for the unit by a power of attorney. */
  isByPower: boolean;
}

/**
 * Returns the units of an owner's device (user or code) on the rolls of current assemblies: units owned,
 * and units held now. A link to a unit of a joint also counts for the unit with the same id in each sector.
 */
export async function assemblyUnitsOf(db: Db, device: OwnerDevice): Promise<LinkedRollUnit[]> {
  const isCode: Flag = device.userId === null ? 1 : 0;
  const rows = await db
    .with('links', (qb) => linksOf(qb, device))
    // The current assembly of a sector is the assembly of its main joint.
    .with('units', (qb) =>
      qb
        .selectFrom('links as l')
        .innerJoin('joint as j', 'j.joint_id', 'l.joint_id')
        .innerJoin('assembly as a', (join) =>
          join
            .on((eb) => eb('a.joint_id', '=', eb.fn.coalesce('j.parent_joint_id', 'j.joint_id')))
            .on('a.archived_at', 'is', null),
        )
        .select(['a.assembly_id', 'l.joint_id', 'l.apartment_id'])
        .union(
          qb
            .selectFrom('links as l')
            .innerJoin('joint as s', 's.parent_joint_id', 'l.joint_id')
            .innerJoin('assembly as a', (join) =>
              join.onRef('a.joint_id', '=', 'l.joint_id').on('a.archived_at', 'is', null),
            )
            .select(['a.assembly_id', 's.joint_id', 'l.apartment_id']),
        )
        .union(
          qb
            .selectFrom('attendance as t')
            .innerJoin('assembly as a', (join) =>
              join.onRef('a.assembly_id', '=', 't.assembly_id').on('a.archived_at', 'is', null),
            )
            .select(['t.assembly_id', 't.joint_id', 't.apartment_id'])
            .where('t.holder', '=', device.holder)
            .where('t.holder_is_code', '=', isCode),
        ),
    )
    .selectFrom('units as u')
    .innerJoin('roll_unit as r', (join) => join.on(sameRollUnit('r', 'u')))
    .leftJoin('attendance as t', (join) => join.on(sameRollUnit('t', 'r')))
    .leftJoin('code as c', (join) => join.onRef('c.code', '=', 't.holder').on('t.holder_is_code', '=', 1))
    .select(['r.joint_id', 'r.apartment_id', 'r.owner_name', 'r.coefficient'])
    .select(['t.holder', 't.holder_is_code', 't.by_proxy', 't.attendee_name', 't.attendee_document'])
    .select('c.code_id')
    .select([
      asOne(sql`${isByOwner('t', 'r')} and ${isOwners(deviceColumns(device), 'r')}`).as('is_same'),
      asOne(isByBadge('t', 'r')).as('is_badge'),
    ])
    .orderBy('r.joint_id')
    .orderBy('r.position')
    .execute();
  return rows.map((row) => ({
    jointId: row.joint_id,
    apartmentId: row.apartment_id,
    owner: row.owner_name,
    coefficient: row.coefficient,
    holder: row.holder,
    holderIsCode: row.holder_is_code === 1,
    codeId: row.code_id,
    isByPower: row.by_proxy === 1 && row.holder === device.holder && row.holder_is_code === isCode,
    registeredWith:
      row.holder === null
        ? null
        : registeredWith({
            isSelf: row.holder === device.holder && row.holder_is_code === isCode,
            isSameOwner: row.is_same === 1,
            isCode: row.holder_is_code === 1,
            isBadge: row.is_badge === 1,
            isPower: row.by_proxy === 1,
            isNamed: row.attendee_name !== null || row.attendee_document !== null,
          }),
  }));
}

function registeredWith(facts: {
  isSelf: boolean;
  isSameOwner: boolean;
  isCode: boolean;
  isBadge: boolean;
  isPower: boolean;
  isNamed: boolean;
}): RegisteredWith {
  if (facts.isSelf) return 'self';
  if (facts.isSameOwner) return facts.isCode ? (facts.isBadge ? 'badge' : 'card') : 'account';
  if (facts.isPower) return 'power';
  return facts.isCode && !facts.isNamed ? 'unnamedCard' : 'other';
}

/** Converts an SQL condition to 1 or 0, on SQLite and PostgreSQL alike. */
const asOne = (condition: RawBuilder<unknown>) => sql<number>`case when ${condition} then 1 else 0 end`;

/**
 * Returns the ids of the units owned by the owner of a card's or badge's code, in the current assembly of
 * the joint.
 */
export async function unitsOfCode(db: Db, code: string): Promise<Set<string>> {
  const rows = await linksOf(db, { holder: code, userId: null }).execute();
  return new Set(rows.map((row) => row.apartment_id));
}

/**
 * Selects the units linked to a user. For a code: the unit of the badge with the attached units of the same owner;
 * and, for a code without a power, all units of the owner with the document registered for the code.
 */
function linksOf(qb: Pick<Kysely<Tables>, 'selectFrom'>, { holder, userId }: OwnerDevice) {
  if (userId !== null) {
    return qb
      .selectFrom('user_apartment')
      .select(['joint_id', 'apartment_id'])
      .where('user_id', '=', userId)
      .where('service', '=', 'assembly' satisfies Service);
  }
  return qb
    .selectFrom('code')
    .select((eb) => ['joint_id', eb.ref('apartment_id').$notNull().as('apartment_id')])
    .where('code', '=', holder)
    .where('revoked_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('apartment_id', 'is not', null)
    .union(
      qb
        .selectFrom('code as c')
        .innerJoin('assembly as a', (join) =>
          join.onRef('a.joint_id', '=', 'c.joint_id').on('a.archived_at', 'is', null),
        )
        .innerJoin('roll_unit as m', (join) =>
          join.onRef('m.assembly_id', '=', 'a.assembly_id').onRef('m.apartment_id', '=', 'c.apartment_id'),
        )
        .innerJoin('roll_unit as r', (join) =>
          join
            .onRef('r.assembly_id', '=', 'm.assembly_id')
            .onRef('r.main_apartment_id', '=', 'm.apartment_id')
            .onRef('r.owner_key', '=', 'm.owner_key'),
        )
        .select(['c.joint_id', 'r.apartment_id'])
        .where('c.code', '=', holder)
        .where('c.revoked_at', 'is', null)
        .where('c.withdrawn_at', 'is', null),
    )
    .union(
      qb
        .selectFrom('attendance as t')
        .innerJoin('assembly as a', (join) =>
          join.onRef('a.assembly_id', '=', 't.assembly_id').on('a.archived_at', 'is', null),
        )
        .innerJoin('roll_unit as r', (join) =>
          join.onRef('r.assembly_id', '=', 't.assembly_id').on(isDocumentOf('t', 'r')),
        )
        .select(['a.joint_id', 'r.apartment_id'])
        .where('t.holder', '=', holder)
        .where('t.holder_is_code', '=', 1)
        .where((eb) => eb.not(holdsPower(sql`cast(${holder} as text)`, 'r'))),
    );
}
