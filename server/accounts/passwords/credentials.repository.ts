import { Profile } from '../../../shared/profiles.ts';
import type { RefusedCode } from '../../platform/audit/refused-code.ts';
import type { Db } from '../../platform/db/engine.ts';
import { updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Stored fields of a user for checking a sign-in by password. */
export interface Credentials {
  userId: number;
  username: string;
  /** Hash of the password; null for a user without a password. */
  passwordHash: string | null;
  /** True if an administrator disabled the user. */
  disabled: boolean;
  /** True if the user has signed in with a password of the user's own choice. */
  hasSignedIn: boolean;
}

/**
 * Normalizes a user name for look-ups: lower case, and the Unicode form NFC. 'José' and 'JOSÉ' have the
 * same key.
 */
export const usernameKey = (username: string): string => username.normalize('NFC').toLowerCase();

/** Returns the stored fields for a sign-in by user name, in any case; undefined if unknown. */
export async function findCredentials(db: Db, username: string): Promise<Credentials | undefined> {
  // PostgreSQL refuses a NUL in text, and no user name contains NUL.
  if (username.includes('\0')) return undefined;
  const row = await db
    .selectFrom('user_account')
    .select(['user_id', 'username', 'password_hash', 'disabled_at', 'signed_in_at'])
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    userId: row.user_id,
    username: row.username,
    passwordHash: row.password_hash,
    disabled: row.disabled_at !== null,
    hasSignedIn: row.signed_in_at !== null,
  };
}

/**
 * Locks the row of a user until the end of the transaction, so the user is not disabled and the password
 * not changed meanwhile. Returns false if the user was just disabled or now has another password hash.
 */
export async function holdCredentials(
  trx: Db,
  user: { userId: number; passwordHash: string | null },
): Promise<boolean> {
  // An update without a change takes the row lock on both engines.
  return updates(
    trx
      .updateTable('user_account')
      .set({ password_hash: user.passwordHash })
      .where('user_id', '=', user.userId)
      .where('password_hash', user.passwordHash === null ? 'is' : '=', user.passwordHash)
      .where('disabled_at', 'is', null),
  );
}

/**
 * Records the first sign-in of a user with a password of the user's own choice.
 * @param at current time, epoch ms
 */
export async function noteSignedIn(trx: Db, userId: number, at: Millis): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ signed_in_at: at })
    .where('user_id', '=', userId)
    .where('signed_in_at', 'is', null)
    .execute();
}

/**
 * Locks the row of an owner's user until the end of the transaction. Returns false if the user is disabled
 * or has another profile.
 */
export function holdOwner(trx: Db, userId: number): Promise<boolean> {
  return updates(
    trx
      .updateTable('user_account')
      .set({ profile_id: Profile.owner })
      .where('user_id', '=', userId)
      .where('profile_id', '=', Profile.owner)
      .where('disabled_at', 'is', null),
  );
}

/**
 * Replaces the password hash of a user; false if the password has changed since the check.
 * @param change `from`: hash at the check, null without a password; `to`: new hash
 */
export function replacePassword(
  db: Db,
  change: { userId: number; from: string | null; to: string },
): Promise<boolean> {
  return updates(
    db
      .updateTable('user_account')
      .set({ password_hash: change.to })
      .where('user_id', '=', change.userId)
      .where('password_hash', change.from === null ? 'is' : '=', change.from),
  );
}

/**
 * Code of a card or badge as checked at a sign-in by code: joint, unit of the badge, and the reason for a
 * refusal.
 */
export interface CodeState {
  jointId: number;
  /** Id of the unit on the badge; null for a card. */
  badgeOf: string | null;
  /**
   * Reason for refusing a session; null if the code opens a session, also after the closing, to read. A
   * card needs registered units, a badge does not.
   */
  refused: RefusedCode | null;
}

/**
 * Finds an issued code of a card or badge, for a sign-in by code; undefined if unknown.
 * @param code code as normalized by `normalizeCode`
 */
export async function findCodeState(db: Db, code: string): Promise<CodeState | undefined> {
  const row = await db
    .selectFrom('code as c')
    .innerJoin('joint as j', 'j.joint_id', 'c.joint_id')
    .leftJoin('assembly as a', (join) =>
      join
        .on((eb) => eb('a.joint_id', '=', eb.fn.coalesce('j.parent_joint_id', 'j.joint_id')))
        .on('a.archived_at', 'is', null),
    )
    .leftJoin('attendance as t', (join) =>
      join
        .onRef('t.assembly_id', '=', 'a.assembly_id')
        .onRef('t.holder', '=', 'c.code')
        .on('t.holder_is_code', '=', 1),
    )
    .select(['c.joint_id', 'c.apartment_id', 'c.revoked_at', 'c.withdrawn_at'])
    .select('t.apartment_id as held_id')
    .where('c.code', '=', code)
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { jointId: row.joint_id, badgeOf: row.apartment_id, refused: whyRefused(row) };
}

function whyRefused(row: {
  revoked_at: number | null;
  withdrawn_at: number | null;
  apartment_id: string | null;
  held_id: string | null;
}): RefusedCode | null {
  if (row.revoked_at !== null) return 'revoked';
  if (row.withdrawn_at !== null) return 'withdrawn';
  return (row.apartment_id ?? row.held_id) === null ? 'holdsNothing' : null;
}

/**
 * Locks the row of a card's or badge's code until the end of the transaction, so the code stays valid
 * meanwhile. Returns false for a code just withdrawn or revoked.
 */
export function holdCode(trx: Db, code: string): Promise<boolean> {
  return updates(
    trx
      .updateTable('code')
      .set({ withdrawn_at: null })
      .where('code', '=', code)
      .where('revoked_at', 'is', null)
      .where('withdrawn_at', 'is', null),
  );
}
