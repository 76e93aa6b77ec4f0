import { createHash, randomBytes } from 'node:crypto';
import { Profile } from '../../../shared/profiles.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { type Db, isUniqueViolation, lockName } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { hashing, hashPassword } from '../passwords/hashing.ts';
import { requireStrong } from '../passwords/strength.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { insertUser } from '../users/users.repository.ts';
import * as links from './first-user.repository.ts';

/** Name of the lock held while the link for the first user is made, replaced or used. */
const TURN = 'firstUser';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Makes the secret token for creating the first user of an installation, printed at the start of the
 * server. Replaces an unused token. Only the hash is stored.
 * @returns null if a user exists
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
 * Creates the first user, a member of the platform's staff, and signs the user in. The link works once, and
 * only without a staff user.
 * @param input `token`: secret of the link
 * @returns token of the session
 * @throws Problem firstUserLinkInvalid, weakPassword, usernameTaken
 */
export async function createFirstUser(
  db: Db,
  sessions: Sessions,
  input: { token: string; username: string; name: string; password: string },
): Promise<string> {
  const tokenHash = hashOf(input.token);
  // Checks the link first: no hashing without a link.
  if (!(await links.isLinkStanding(db, tokenHash))) throw new Problem('firstUserLinkInvalid');
  requireStrong(input.password, [input.username, input.name]);
  const passwordHash = await hashing.run(TURN, () => hashPassword(input.password));
  const at = Date.now();
  try {
    return await db.transaction().execute(async (trx) => {
      await lockName(trx, TURN);
      if (!(await links.useLink(trx, tokenHash, at)) || (await links.anyPlatformUser(trx))) {
        throw new Problem('firstUserLinkInvalid');
      }
      const { username, name } = input;
      const fields = { username, name, email: null, profileId: Profile.full, passwordHash };
      const userId = await insertUser(trx, fields, at);
      const actor = `user:${userId}`;
      const facts = { userId, username: erasable(username) };
      await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, at }, 'firstUserCreated', facts);
      return sessions.open({ userId }, trx);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem('usernameTaken');
    throw error;
  }
}
