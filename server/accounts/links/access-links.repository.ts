import type { Db } from '../../platform/db/engine.ts';
import { finds, inSlices, updates } from '../../platform/db/queries.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';

type Purpose = Tables['access_link']['purpose'];

/**
 * Reason for refusing an issued access link: revoked by staff (`revoked`), past the end of validity
 * (`expired`), or the assembly is over (`closed`).
 */
export type DeadLink = 'revoked' | 'expired' | 'closed';

/** Access link of an invitation as stored: the invited user, the assembly, and the reason for a refusal. */
export interface AccessLink {
  userId: number;
  /** Id of the root joint (the joint itself, not a sector) of the link's assembly. */
  jointId: number;
  assemblyId: number;
  /** Reason to refuse the link; null while the link is valid. */
  dead: DeadLink | null;
  /** End of the assembly, epoch ms; null while the assembly is open. */
  endedAt: Millis | null;
}

/**
 * Finds an access link by the hash of its token, also if the link is no longer valid.
 * @param at current time, epoch ms
 */
export async function findAccessLink(db: Db, tokenHash: string, at: Millis): Promise<AccessLink | undefined> {
  const row = await db
    .selectFrom('access_link as l')
    .innerJoin('assembly as a', 'a.assembly_id', 'l.assembly_id')
    .select(['l.user_id', 'a.joint_id', 'a.assembly_id', 'l.revoked_at', 'l.expires_at'])
    .select(['a.closed_at', 'a.archived_at'])
    .where('l.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const endedAt = row.closed_at ?? row.archived_at;
  const dead =
    row.revoked_at !== null
      ? 'revoked'
      : endedAt !== null
        ? 'closed'
        : row.expires_at !== null && row.expires_at <= at
          ? 'expired'
          : null;
  return { userId: row.user_id, jointId: row.joint_id, assemblyId: row.assembly_id, dead, endedAt };
}

/** Access link or temporary password to store, with only the hash of the secret. */
export interface NewAccess {
  /** Hash of the link's token or of the password. */
  hash: string;
  /** Use of the secret: link in a mail, link in a printed letter, or temporary password. */
  purpose: Purpose;
  userId: number;
  /** Assembly opened by the secret; null for a temporary password. */
  assembly: { jointId: number; assemblyId: number } | null;
  /** End of validity, epoch ms; null without an end. */
  expiresAt: Millis | null;
}

/**
 * Stores access links and temporary passwords, by hash.
 * @param by `actor`: author for the record, 'user:12'; `at`: epoch ms
 */
export async function insertAccess(
  trx: Db,
  made: readonly NewAccess[],
  by: { actor: string; at: Millis },
): Promise<void> {
  const rows = made.map(({ hash, purpose, userId, assembly, expiresAt }) => ({
    token_hash: hash,
    purpose,
    user_id: userId,
    joint_id: assembly?.jointId ?? null,
    assembly_id: assembly?.assemblyId ?? null,
    created_at: by.at,
    created_by: by.actor,
    expires_at: expiresAt,
  }));
  await inSlices(rows, 200, (some) => trx.insertInto('access_link').values(some).execute());
}

/**
 * Records the use of an access link or a temporary password, by hash. Returns false if no longer valid.
 * @param at current time, epoch ms
 */
export function noteUse(trx: Db, tokenHash: string, at: Millis): Promise<boolean> {
  return updates(
    trx
      .updateTable('access_link')
      .set(({ fn, val }) => ({ used_at: at, first_used_at: fn.coalesce('first_used_at', val(at)) }))
      .where('token_hash', '=', tokenHash)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)])),
  );
}

/**
 * True if a temporary password (for the first sign-in) of a user is still valid.
 * @param tokenHash hash of the temporary password
 * @param at current time, epoch ms
 */
export function isTemporaryStanding(db: Db, tokenHash: string, userId: number, at: Millis): Promise<boolean> {
  return finds(
    db
      .selectFrom('access_link')
      .select('user_id')
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', 'temporaryPassword')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at),
  );
}

/**
 * Ends all temporary passwords and password-reset links of a user, after the user chose a new password.
 * @param at current time, epoch ms
 */
export async function endTemporaries(trx: Db, userId: number, at: Millis): Promise<void> {
  await trx
    .updateTable('access_link')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['temporaryPassword', 'passwordReset'])
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Revokes a person's valid access links to an assembly. Returns the hashes of the links.
 * @param at current time, epoch ms
 */
export async function revokeLinksOf(
  trx: Db,
  which: { userId: number; assemblyId: number },
  at: Millis,
): Promise<string[]> {
  const rows = await trx
    .updateTable('access_link')
    .set({ revoked_at: at })
    .where('user_id', '=', which.userId)
    .where('assembly_id', '=', which.assemblyId)
    .where('revoked_at', 'is', null)
    .returning('token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}

/**
 * Deletes access links and temporary passwords by hash, if the mail with the secrets was certainly not
 * sent.
 */
export async function dropAccess(trx: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await trx.deleteFrom('access_link').where('token_hash', 'in', hashes).execute();
}
