import { Profile } from '../../../../shared/profiles.ts';
import type { Db } from '../../../platform/db/engine.ts';

/** Owner with a user account, and the units of some joints linked to the account. */
export interface Person {
  /** Id of the user, as text: '12'. */
  userId: string;
  name: string;
  /** Ids of the linked units: '101'. */
  apartments: string[];
}

/**
 * Reads owners with an enabled user account and links to units of some joints; only one user if `userId` is given.
 */
export async function readPeople(db: Db, jointIds: readonly number[], userId?: number): Promise<Person[]> {
  if (jointIds.length === 0) return [];
  let query = db
    .selectFrom('user_account as u')
    .innerJoin('user_apartment as l', 'l.user_id', 'u.user_id')
    .select(['u.user_id', 'u.name', 'l.apartment_id'])
    // A unit of a joint and of its sector counts once.
    .distinct()
    .where('l.service', '=', 'assembly')
    .where('l.joint_id', 'in', jointIds)
    .where('u.profile_id', '=', Profile.owner)
    .where('u.disabled_at', 'is', null);
  if (userId !== undefined) query = query.where('u.user_id', '=', userId);
  const people = new Map<number, Person>();
  for (const row of await query.execute()) {
    const person = people.get(row.user_id) ?? { userId: String(row.user_id), name: row.name, apartments: [] };
    person.apartments.push(row.apartment_id);
    people.set(row.user_id, person);
  }
  return [...people.values()];
}

/**
 * Finds the users with access to a joint only by registered units, without a link to the joint. The access changes
 * with a registration or departure, so the sessions of the users are checked again.
 * @param holders ids of users with registrations changed by an act
 */
export async function reachingByHolding(
  db: Db,
  rootId: number,
  holders: ReadonlySet<string>,
): Promise<string[]> {
  if (holders.size === 0) return [];
  const linked = await db
    .selectFrom('user_joint')
    .select('user_id')
    .where('service', '=', 'assembly')
    .where('joint_id', '=', rootId)
    .union(
      db
        .selectFrom('user_apartment')
        .select('user_id')
        .where('service', '=', 'assembly')
        .where('joint_id', '=', rootId),
    )
    .execute();
  const linkedUsers = new Set(linked.map((row) => String(row.user_id)));
  return [...holders].filter((holder) => !linkedUsers.has(holder));
}
