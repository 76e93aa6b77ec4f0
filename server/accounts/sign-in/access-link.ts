import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type DeadLink, findAccessLink } from '../links/access-links.repository.ts';
import { hashOfToken } from '../links/access-secrets.ts';
import { usernameKey } from '../passwords/credentials.repository.ts';
import { reachOfLink } from '../sessions/reach.repository.ts';
import { findUser } from '../users/users.repository.ts';

/** A link that may open a session now. */
export interface OpenLink {
  hash: string;
  userId: number;
  jointId: number;
  assemblyId: number;
}

/** Why what was given is a link and opens nothing; for the trail alone. */
export type RefusedLink = DeadLink | 'otherUser' | 'notOwner';

/** Whether what was given as a password is the token of an access link of that user, and opens something. */
export async function findLink(
  db: Db,
  given: { username: string; password: string },
  at: Millis,
): Promise<{ opens: OpenLink; refused: null } | { opens: null; refused: RefusedLink | null }> {
  const hash = hashOfToken(given.password);
  const link = await findAccessLink(db, hash, at);
  const user = link && (await findUser(db, link.userId));
  if (link === undefined || user === undefined) return { opens: null, refused: null };
  const { userId, jointId, assemblyId } = link;
  if (usernameKey(user.username) !== usernameKey(given.username))
    return { opens: null, refused: 'otherUser' };
  if (link.dead !== null) return { opens: null, refused: link.dead };
  const isOwner = user.profileId === Profile.owner && user.disabledAt === null;
  const reach = isOwner ? await reachOfLink(db, userId, jointId) : null;
  if (reach === null || reach.assembly.size === 0) return { opens: null, refused: 'notOwner' };
  return { opens: { hash, userId, jointId, assemblyId }, refused: null };
}
