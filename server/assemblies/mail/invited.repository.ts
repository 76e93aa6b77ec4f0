import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { byName } from '../../platform/lib/by-name.ts';

/** Owner with a user account in a joint: gets an invitation and may take part in the assembly from home. */
export interface Invited {
  userId: number;
  username: string;
  name: string;
  email: string | null;
  /** True if the person has signed in with a password of the person's own choice. */
  hasSignedIn: boolean;
  /** Ids of the person's units on the assembly's roll, in the table's order. */
  apartments: string[];
}

/**
 * Reads the owners with a user account, linked to the joint, to sectors or to units, in order of name: the people
 * to invite. With `userId` only the user with the id.
 */
export async function readInvited(
  db: Db,
  where: { assemblyId: number; family: readonly number[]; userId?: number },
): Promise<Invited[]> {
  const { assemblyId, family, userId } = where;
  let users = db
    .selectFrom('user_account')
    .select(['user_id as userId', 'username', 'name', 'email', 'signed_in_at'])
    .where('profile_id', '=', Profile.owner)
    .where('disabled_at', 'is', null)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('user_joint')
        .select('user_id')
        .where('service', '=', 'assembly')
        .where('joint_id', 'in', family)
        .union(
          eb
            .selectFrom('user_apartment')
            .select('user_id')
            .where('service', '=', 'assembly')
            .where('joint_id', 'in', family),
        ),
    );
  let units = db
    .selectFrom('user_apartment as l')
    .innerJoin('roll_unit as r', 'r.apartment_id', 'l.apartment_id')
    .select(['l.user_id', 'r.apartment_id'])
    .where('l.service', '=', 'assembly')
    .where('l.joint_id', 'in', family)
    .where('r.assembly_id', '=', assemblyId)
    .where('r.joint_id', 'in', family)
    .orderBy('r.joint_id')
    .orderBy('r.position');
  if (userId !== undefined) {
    users = users.where('user_id', '=', userId);
    units = units.where('l.user_id', '=', userId);
  }
  const byUser = new Map<number, Set<string>>();
  for (const row of await units.execute()) {
    byUser.set(row.user_id, (byUser.get(row.user_id) ?? new Set()).add(row.apartment_id));
  }
  const rows = await users.execute();
  return rows
    .map(({ signed_in_at, ...person }) => ({
      ...person,
      hasSignedIn: signed_in_at !== null,
      apartments: [...(byUser.get(person.userId) ?? [])],
    }))
    .sort((a, b) => byName(a.name, b.name) || a.userId - b.userId);
}

/** State of a person's access links to an assembly, for the list of invitations on the operator's page. */
export interface LinksOf {
  /** True if a link is valid now. */
  standing: boolean;
  /** Instant of the last printed letter with a link, epoch ms; null without a letter. */
  letterPrintedAt: Millis | null;
  /** Instant of the last entry by a link, epoch ms; null if never used. */
  lastUsedAt: Millis | null;
}

/**
 * Returns the state of the access links to an assembly. Key: number of the user. Value: state of the user's
 * links.
 */
export async function linksByUser(db: Db, assemblyId: number): Promise<Map<number, LinksOf>> {
  const rows = await db
    .selectFrom('access_link')
    .select(['user_id', 'purpose', 'created_at', 'revoked_at', 'used_at'])
    .where('assembly_id', '=', assemblyId)
    .execute();
  const links = new Map<number, LinksOf>();
  const later = (one: Millis | null, other: Millis | null) =>
    other === null ? one : Math.max(one ?? other, other);
  for (const row of rows) {
    const before = links.get(row.user_id) ?? { standing: false, letterPrintedAt: null, lastUsedAt: null };
    links.set(row.user_id, {
      standing: before.standing || row.revoked_at === null,
      letterPrintedAt: later(before.letterPrintedAt, row.purpose === 'letter' ? row.created_at : null),
      lastUsedAt: later(before.lastUsedAt, row.used_at),
    });
  }
  return links;
}
