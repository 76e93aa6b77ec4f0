import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';
import { limits } from '../../../shared/limits.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { BatchLoader } from '../../platform/lib/batch-loader.ts';
import { type KnownSession, PrincipalCache } from './principal-cache.ts';
import { familiesOf, type Reach, reachOfUsers, withinFamily } from './reach.repository.ts';
import { SeenSessions } from './seen-sessions.ts';
import {
  endedWithAssembly,
  extendSession,
  findOpenOf,
  findStandingSessions,
  findValidSession,
  findValidSessions,
  insertSession,
  isAssemblyUnderWay,
  profileOf,
  revokeSessions,
  type ValidSession,
} from './sessions.repository.ts';
import { type TokenSigner, Tokens } from './tokens.ts';

/** Length of a session after a sign-in or renewal, in ms: longer than any assembly. */
const SESSION_MS = 12 * HOUR_MS;
/**
 * Length of a wall display's session, in ms: from the notice of the assembly to the assembly, also if adjourned.
 */
const DISPLAY_MS = 30 * DAY_MS;
/** Maximum age in ms for the renewal of a session; an older session is renewed only during an assembly. */
const LONGEST_MS = 30 * DAY_MS;
/**
 * Maximum number of valid sessions: for a code the phones of a family, for a user the desks of a large assembly.
 */
const MOST_SESSIONS = { user: limits.tooManySessions.most, code: 12 };
/** Maximum age in ms of an open assembly that still prolongs sessions. A forgotten open assembly does not. */
const EVENING_MS = DAY_MS;

/**
 * Returns the new end of a session at a renewal: 12 hours from now, at most 30 days after the sign-in, or at most a
 * further day during an assembly; otherwise the current end. The session of a wall display is never renewed.
 * @param isUnderWay true if a joint of the session has an open assembly that opened after an instant; called only
 * if needed
 */
async function renewedUntil(
  session: { profileId: Profile; createdAt: Millis; expiresAt: Millis },
  now: Millis,
  isUnderWay: (since: Millis) => Promise<boolean>,
): Promise<Millis> {
  const { profileId, createdAt, expiresAt } = session;
  if (profileId === Profile.display) return expiresAt;
  const age = now - createdAt;
  const isYoung = age < LONGEST_MS;
  const goesOn = isYoung || (age < LONGEST_MS + EVENING_MS && (await isUnderWay(now - EVENING_MS)));
  return goesOn ? Math.max(expiresAt, now + SESSION_MS) : expiresAt;
}

/** Access link used to open a session. */
export interface SessionLink {
  /** Hash of the link's token. */
  hash: string;
  /** Number of the root joint of the link's assembly. */
  jointId: number;
}

/**
 * Person behind a session: a user (with an access link limited to the link's joint), or the code of a card
 * or badge in a joint.
 */
export type SessionOwner =
  | { userId: number; link?: SessionLink }
  | { code: string; jointId: number; profile: Profile };

/** Data of a wall display's session: joint, means of opening, and maker. */
export interface DisplayOwner {
  /** Number of the shown joint. */
  jointId: number;
  /** Means of opening: a link, or a six-digit code. */
  by: 'link' | 'code';
  /** Number of the maker of the link or code. */
  madeBy: number;
}

/**
 * Opens, reads, renews and ends sessions. A token has only the id of the session; the rights are read from
 * the database. So a revocation applies at once in the same process and within seconds in other processes.
 */
export class Sessions {
  /** Records the last use and the device of each session. */
  readonly seen: SeenSessions;
  readonly #db: Db;
  readonly #tokens: Tokens;
  readonly #cache: PrincipalCache;
  readonly #listeners = new Set<(sessionIds: string[]) => void>();
  readonly #reachListeners = new Set<(userId: string) => void>();
  #codeListener: (code: string, jointId: number) => void = () => undefined;
  #connected: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>> = async () => new Set();

  constructor(db: Db, signer: TokenSigner) {
    this.#db = db;
    this.seen = new SeenSessions(db);
    this.#tokens = new Tokens(signer);
    // In a vote, the sessions of a whole hall need a new read at once.
    const loader = new BatchLoader<string, KnownSession | null>((ids) => this.#read(ids), null);
    this.#cache = new PrincipalCache((sessionId) => loader.load(sessionId));
  }

  /** Sets the function that returns the sessions with a live connection, in all processes. */
  askConnected(connected: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>): void {
    this.#connected = connected;
  }

  /**
   * Opens a session of 12 hours. At the maximum number of sessions of a user or code, ends the session that was
   * idle longest and has no live connection.
   * @param trx transaction of the calling action, if any
   * @param unnotedAddress the caller's network address, if the sign-in gets no audit entry of its own
   * @returns the token
   * @throws Problem tooManySessions if all sessions are connected
   */
  async open(owner: SessionOwner, trx: Db = this.#db, unnotedAddress: string | null = null): Promise<string> {
    const opened = this.#opened(SESSION_MS);
    await this.#makeRoom(trx, owner, opened.createdAt);
    const session = {
      ...opened,
      display: null,
      unnotedAddress,
      ...('userId' in owner
        ? {
            userId: owner.userId,
            code: null,
            jointId: owner.link?.jointId ?? null,
            linkHash: owner.link?.hash ?? null,
            profileId: await profileOf(trx, owner.userId),
          }
        : {
            userId: null,
            code: owner.code,
            jointId: owner.jointId,
            linkHash: null,
            profileId: owner.profile,
          }),
    };
    await insertSession(trx, session);
    return this.#tokenOf(session);
  }

  /** Opens a session of 30 days for a wall display, within the caller's transaction. */
  async openDisplay(
    trx: Db,
    { jointId, by, madeBy }: DisplayOwner,
  ): Promise<{ token: string; sessionId: string }> {
    const session = {
      ...this.#opened(DISPLAY_MS),
      userId: null,
      code: null,
      jointId,
      linkHash: null,
      profileId: Profile.display,
      display: { by, madeBy },
      unnotedAddress: null,
    };
    await insertSession(trx, session);
    return { token: this.#tokenOf(session), sessionId: session.sessionId };
  }

  async #makeRoom(trx: Db, owner: SessionOwner, at: Millis): Promise<void> {
    const most = MOST_SESSIONS['userId' in owner ? 'user' : 'code'];
    const standing = await findOpenOf(trx, owner, at);
    const surplus = standing.length - most + 1;
    if (surplus <= 0) return;
    const connected = await this.#connected(standing.map(({ sessionId }) => sessionId));
    const lastUse = ({ sessionId, usedAt }: (typeof standing)[number]) =>
      Math.max(usedAt, this.seen.usedAt(sessionId) ?? 0);
    const idle = standing
      .filter(({ sessionId }) => !connected.has(sessionId))
      .sort((a, b) => lastUse(a) - lastUse(b))
      .slice(0, surplus);
    if (idle.length < surplus) throw new Problem('tooManySessions', { most });
    const sessionIds = idle.map(({ sessionId }) => sessionId);
    this.ended(await revokeSessions(trx, { sessionIds }, at));
  }

  #opened(lifeMs: number): { sessionId: string; createdAt: number; expiresAt: number } {
    const createdAt = Date.now();
    return {
      sessionId: randomBytes(24).toString('base64url'),
      createdAt,
      expiresAt: createdAt + lifeMs,
    };
  }

  /**
   * Returns the principal (the caller with rights) of a token; null if the token is not ours or the session has
   * ended.
   */
  async authenticate(token: string): Promise<Principal | null> {
    const sessionId = this.#tokens.sessionOf(token);
    return sessionId === null ? null : this.#cache.get(sessionId);
  }

  /** Returns the present principal (the caller with rights) of a session; null if the session has ended. */
  now(sessionId: string): Promise<Principal | null> {
    return this.#cache.get(sessionId);
  }

  /** Returns the valid sessions among the given ids, read from the store. Removes the others from the cache. */
  async stillStanding(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const standing = await findStandingSessions(this.#db, sessionIds, Date.now());
    for (const sessionId of standing) this.seen.note(sessionId);
    const gone = new Set(sessionIds.filter((sessionId) => !standing.has(sessionId)));
    if (gone.size > 0) this.#cache.forget((sessionId) => gone.has(sessionId));
    return standing;
  }

  /**
   * Returns the reason for an invalid token: `accessEnded` for a voter by code or link after the end of the
   * assembly, so the voter does not look for a fault of the code; else `unauthenticated`.
   */
  async whyEnded(token: string): Promise<'unauthenticated' | 'accessEnded'> {
    const sessionId = this.#tokens.sessionOf(token);
    const isOver = sessionId !== null && (await endedWithAssembly(this.#db, sessionId));
    return isOver ? 'accessEnded' : 'unauthenticated';
  }

  /**
   * Renews a session, with the end of `renewedUntil`.
   * @returns the new token
   * @throws Problem unauthenticated if the session was revoked meanwhile
   */
  async refresh({ sessionId, joints }: Principal): Promise<string> {
    const now = Date.now();
    const session = await findValidSession(this.#db, sessionId, now);
    if (session === undefined) throw new Problem('unauthenticated');
    const expiresAt = await renewedUntil(session, now, (since) =>
      isAssemblyUnderWay(this.#db, session.profileId === Profile.full ? 'all' : joints.assembly, since),
    );
    if (!(await extendSession(this.#db, sessionId, expiresAt))) throw new Problem('unauthenticated');
    this.forget({ sessionId });
    return this.#tokenOf({ ...session, expiresAt });
  }

  /** Ends one session by id. */
  async revoke(sessionId: string): Promise<void> {
    this.ended(await revokeSessions(this.#db, { sessionId }, Date.now()));
  }

  /** Ends every session of a user, if requested except the calling session. */
  async revokeUser(userId: number, exceptSessionId?: string): Promise<void> {
    this.ended(await this.revokeUserIn(this.#db, userId, exceptSessionId));
  }

  /** Ends the sessions of a user within a transaction. The caller passes the result to `ended` after the commit. */
  revokeUserIn(trx: Db, userId: number, exceptSessionId?: string): Promise<string[]> {
    return revokeSessions(trx, { userId, exceptSessionId }, Date.now());
  }

  /** Ends one session within a transaction. The caller passes the result to `ended` after the commit. */
  revokeIn(trx: Db, sessionId: string): Promise<string[]> {
    return revokeSessions(trx, { sessionId }, Date.now());
  }

  /**
   * Ends the sessions of codes within the transaction that withdraws or revokes the codes. The caller passes the
   * result to `ended` after the commit.
   */
  async revokeCodes(trx: Db, ...codes: readonly string[]): Promise<string[]> {
    return codes.length === 0 ? [] : revokeSessions(trx, { codes }, Date.now());
  }

  /**
   * Ends the sessions of revoked access links within a transaction. The caller passes the result to `ended` after
   * the commit.
   */
  revokeLinks(trx: Db, hashes: readonly string[]): Promise<string[]> {
    return revokeSessions(trx, { links: hashes }, Date.now());
  }

  /**
   * Ends the sessions by code or access link of a joint. (After an assembly the sessions stay valid for reading
   * votes, until the next assembly.) The caller passes the result to `ended` after the commit.
   */
  revokeWithAssembly(trx: Db, rootJointId: number): Promise<string[]> {
    return revokeSessions(trx, { assemblyOfJoint: rootJointId }, Date.now());
  }

  /** Removes revoked sessions from the cache of this process and notifies the listeners. Call after the commit. */
  ended(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    const gone = new Set(sessionIds);
    this.#cache.forget((sessionId) => gone.has(sessionId));
    for (const listener of this.#listeners) listener([...gone]);
  }

  /**
   * Removes a session, or all sessions of a user or code, from the cache, so the next request in this process reads
   * the user's links again.
   */
  forget(which: { sessionId: string } | { userId: string }): void {
    this.#cache.forget((sessionId, principal) =>
      'sessionId' in which ? sessionId === which.sessionId : principal.userId === which.userId,
    );
  }

  /** Reads the rights of a user again after a change of the user's links, and notifies the listeners. */
  reachChanged(userId: string): void {
    this.forget({ userId });
    for (const listener of this.#reachListeners) listener(userId);
  }

  /**
   * Registers a listener that is called with a user id after a change of the user's links in this process. Live
   * connections then join other rooms.
   */
  onReachChanged(listener: (userId: string) => void): void {
    this.#reachListeners.add(listener);
  }

  /** Notifies the listener of a further sign-in with a code that has a valid session. Call after the commit. */
  codeOpenedAgain(code: string, jointId: number): void {
    this.#codeListener(code, jointId);
  }

  /** Sets the listener for further sign-ins with a code. Live connections then tell the other devices. */
  onCodeOpenedAgain(listener: (code: string, jointId: number) => void): void {
    this.#codeListener = listener;
  }

  /**
   * Registers a listener that is called with the ids of sessions that ended in this process. Live connections are
   * then closed.
   */
  onEnded(listener: (sessionIds: string[]) => void): void {
    this.#listeners.add(listener);
  }

  #tokenOf(session: Pick<ValidSession, 'sessionId' | 'userId' | 'code' | 'profileId' | 'expiresAt'>): string {
    return this.#tokens.sign({
      sid: session.sessionId,
      sub: subjectOf(session),
      profileId: session.profileId,
      exp: Math.floor(session.expiresAt / 1000),
    });
  }

  async #read(sessionIds: readonly string[]): Promise<Map<string, KnownSession>> {
    const sessions = await findValidSessions(this.#db, sessionIds, Date.now());
    const reachOf = await this.#reachOf(sessions);
    return new Map(
      sessions.map((session) => {
        const { sessionId, userId, code, profileId, username, byLink, expiresAt } = session;
        const subject = subjectOf(session);
        const kind = userId !== null ? 'user' : code !== null ? 'code' : 'display';
        const actor = `${kind}:${subject}`;
        const { rights, ...joints } = reachOf(session);
        const who = { sessionId, profileId, userId: subject, username, code, byLink, actor, joints };
        const principal = rights === undefined ? who : { ...who, rights };
        return [sessionId, { principal, expiresAt }];
      }),
    );
  }

  /**
   * Reads the joints that several sessions may access, in few queries. Returns a function from session to joints.
   */
  async #reachOf(sessions: readonly ValidSession[]): Promise<(session: ValidSession) => Reach> {
    const users = (links: boolean) =>
      sessions.flatMap(({ userId, profileId, byLink }) =>
        userId === null || byLink !== links ? [] : [{ userId, profileId: links ? Profile.owner : profileId }],
      );
    const joints = sessions.flatMap(({ userId, jointId, byLink }) =>
      jointId !== null && (userId === null || byLink) ? [jointId] : [],
    );
    const reach = await reachOfUsers(this.#db, users(false));
    const reachByLink = await reachOfUsers(this.#db, users(true));
    const families = await familiesOf(this.#db, joints);
    return ({ userId, jointId, byLink }) => {
      const nothing: Reach = { assembly: new Set(), billing: new Set() };
      if (userId !== null && !byLink) return reach.get(userId) ?? nothing;
      const family = jointId === null ? undefined : families.get(jointId);
      if (family === undefined) return nothing;
      // A code has no access to billing.
      if (userId === null) return { assembly: family, billing: new Set() };
      return withinFamily(reachByLink.get(userId) ?? nothing, family);
    };
  }
}

/**
 * Returns the subject of a session's token: a user's id as text, the code of a QR session, or the session id for a
 * wall display.
 */
function subjectOf(session: Pick<ValidSession, 'sessionId' | 'userId' | 'code'>): string {
  return session.userId !== null ? String(session.userId) : (session.code ?? session.sessionId);
}

/**
 * Shared tools of the accounts services: the tools of the platform (database, settings, log …), and
 * `sessions`.
 */
export interface AccountsContext extends Context {
  sessions: Sessions;
}
