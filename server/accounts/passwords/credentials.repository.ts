import { Profile } from '../../../shared/profiles.ts';
import type { RefusedCode } from '../../platform/audit/refused-code.ts';
import type { Db } from '../../platform/db/engine.ts';
import { updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** What signing in needs of a user. */
export interface Credentials {
  userId: number;
  username: string;
  /** Null for a user that has no password yet. */
  passwordHash: string | null;
  disabled: boolean;
  /** Signed in before with a password of their own. */
  hasSignedIn: boolean;
}

/** The user name as it is looked up: its case does not matter. */
export const usernameKey = (username: string): string => username.normalize('NFC').toLowerCase();

export async function findCredentials(db: Db, username: string): Promise<Credentials | undefined> {
  // PostgreSQL refuses a NUL in any text, and no user has one in its name.
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
 * Holds a user's row until the transaction ends, so that nobody disables the user or changes the password
 * meanwhile; false when that has just happened.
 */
export async function holdCredentials(
  trx: Db,
  user: { userId: number; passwordHash: string | null },
): Promise<boolean> {
  // An update that changes nothing takes the row's lock on both engines.
  return updates(
    trx
      .updateTable('user_account')
      .set({ password_hash: user.passwordHash })
      .where('user_id', '=', user.userId)
      .where('password_hash', user.passwordHash === null ? 'is' : '=', user.passwordHash)
      .where('disabled_at', 'is', null),
  );
}

/** Notes the first sign-in with a password of one's own. */
export async function noteSignedIn(trx: Db, userId: number, at: Millis): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ signed_in_at: at })
    .where('user_id', '=', userId)
    .where('signed_in_at', 'is', null)
    .execute();
}

/** Holds an owner's row until the transaction ends; false when it is disabled, or of another profile. */
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

/** Replaces a password; false when it is not the one any more that was checked. */
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

/** A code that was issued, and whether it opens a session now. */
export interface CodeState {
  jointId: number;
  /** The unit whose badge it is. */
  badgeOf: string | null;
  /** Null: it does, after the closing to read. A badge does without holding a unit, a card only with one. */
  refused: RefusedCode | null;
}

/** @param code as stored (normalised). */
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
 * Holds a code's row until the transaction ends, so that nobody withdraws or revokes it meanwhile; false when
 * that has just happened.
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
