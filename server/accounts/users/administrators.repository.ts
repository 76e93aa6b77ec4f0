import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import { byName } from '../../platform/lib/by-name.ts';
import type { Service } from '../sessions/account-tables.ts';

/** Administrator of a joint. */
export interface Administrator {
  userId: number;
  name: string;
  email: string | null;
}

/**
 * Reads the enabled administrators of a whole joint, sorted by name; with `userId` only the administrator
 * with the id. Excludes users with access to a sector only.
 * @param of.services services of the administrators; an administrator of two services comes twice
 */
export async function readAdministrators(
  db: Db,
  {
    rootId,
    userId,
    services = ['assembly'],
  }: { rootId: number; userId?: number; services?: readonly Service[] },
): Promise<Administrator[]> {
  let users = db
    .selectFrom('user_account as u')
    .innerJoin('user_joint as j', 'j.user_id', 'u.user_id')
    .select(['u.user_id', 'u.name', 'u.email'])
    .where('u.profile_id', '=', Profile.admin)
    .where('u.disabled_at', 'is', null)
    .where('j.service', 'in', services)
    .where('j.joint_id', '=', rootId);
  if (userId !== undefined) users = users.where('u.user_id', '=', userId);
  const rows = await users.execute();
  return rows
    .map((row) => ({ userId: row.user_id, name: row.name, email: row.email }))
    .sort((a, b) => byName(a.name, b.name) || a.userId - b.userId);
}
