import { ACCOUNTS_CHAIN } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/**
 * Finds users with a password set by another person (staff) between `since` and `until` (epoch ms). The
 * acta counts the owners registered with a password set by others. Returns the numbers of the users.
 */
export async function readStaffPasswords(
  db: Db,
  { since, until }: { since: Millis; until: Millis },
): Promise<Set<number>> {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['act', 'actor', 'data'])
    .where('chain', '=', ACCOUNTS_CHAIN)
    .where('act', 'in', ['userCreated', 'userChanged'])
    .where('at', '>=', since)
    .where('at', '<=', until)
    .execute();
  return new Set(
    entries.flatMap(({ act, actor, data }) => {
      const { userId, password }: { userId: number; password?: string } = JSON.parse(data);
      return (act === 'userCreated' || password !== undefined) && actor !== `user:${userId}` ? [userId] : [];
    }),
  );
}
