import { sql } from 'kysely';
import { Profile } from '../../../shared/profiles.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import type { Service } from './account-tables.ts';

/** The joints a caller is linked to, by service. */
export interface Reach {
  assembly: Set<number>;
  billing: Set<number>;
}

interface UserOfReach {
  userId: number;
  profileId: Profile;
}

/**
 * The joints of users: those linked to each with all their sectors. An owner's come also from their units and
 * from the units they hold in a current assembly (a holder votes, whoever owns); nobody else's do, so that an
 * operator who owns a flat somewhere does not run the assembly there. Staff need no links.
 * @returns by user
 */
export async function reachOfUsers(db: Db, users: readonly UserOfReach[]): Promise<Map<number, Reach>> {
  const reach = new Map(
    users.map(({ userId }) => [userId, { assembly: new Set<number>(), billing: new Set<number>() }]),
  );
  const asked = users
    .filter(({ profileId }) => profileId !== Profile.full)
    .map(({ userId, profileId }) => ({
      user_id: userId,
      holder: String(userId),
      is_owner: profileId === Profile.owner ? 1 : 0,
    }));
  if (asked.length === 0) return reach;
  const those = jsonTable<(typeof asked)[number]>(db, asked, {
    user_id: 'integer',
    holder: 'text',
    is_owner: 'integer',
  });
  // Cross joins keep SQLite from starting anywhere but at the users.
  const { rows } = await sql<{
    user_id: number;
    service: Service;
    joint_id: number;
    sector_id: number | null;
  }>`
    with links as (
      select r.user_id, l.service, l.joint_id from ${those} as r cross join user_joint as l
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
    const of = reach.get(user_id)?.[service];
    of?.add(joint_id);
    if (sector_id !== null) of?.add(sector_id);
  }
  return reach;
}

/** The same of one user. */
export async function reachOfUser(db: Db, userId: number, profileId: Profile): Promise<Reach> {
  const reach = await reachOfUsers(db, [{ userId, profileId }]);
  return reach.get(userId) ?? { assembly: new Set(), billing: new Set() };
}

/** Some joints with their sectors, each by its id. */
export async function familiesOf(db: Db, jointIds: readonly number[]): Promise<Map<number, Set<number>>> {
  const families = new Map(jointIds.map((jointId) => [jointId, new Set([jointId])]));
  if (jointIds.length === 0) return families;
  const asked = [...families.keys()].map((joint_id) => ({ joint_id }));
  const sectors = await db
    .selectFrom(jsonTable<{ joint_id: number }>(db, asked, { joint_id: 'integer' }).as('r'))
    .innerJoin('joint as s', 's.parent_joint_id', 'r.joint_id')
    .select(['r.joint_id as jointId', 's.joint_id as sectorId'])
    .execute();
  for (const { jointId, sectorId } of sectors) families.get(jointId)?.add(sectorId);
  return families;
}

/** Of a user's joints those of one family: what an access link opens, and no billing. */
export const withinFamily = (reach: Reach, family: ReadonlySet<number>): Reach => ({
  assembly: new Set([...reach.assembly].filter((id) => family.has(id))),
  billing: new Set(),
});

/** What an access link opens of a user's joints: the assembly of the one it is for, and no billing. */
export async function reachOfLink(db: Db, userId: number, jointId: number): Promise<Reach> {
  const family = (await familiesOf(db, [jointId])).get(jointId) ?? new Set();
  return withinFamily(await reachOfUser(db, userId, Profile.owner), family);
}
