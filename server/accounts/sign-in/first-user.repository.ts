import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds, updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** True if any user exists. */
export const anyUser = (db: Db): Promise<boolean> =>
  finds(db.selectFrom('user_account').select('user_id').limit(1));

/** True if a user of the platform's staff exists. */
export const anyPlatformUser = (db: Db): Promise<boolean> =>
  finds(db.selectFrom('user_account').select('user_id').where('profile_id', '=', Profile.full).limit(1));

/**
 * Stores the hash of a new link for creating the first user, and ends all earlier links.
 * @param at current time, epoch ms
 */
export async function replaceLink(db: Db, tokenHash: string, at: Millis): Promise<void> {
  await db
    .deleteFrom('one_time_link')
    .where('purpose', '=', 'firstUser')
    .where('used_at', 'is', null)
    .execute();
  await db
    .insertInto('one_time_link')
    .values({ token_hash: tokenHash, purpose: 'firstUser', created_at: at, used_at: null })
    .execute();
}

/**
 * True if the link for creating the first user is valid: stored, unused, and the installation has no staff
 * user.
 */
export async function isLinkStanding(db: Db, tokenHash: string): Promise<boolean> {
  const link = await db
    .selectFrom('one_time_link')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'firstUser')
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return link !== undefined && !(await anyPlatformUser(db));
}

/**
 * Marks the link for the first user as used; false if unknown or used before.
 * @param at current time, epoch ms
 */
export function useLink(db: Db, tokenHash: string, at: Millis): Promise<boolean> {
  return updates(
    db
      .updateTable('one_time_link')
      .set({ used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', 'firstUser')
      .where('used_at', 'is', null),
  );
}
