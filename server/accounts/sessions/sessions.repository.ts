import type { Profile } from '../../../shared/profiles.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import { finds, updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Session to store at a sign-in, by a user, a code, an access link or a wall display. */
export interface NewSession {
  sessionId: string;
  /** Number of the user; null for a session by code or of a wall display. */
  userId: number | null;
  /** Code of the card or badge; null for other sessions. */
  code: string | null;
  /** Joint of a session by code or access link; null for other sessions. */
  jointId: number | null;
  /** Hash of the access link that opened the session; null without a link. */
  linkHash: string | null;
  profileId: Profile;
  /** Time of the sign-in, epoch ms. */
  createdAt: Millis;
  /** End of the session, epoch ms. */
  expiresAt: Millis;
  /**
   * For a wall display: opened by a link or a code, and the user that made the link or code. Null for other
   * sessions.
   */
  display: { by: 'link' | 'code'; madeBy: number } | null;
  /**
   * Network address of a sign-in not yet in the audit trail; null for a sign-in with an audit entry. See
   * `takeUnnoted`.
   */
  unnotedAddress: string | null;
}

/**
 * Session still valid: not expired, not revoked, and the user is enabled, or the code valid, or the access
 * link valid with the assembly open.
 */
export interface ValidSession
  extends Pick<NewSession, 'sessionId' | 'userId' | 'code' | 'profileId' | 'createdAt' | 'expiresAt'> {
  username: string | null;
  /** Joint of a session by code, access link or wall display; null for other sessions. */
  jointId: number | null;
  /** True if an access link opened the session. */
  byLink: boolean;
}

/** Returns the profile of a user, for the user's first session. Throws if the user does not exist. */
export async function profileOf(db: Db, userId: number): Promise<Profile> {
  const { profile_id } = await db
    .selectFrom('user_account')
    .select('profile_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return profile_id;
}

/** Stores a session. The caller makes the session's id, a part of the token. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      session_id: session.sessionId,
      user_id: session.userId,
      code: session.code,
      joint_id: session.jointId,
      profile_id: session.profileId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      revoked_at: null,
      link_hash: session.linkHash,
      seen_at: null,
      device: null,
      display_by: session.display?.by ?? null,
      made_by: session.display?.madeBy ?? null,
      unnoted_address: session.unnotedAddress,
    })
    .execute();
}

/**
 * Finds a session that is neither ended nor expired at an instant. Undefined if not found.
 * @param at epoch ms
 */
export async function findValidSession(
  db: Db,
  sessionId: string,
  at: Millis,
): Promise<ValidSession | undefined> {
  return (await findValidSessions(db, [sessionId], at))[0];
}

/**
 * Returns, of a list of session ids, the valid sessions with user and profile.
 * @param at current time, epoch ms
 */
export async function findValidSessions(
  db: Db,
  sessionIds: readonly string[],
  at: Millis,
): Promise<ValidSession[]> {
  const rows = await amongSessions(db, sessionIds, at)
    .select([
      's.session_id as sessionId',
      's.user_id as userId',
      's.code',
      's.joint_id as jointId',
      's.link_hash',
    ])
    .select([
      's.profile_id as profileId',
      's.created_at as createdAt',
      's.expires_at as expiresAt',
      'u.username',
    ])
    .execute();
  return rows.map(({ link_hash, ...session }) => ({ ...session, byLink: link_hash !== null }));
}

/**
 * Returns, of a list of session ids, the ids of valid sessions.
 * @param at current time, epoch ms
 */
export async function findStandingSessions(
  db: Db,
  sessionIds: readonly string[],
  at: Millis,
): Promise<Set<string>> {
  const rows = await amongSessions(db, sessionIds, at).select('s.session_id').execute();
  return new Set(rows.map((row) => row.session_id));
}

function amongSessions(db: Db, sessionIds: readonly string[], at: Millis) {
  const idRows = sessionIds.map((id) => ({ id }));
  return validSessions(db, at).where('s.session_id', 'in', (eb) =>
    eb.selectFrom(jsonTable<{ id: string }>(db, idRows, { id: 'text' }).as('r')).select('r.id'),
  );
}

/** A valid session of a user, as shown in the list of the user's sessions. */
export interface StandingSession {
  sessionId: string;
  /** Time of the sign-in, epoch ms. */
  openedAt: Millis;
  /** Last use, epoch ms; null if never used. */
  seenAt: Millis | null;
  /** Browser and system: 'Chrome en Windows'; null if unknown. */
  device: string | null;
  /** True if an access link opened the session. */
  byLink: boolean;
}

/**
 * Lists the valid sessions of a user, newest use first.
 * @param at current time, epoch ms
 */
export async function findSessionsOf(db: Db, userId: number, at: Millis): Promise<StandingSession[]> {
  const rows = await validSessions(db, at)
    .select(['s.session_id as sessionId', 's.created_at as openedAt', 's.seen_at as seenAt', 's.device'])
    .select('s.link_hash')
    .where('s.user_id', '=', userId)
    .orderBy((eb) => eb.fn.coalesce('s.seen_at', 's.created_at'), 'desc')
    .orderBy('s.session_id')
    .execute();
  return rows.map(({ link_hash, ...session }) => ({ ...session, byLink: link_hash !== null }));
}

/**
 * Returns the ids of the valid sessions of a user or of a card's code, each with the time of the last use
 * (epoch ms). For the limit on sessions.
 * @param at current time, epoch ms
 */
export async function findOpenOf(
  db: Db,
  owner: { userId: number } | { code: string },
  at: Millis,
): Promise<{ sessionId: string; usedAt: Millis }[]> {
  return validSessions(db, at)
    .select((eb) => ['s.session_id as sessionId', eb.fn.coalesce('s.seen_at', 's.created_at').as('usedAt')])
    .where((eb) => ('code' in owner ? eb('s.code', '=', owner.code) : eb('s.user_id', '=', owner.userId)))
    .execute();
}

/**
 * Returns the time of the newest sign-in with the code of a session after the session's own sign-in, epoch ms. Null
 * without a later sign-in.
 */
export async function findLaterSignIn(db: Db, sessionId: string): Promise<Millis | null> {
  const { at } = await db
    .selectFrom('session as s')
    .innerJoin('session as l', (join) =>
      join.onRef('l.code', '=', 's.code').onRef('l.created_at', '>', 's.created_at'),
    )
    .select((eb) => eb.fn.max('l.created_at').as('at'))
    .where('s.session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return at;
}

/** A sign-in without a separate audit entry. Later one entry records many sign-ins. */
interface UnnotedSignIn {
  userId: number | null;
  code: string | null;
  address: string;
  at: Millis;
}

/**
 * Returns the sign-ins not yet in the audit trail and marks the sign-ins as recorded. The caller adds the
 * common audit entry in the same transaction. Frequent sign-ins share an entry per minute.
 */
export async function takeUnnoted(trx: Db): Promise<UnnotedSignIn[]> {
  const unnoted = trx.selectFrom('session').where('unnoted_address', 'is not', null);
  const rows = await unnoted
    .select(['session_id', 'user_id as userId', 'code', 'unnoted_address', 'created_at as at'])
    .orderBy('created_at')
    .limit(5000)
    .execute();
  if (rows.length === 0) return [];
  const taken = await trx
    .updateTable('session')
    .set({ unnoted_address: null })
    .where('unnoted_address', 'is not', null)
    .where(
      'session_id',
      'in',
      rows.map(({ session_id }) => session_id),
    )
    .returning('session_id')
    .execute();
  // Another process may have taken some of the rows.
  const ids = new Set(taken.map(({ session_id }) => session_id));
  return rows.flatMap(({ session_id, unnoted_address, ...row }) =>
    ids.has(session_id) ? [{ ...row, address: unnoted_address ?? '' }] : [],
  );
}

/** Returns a query for valid sessions, with the table alias `s`. */
function validSessions(db: Db, at: Millis) {
  return db
    .selectFrom('session as s')
    .leftJoin('user_account as u', 'u.user_id', 's.user_id')
    .leftJoin('code as c', 'c.code', 's.code')
    .leftJoin('access_link as l', 'l.token_hash', 's.link_hash')
    .leftJoin('assembly as a', 'a.assembly_id', 'l.assembly_id')
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', at)
    .where((eb) =>
      eb.or([
        eb('s.user_id', 'is', null),
        // A session ends with the profile of its opening.
        eb.and([eb('u.disabled_at', 'is', null), eb('u.profile_id', '=', eb.ref('s.profile_id'))]),
      ]),
    )
    .where((eb) => eb.or([eb('s.code', 'is', null), eb('c.revoked_at', 'is', null)]))
    .where((eb) =>
      eb.or([
        eb('s.link_hash', 'is', null),
        eb.and([
          eb('a.assembly_id', 'is not', null),
          eb('l.revoked_at', 'is', null),
          eb('a.archived_at', 'is', null),
        ]),
      ]),
    );
}

/**
 * True if a session by code or access link ended with the assembly. The refusal then names the end of the
 * assembly instead of a missing sign-in.
 */
export function endedWithAssembly(db: Db, sessionId: string): Promise<boolean> {
  return finds(
    db
      .selectFrom('session as s')
      .innerJoin('assembly as a', 'a.joint_id', 's.joint_id')
      .select('s.session_id')
      .where('s.session_id', '=', sessionId)
      .where((eb) => eb.or([eb('s.code', 'is not', null), eb('s.link_hash', 'is not', null)]))
      .whereRef('a.archived_at', '>=', 's.created_at')
      .whereRef('a.archived_at', '<=', 's.revoked_at')
      .limit(1),
  );
}

/** Moves the end of a session. @returns false if the session was revoked meanwhile */
export function extendSession(db: Db, sessionId: string, expiresAt: Millis): Promise<boolean> {
  return updates(
    db
      .updateTable('session')
      .set({ expires_at: expiresAt })
      .where('session_id', '=', sessionId)
      .where('revoked_at', 'is', null),
  );
}

/**
 * Selection of the sessions to end.
 * - `sessionId`, `sessionIds`: by id.
 * - `userId`: all of a user, perhaps except the present session.
 * - `codes`: sessions of cards and badges.
 * - `links`: by the hashes of access links.
 * - `assemblyOfJoint`: sessions by code or access link for a joint's assembly.
 */
export type SessionsOf =
  | { sessionId: string }
  | { sessionIds: readonly string[] }
  | { userId: number; exceptSessionId?: string | undefined }
  | { codes: readonly string[] }
  | { links: readonly string[] }
  /** Sessions of codes and access links. */
  | { assemblyOfJoint: number };

/**
 * Revokes the selected valid sessions. Returns the ids of the sessions.
 * @param at current time, epoch ms
 */
export async function revokeSessions(db: Db, which: SessionsOf, at: Millis): Promise<string[]> {
  if ('links' in which && which.links.length === 0) return [];
  let query = db.updateTable('session').set({ revoked_at: at }).where('revoked_at', 'is', null);
  if ('sessionId' in which) query = query.where('session_id', '=', which.sessionId);
  else if ('sessionIds' in which) query = query.where('session_id', 'in', which.sessionIds);
  else if ('codes' in which) query = query.where('code', 'in', which.codes);
  else if ('links' in which) query = query.where('link_hash', 'in', which.links);
  else if ('assemblyOfJoint' in which) {
    query = query
      .where('joint_id', '=', which.assemblyOfJoint)
      .where((eb) => eb.or([eb('code', 'is not', null), eb('link_hash', 'is not', null)]));
  } else {
    query = query.where('user_id', '=', which.userId);
    if (which.exceptSessionId !== undefined) query = query.where('session_id', '!=', which.exceptSessionId);
  }
  const rows = await query.returning('session_id').execute();
  return rows.map((row) => row.session_id);
}

/** Deletes sessions that expired before an instant. No other table refers to the rows. */
export async function dropOldSessions(db: Db, before: Millis): Promise<void> {
  await db
    .deleteFrom('session')
    .where('expires_at', '<', before)
    .where('unnoted_address', 'is', null)
    .execute();
}

/**
 * True if a joint, or the whole joint around a sector, has an open assembly, opened after `since` (epoch
 * ms).
 * @param jointIds numbers of joints or sectors; 'all' for every joint
 */
export async function isAssemblyUnderWay(
  db: Db,
  jointIds: ReadonlySet<number> | 'all',
  since: Millis,
): Promise<boolean> {
  const open = db
    .selectFrom('assembly')
    .select('assembly_id')
    .where('opened_at', '>=', since)
    .where('closed_at', 'is', null)
    .where('archived_at', 'is', null)
    .limit(1);
  if (jointIds === 'all') return finds(open);
  if (jointIds.size === 0) return false;
  const idTable = jsonTable<{ id: number }>(
    db,
    [...jointIds].map((id) => ({ id })),
    { id: 'integer' },
  );
  return finds(
    open.where('joint_id', 'in', (eb) =>
      eb
        .selectFrom(idTable.as('r'))
        .innerJoin('joint as j', 'j.joint_id', 'r.id')
        .select((j) => j.fn.coalesce('j.parent_joint_id', 'j.joint_id').as('root')),
    ),
  );
}

/** Stores last use (epoch ms) and browser of sessions. A null browser keeps the stored browser. */
export async function storeSeen(
  db: Db,
  rows: readonly { id: string; at: Millis; device: string | null }[],
): Promise<void> {
  const columns = { id: 'text', at: 'bigint', device: 'text' } as const;
  await db
    .updateTable('session')
    .from(jsonTable<(typeof rows)[number]>(db, rows, columns).as('r'))
    .set((eb) => ({
      seen_at: eb.ref('r.at'),
      device: eb.fn.coalesce('r.device', 'session.device'),
    }))
    .whereRef('session.session_id', '=', 'r.id')
    .execute();
}
