import type { Db } from '../../platform/db/engine.ts';
import { jointNames } from './user-links.repository.ts';
import { findUser } from './users.repository.ts';

/** What others know of a user, and a password must not be made of. */
export async function factsAbout(db: Db, userId: number): Promise<(string | null)[]> {
  const user = await findUser(db, userId);
  const joints = await jointNames(db, { userId, jointIds: [] });
  return [user?.username ?? null, user?.name ?? null, user?.email ?? null, ...joints];
}
