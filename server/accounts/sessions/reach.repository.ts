import { sql } from 'kysely';
import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Service } from './account-tables.ts';

/** The joints a caller is linked to, by service. */
export interface Reach {
  assembly: Set<number>;
  billing: Set<number>;
}

const assemblyService = sql<Service>`'assembly'`;

/**
 * The joints of a user: those linked to it with all their sectors. An owner's come also from their units and
 * from the units they hold in a current assembly (a holder votes, whoever owns); nobody else's do, so that an
 * operator who owns a flat somewhere does not run the assembly there. Staff need no links.
 */
export async function reachOfUser(db: Db, userId: number, profileId: Profile): Promise<Reach> {
  if (profileId === Profile.full) return { assembly: new Set(), billing: new Set() };
  let links = db.selectFrom('user_joint').select(['service', 'joint_id']).where('user_id', '=', userId);
  if (profileId === Profile.owner) {
    links = links
      .union(db.selectFrom('user_apartment').select(['service', 'joint_id']).where('user_id', '=', userId))
      .union(
        db
          .selectFrom('attendance as t')
          .innerJoin('assembly as a', 'a.assembly_id', 't.assembly_id')
          .select([assemblyService.as('service'), 't.joint_id'])
          .where('t.holder', '=', String(userId))
          .where('t.holder_is_code', '=', 0)
          .where('a.archived_at', 'is', null),
      );
  }
  const rows = await db
    .with('links', () => links)
    .selectFrom('links as l')
    .leftJoin('joint as s', 's.parent_joint_id', 'l.joint_id')
    .select(['l.service', 'l.joint_id', 's.joint_id as sector_id'])
    .execute();
  const reach: Reach = { assembly: new Set(), billing: new Set() };
  for (const { service, joint_id, sector_id } of rows) {
    reach[service].add(joint_id);
    if (sector_id !== null) reach[service].add(sector_id);
  }
  return reach;
}

/** The joint of a code's session with its sectors; a code has nothing to do with billing. */
export async function reachOfCode(db: Db, jointId: number): Promise<Reach> {
  const sectors = await db
    .selectFrom('joint')
    .select('joint_id')
    .where('parent_joint_id', '=', jointId)
    .execute();
  return { assembly: new Set([jointId, ...sectors.map((sector) => sector.joint_id)]), billing: new Set() };
}

/** What an access link opens of a user's joints: the assembly of the one it is for, and no billing. */
export async function reachOfLink(db: Db, userId: number, jointId: number): Promise<Reach> {
  const { assembly: family } = await reachOfCode(db, jointId);
  const { assembly } = await reachOfUser(db, userId, Profile.owner);
  return { assembly: new Set([...assembly].filter((id) => family.has(id))), billing: new Set() };
}
