import { ACCOUNTS_CHAIN } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/**
 * Counts the owners of a joint, or of its sectors, with a password that another person set: at the creation of the
 * account, or later.
 */
export async function countStaffPasswords(
  db: Db,
  { jointIds, since, until }: { jointIds: readonly number[]; since: Millis; until: Millis },
): Promise<number> {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['act', 'actor', 'data'])
    .where('chain', '=', ACCOUNTS_CHAIN)
    .where('act', 'in', ['userCreated', 'userChanged'])
    .where('at', '>=', since)
    .where('at', '<=', until)
    .execute();
  const set = entries.flatMap(({ act, actor, data }) => {
    const { userId, password }: { userId: number; password?: string } = JSON.parse(data);
    return (act === 'userCreated' || password !== undefined) && actor !== `user:${userId}` ? [userId] : [];
  });
  if (set.length === 0) return 0;
  const owners = await db
    .selectFrom('user_apartment')
    .select('user_id')
    .distinct()
    .where('joint_id', 'in', [...jointIds])
    .execute();
  const ids = new Set(owners.map((row) => row.user_id));
  return new Set(set.filter((userId) => ids.has(userId))).size;
}
