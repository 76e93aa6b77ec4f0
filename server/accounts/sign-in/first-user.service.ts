import { createHash, randomBytes } from 'node:crypto';
import { Profile } from '../../../shared/profiles.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { type Db, isUniqueViolation, lockName } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { hashing, hashPassword } from '../passwords/hashing.ts';
import { requireStrong } from '../passwords/strength.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { insertUser } from '../users/users.repository.ts';
import * as links from './first-user.repository.ts';

/** The turn of whatever makes, replaces or uses the link. */
const TURN = 'firstUser';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * The one-time token of the first start, printed by whoever starts the server; it replaces one that was never
 * used. Only its hash is stored.
 * @returns null when there is a user already.
 */
export async function makeFirstUserLink(db: Db): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  return db.transaction().execute(async (trx) => {
    await lockName(trx, TURN);
    if (await links.anyUser(trx)) return null;
    await links.replaceLink(trx, hashOf(token), Date.now());
    return token;
  });
}

/**
 * Makes the first platform user and signs it in; the link works once, and only while there is no platform user.
 * @returns the session's token.
 * @throws Problem firstUserLinkInvalid, weakPassword, usernameTaken
 */
export async function createFirstUser(
  db: Db,
  sessions: Sessions,
  given: { token: string; username: string; name: string; password: string },
): Promise<string> {
  const tokenHash = hashOf(given.token);
  // Looked at first, so that nobody makes the server hash passwords without a link.
  if (!(await links.isLinkStanding(db, tokenHash))) throw new Problem('firstUserLinkInvalid');
  requireStrong(given.password, [given.username, given.name]);
  const passwordHash = await hashing.run(TURN, () => hashPassword(given.password));
  const at = Date.now();
  try {
    return await db.transaction().execute(async (trx) => {
      await lockName(trx, TURN);
      if (!(await links.useLink(trx, tokenHash, at)) || (await links.anyPlatformUser(trx))) {
        throw new Problem('firstUserLinkInvalid');
      }
      const { username, name } = given;
      const fields = { username, name, email: null, profileId: Profile.full, passwordHash };
      const userId = await insertUser(trx, fields, at);
      const actor = `user:${userId}`;
      await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, at }, 'firstUserCreated', { userId, username });
      return sessions.open({ userId }, trx);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem('usernameTaken');
    throw error;
  }
}
