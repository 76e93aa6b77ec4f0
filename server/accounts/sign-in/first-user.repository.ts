import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds, updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

export const anyUser = (db: Db): Promise<boolean> =>
  finds(db.selectFrom('user_account').select('user_id').limit(1));

export const anyPlatformUser = (db: Db): Promise<boolean> =>
  finds(db.selectFrom('user_account').select('user_id').where('profile_id', '=', Profile.full).limit(1));

/** Makes a link the only one that can still be used. */
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

/** Whether a link exists, is unused, and there is still no platform user. */
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

/** Uses a link up; false when it does not exist or was used. */
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
