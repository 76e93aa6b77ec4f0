import type { Db } from '../../platform/db/engine.ts';
import { updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { usernameKey } from '../passwords/credentials.repository.ts';

/** User with an e-mail address, as the receiver of a mail about a forgotten password. */
export interface Addressee {
  userId: number;
  username: string;
  name: string;
  email: string;
}

/** Maximum number of users per e-mail address that get a message. Couples and administrators share addresses. */
const MOST_OF_ADDRESS = 5;

/**
 * Finds the enabled users to receive a mail about a forgotten password, by user name or by e-mail address.
 * Several users may share an address.
 * @param who user name or e-mail address, as typed
 */
export async function findAddressees(db: Db, who: string): Promise<Addressee[]> {
  const rows = await db
    .selectFrom('user_account')
    .select(['user_id', 'username', 'name', 'email'])
    .where('disabled_at', 'is', null)
    .where('email', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('username_key', '=', usernameKey(who)),
        eb('email', '=', who),
        eb(eb.fn('lower', ['email']), '=', who.toLowerCase()),
      ]),
    )
    .orderBy('user_id')
    .limit(MOST_OF_ADDRESS)
    .execute();
  return rows.map(({ user_id: userId, username, name, email }) => ({
    userId,
    username,
    name,
    email: email ?? '',
  }));
}

/**
 * Returns the id of the user for a valid password reset link; undefined if the link is unknown, used or
 * expired.
 * @param at current time, epoch ms
 */
export async function userOfReset(db: Db, tokenHash: string, at: Millis): Promise<number | undefined> {
  const row = await db
    .selectFrom('access_link as l')
    .innerJoin('user_account as u', 'u.user_id', 'l.user_id')
    .select('l.user_id')
    .where('l.token_hash', '=', tokenHash)
    .where('l.purpose', '=', 'passwordReset')
    .where('l.used_at', 'is', null)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', at)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Marks a password reset link as used, because a link works once. Returns false if the link is no longer
 * valid.
 * @param at current time, epoch ms
 */
export function spendReset(trx: Db, tokenHash: string, at: Millis): Promise<boolean> {
  return updates(
    trx
      .updateTable('access_link')
      .set({ used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', 'passwordReset')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at),
  );
}

/** Stores a new password hash for an enabled user. Returns false for a disabled user. */
export function setEnabledPassword(trx: Db, userId: number, passwordHash: string): Promise<boolean> {
  return updates(
    trx
      .updateTable('user_account')
      .set({ password_hash: passwordHash })
      .where('user_id', '=', userId)
      .where('disabled_at', 'is', null),
  );
}
