import { sql } from 'kysely';
import { Profile } from '../../../shared/profiles.ts';
import { type Right, rights, serviceOfRight } from '../../../shared/rights.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import type { Service } from './account-tables.ts';

/** Joints and sectors accessible to a user ('reach'), by number, for each service. */
export interface Reach {
  /** Joints for assemblies. */
  assembly: Set<number>;
  /** Joints for billing. */
  billing: Set<number>;
  /** Joints of each right of an administrator, within the linked joints. Absent for other profiles. */
  rights?: Record<Right, Set<number>>;
}

interface UserOfReach {
  userId: number;
  profileId: Profile;
}

/**
 * Returns the accessible joints of users: the linked joints with all sectors. For owners, also the joints
 * of linked units and of units held in a current assembly (a holder votes even without owning). Other
 * profiles get no joints by units: an operator with a flat in a joint must not run the assembly there.
 * Staff need no links.
 * @returns key: number of the user. Value: numbers of the joints
 */
export async function reachOfUsers(db: Db, users: readonly UserOfReach[]): Promise<Map<number, Reach>> {
  const reach = new Map(
    users.map(({ userId, profileId }): [number, Reach] => [
      userId,
      {
        assembly: new Set(),
        billing: new Set(),
        ...(profileId === Profile.admin && { rights: noRights() }),
      },
    ]),
  );
  const userRows = users
    .filter(({ profileId }) => profileId !== Profile.full)
    .map(({ userId, profileId }) => ({
      user_id: userId,
      holder: String(userId),
      is_owner: profileId === Profile.owner ? 1 : 0,
    }));
  if (userRows.length === 0) return reach;
  const those = jsonTable<(typeof userRows)[number]>(db, userRows, {
    user_id: 'integer',
    holder: 'text',
    is_owner: 'integer',
  });
  // Cross joins make SQLite start at the users.
  const { rows } = await sql<{
    user_id: number;
    service: Service | Right;
    joint_id: number;
    sector_id: number | null;
  }>`
    with links as (
      select r.user_id, l.service, l.joint_id from ${those} as r cross join user_joint as l
        where l.user_id = r.user_id
      union
      select r.user_id, l.right_name, l.joint_id from ${those} as r cross join user_right as l
        where l.user_id = r.user_id
      union
      select r.user_id, l.service, l.joint_id from ${those} as r cross join user_apartment as l
        where r.is_owner = 1 and l.user_id = r.user_id
      union
      select r.user_id, 'assembly', t.joint_id
        from ${those} as r cross join attendance as t cross join assembly as a
        where r.is_owner = 1 and t.holder = r.holder and t.holder_is_code = 0
          and a.assembly_id = t.assembly_id and a.archived_at is null)
    select l.user_id, l.service, l.joint_id, s.joint_id as sector_id
    from links as l left join joint as s on s.parent_joint_id = l.joint_id`.execute(db);
  for (const { user_id, service, joint_id, sector_id } of rows) {
    const own = reach.get(user_id);
    const of = service === 'assembly' || service === 'billing' ? own?.[service] : own?.rights?.[service];
    of?.add(joint_id);
    if (sector_id !== null) of?.add(sector_id);
  }
  // A right without the link to the joint is void.
  for (const own of reach.values()) {
    for (const right of rights) {
      for (const jointId of own.rights?.[right] ?? []) {
        if (!own[serviceOfRight[right]].has(jointId)) own.rights?.[right].delete(jointId);
      }
    }
  }
  return reach;
}

const noRights = (): Record<Right, Set<number>> => ({
  assemblies: new Set(),
  payments: new Set(),
  months: new Set(),
});

/**
 * Returns the joints accessible to a user, for assemblies and for billing. For several users see
 * `reachOfUsers`.
 */
export async function reachOfUser(db: Db, userId: number, profileId: Profile): Promise<Reach> {
  const reach = await reachOfUsers(db, [{ userId, profileId }]);
  return reach.get(userId) ?? { assembly: new Set(), billing: new Set() };
}

/**
 * Returns the family of each joint: the joint and all sectors of the joint.
 * @returns key: number of the joint. Value: numbers of the joint and the sectors
 */
export async function familiesOf(db: Db, jointIds: readonly number[]): Promise<Map<number, Set<number>>> {
  const families = new Map(jointIds.map((jointId) => [jointId, new Set([jointId])]));
  if (jointIds.length === 0) return families;
  const jointRows = [...families.keys()].map((joint_id) => ({ joint_id }));
  const sectors = await db
    .selectFrom(jsonTable<{ joint_id: number }>(db, jointRows, { joint_id: 'integer' }).as('r'))
    .innerJoin('joint as s', 's.parent_joint_id', 'r.joint_id')
    .select(['r.joint_id as jointId', 's.joint_id as sectorId'])
    .execute();
  for (const { jointId, sectorId } of sectors) families.get(jointId)?.add(sectorId);
  return families;
}

/**
 * Limits a user's access to the joints of a family (joint and sectors), without billing. For sessions by
 * access link, because the link is for a single assembly.
 */
export const withinFamily = (reach: Reach, family: ReadonlySet<number>): Reach => ({
  assembly: new Set([...reach.assembly].filter((id) => family.has(id))),
  billing: new Set(),
});

/**
 * Returns the accessible joints of a session by access link: the link's joint with all sectors, without
 * billing.
 */
export async function reachOfLink(db: Db, userId: number, jointId: number): Promise<Reach> {
  const family = (await familiesOf(db, [jointId])).get(jointId) ?? new Set();
  return withinFamily(await reachOfUser(db, userId, Profile.owner), family);
}
