import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Wall display (screen in the hall) with a valid session, as shown in the operator's list. */
export interface StandingDisplay {
  sessionId: string;
  jointId: number;
  /** Means of opening: a link, or a six-digit code. */
  by: 'link' | 'code';
  /** Name of the maker of the link or code; null if unknown. */
  madeBy: string | null;
  /** Time of the opening, epoch ms. */
  openedAt: Millis;
  /** Last use, epoch ms; null if never used. */
  seenAt: Millis | null;
  /** Browser and system: 'Chrome en Windows'; null if unknown. */
  device: string | null;
  /** End of the session, epoch ms. */
  expiresAt: Millis;
}

/**
 * Returns the valid wall displays of some joints, newest first.
 * @param at current time, epoch ms
 */
export async function findDisplays(
  db: Db,
  jointIds: readonly number[],
  at: Millis,
): Promise<StandingDisplay[]> {
  const rows = await db
    .selectFrom('session as s')
    .leftJoin('user_account as u', 'u.user_id', 's.made_by')
    .select([
      's.session_id as sessionId',
      's.joint_id',
      's.display_by',
      's.created_at as openedAt',
      's.device',
    ])
    .select(['s.seen_at as seenAt', 's.expires_at as expiresAt', 'u.name as madeBy'])
    .where('s.joint_id', 'in', jointIds)
    .where('s.profile_id', '=', Profile.display)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', at)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.session_id')
    .execute();
  return rows.map(({ joint_id, display_by, ...display }) => ({
    ...display,
    jointId: joint_id ?? 0,
    by: display_by ?? 'link',
  }));
}

/** Six-digit code to store for opening a wall display, only as a hash. */
export interface NewDisplayCode {
  codeHash: string;
  jointId: number;
  /** Time of the making, epoch ms. */
  madeAt: Millis;
  /** Number of the user. */
  madeBy: number;
  /** End of validity, epoch ms. */
  expiresAt: Millis;
}

/**
 * Stores a six-digit code for opening a wall display. @returns false if an equal code exists, of any joint
 */
export async function insertDisplayCode(db: Db, code: NewDisplayCode): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('display_code')
    .values({
      code_hash: code.codeHash,
      joint_id: code.jointId,
      made_at: code.madeAt,
      made_by: code.madeBy,
      expires_at: code.expiresAt,
      opened: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Deletes the expired codes for wall displays, from all joints. A caller with a deleted code gets the
 * answer of an unknown code.
 * @param at current time, epoch ms
 */
export async function dropExpiredCodes(db: Db, at: Millis): Promise<void> {
  await db.deleteFrom('display_code').where('expires_at', '<=', at).execute();
}

/** Deletes the codes for wall displays of a joint, except the newest `most`. */
export async function keepNewestCodes(db: Db, jointId: number, most: number): Promise<void> {
  const newest = await db
    .selectFrom('display_code')
    .select('code_hash')
    .where('joint_id', '=', jointId)
    .orderBy('made_at', 'desc')
    .orderBy('code_hash')
    .limit(most)
    .execute();
  await db
    .deleteFrom('display_code')
    .where('joint_id', '=', jointId)
    .where(
      'code_hash',
      'not in',
      newest.map((row) => row.code_hash),
    )
    .execute();
}

/**
 * Returns the number of the joint of a wall display code, by the hash of the code. Undefined if the code is
 * expired or was made before `madeAfter`. Times in epoch ms.
 */
export async function findDisplayCode(
  db: Db,
  { codeHash, at, madeAfter }: { codeHash: string; at: Millis; madeAfter: Millis },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('display_code')
    .select('joint_id')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', at)
    .where('made_at', '>', madeAfter)
    .executeTakeFirst();
  return row?.joint_id;
}

/**
 * Marks a wall display code as used, because a code opens a single display.
 * @param at current time, epoch ms
 * @returns user number of the code's maker; undefined if the code expired or was used before
 */
export async function useDisplayCode(db: Db, codeHash: string, at: Millis): Promise<number | undefined> {
  const row = await db
    .updateTable('display_code')
    .set({ opened: 1 })
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', at)
    .where('opened', '=', 0)
    .returning('made_by')
    .executeTakeFirst();
  return row?.made_by;
}
