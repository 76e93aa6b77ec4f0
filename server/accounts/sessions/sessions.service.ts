import { randomBytes } from 'node:crypto';
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

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Length of a sign-in or renewal: longer than any assembly. */
const SESSION_MS = 12 * HOUR_MS;
/** Length of a wall link: from the notice to the assembly, also if adjourned. */
const DISPLAY_MS = 30 * DAY_MS;
/** Age after which sessions are renewed only during an assembly. */
const LONGEST_MS = 30 * DAY_MS;
/** Most valid sessions: for a code the phones of a family, for a user the desks of a large assembly. */
const MOST_SESSIONS = { user: limits.tooManySessions.most, code: 12 };
/** Longest age of an assembly under way. An assembly left open does not keep sessions alive. */
const EVENING_MS = DAY_MS;

/**
 * Returns the end of a session after a renewal: 12 hours more within 30 days of the sign-in, and within one further
 * day during an assembly; otherwise the current end. A wall display is never renewed.
 * @param isUnderWay true if an assembly of the session's joints, opened since an instant, is open; called only if
 * needed
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

/** Access link of a session, with the root joint of the link. */
export interface SessionLink {
  hash: string;
  jointId: number;
}

/** Owner of a session: a stored user (with an access link, only in that joint), or a code in its joint. */
export type SessionOwner =
  | { userId: number; link?: SessionLink }
  | { code: string; jointId: number; profile: Profile };

/** A wall display of a joint: kind of opening and user that made the link or code. */
export interface DisplayOwner {
  jointId: number;
  by: 'link' | 'code';
  madeBy: number;
}

/**
 * Opens, reads, renews and ends sessions. A token holds only the id of the session row. The row and the links of the
 * user decide, so a revocation applies at once in this process and within seconds in others.
 */
export class Sessions {
  /** Last use and device of each session. */
  readonly seen: SeenSessions;
  readonly #db: Db;
  readonly #tokens: Tokens;
  readonly #cache: PrincipalCache;
  readonly #listeners = new Set<(sessionIds: string[]) => void>();
  readonly #reachListeners = new Set<(userId: string) => void>();
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
   * Opens a session of 12 hours. At the limit of a user or code, ends the session with the longest idle time and no
   * live connection.
   * @param trx the transaction of the calling action, if any.
   * @param unnotedAddress the caller's address, if the trail gets no entry for this sign-in alone
   * @returns the token.
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

  /** Opens a session of 30 days for a wall display, in the transaction of the calling action. */
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

  /** Returns the principal of a token; null for a foreign token or an ended session. */
  async authenticate(token: string): Promise<Principal | null> {
    const sessionId = this.#tokens.sessionOf(token);
    return sessionId === null ? null : this.#cache.get(sessionId);
  }

  /** Returns the current principal of a session; null if ended. */
  now(sessionId: string): Promise<Principal | null> {
    return this.#cache.get(sessionId);
  }

  /** Returns the valid sessions among the given ids, read from the store. Forgets the others. */
  async stillStanding(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const standing = await findStandingSessions(this.#db, sessionIds, Date.now());
    for (const sessionId of standing) this.seen.note(sessionId);
    const gone = new Set(sessionIds.filter((sessionId) => !standing.has(sessionId)));
    if (gone.size > 0) this.#cache.forget((sessionId) => gone.has(sessionId));
    return standing;
  }

  /**
   * Returns the reason for an invalid token: a voter by code or link reads that the assembly ended, instead of a
   * fault of the code.
   */
  async whyEnded(token: string): Promise<'unauthenticated' | 'accessEnded'> {
    const sessionId = this.#tokens.sessionOf(token);
    const isOver = sessionId !== null && (await endedWithAssembly(this.#db, sessionId));
    return isOver ? 'accessEnded' : 'unauthenticated';
  }

  /**
   * Renews a session within its longest life (`renewedUntil`).
   * @returns the new token.
   * @throws Problem unauthenticated if revoked meanwhile.
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

  /** Ends one session. */
  async revoke(sessionId: string): Promise<void> {
    this.ended(await revokeSessions(this.#db, { sessionId }, Date.now()));
  }

  /** Ends every session of a user, optionally without the calling session. */
  async revokeUser(userId: number, exceptSessionId?: string): Promise<void> {
    this.ended(await this.revokeUserIn(this.#db, userId, exceptSessionId));
  }

  /** Ends the sessions of a user within a transaction. Pass the result to `ended` after the commit. */
  revokeUserIn(trx: Db, userId: number, exceptSessionId?: string): Promise<string[]> {
    return revokeSessions(trx, { userId, exceptSessionId }, Date.now());
  }

  /** Ends one session within a transaction. Pass the result to `ended` after the commit. */
  revokeIn(trx: Db, sessionId: string): Promise<string[]> {
    return revokeSessions(trx, { sessionId }, Date.now());
  }

  /**
   * Ends the sessions of codes within the transaction that withdraws or revokes the codes. Pass the result to `ended`
   * after the commit.
   */
  async revokeCodes(trx: Db, ...codes: readonly string[]): Promise<string[]> {
    return codes.length === 0 ? [] : revokeSessions(trx, { codes }, Date.now());
  }

  /** Ends the sessions of revoked access links within a transaction. Pass the result to `ended` after the commit. */
  revokeLinks(trx: Db, hashes: readonly string[]): Promise<string[]> {
    return revokeSessions(trx, { links: hashes }, Date.now());
  }

  /**
   * Ends the sessions of codes and access links of a joint, valid until the next assembly for reading votes. Pass the
   * result to `ended` after the commit.
   */
  revokeWithAssembly(trx: Db, rootJointId: number): Promise<string[]> {
    return revokeSessions(trx, { assemblyOfJoint: rootJointId }, Date.now());
  }

  /** Forgets revoked sessions in this process and notifies the listeners. Call after the commit. */
  ended(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    const gone = new Set(sessionIds);
    this.#cache.forget((sessionId) => gone.has(sessionId));
    for (const listener of this.#listeners) listener([...gone]);
  }

  /**
   * Forgets a session, or the sessions of a user or code, so that the next request of this process reads the links
   * anew.
   */
  forget(which: { sessionId: string } | { userId: string }): void {
    this.#cache.forget((sessionId, principal) =>
      'sessionId' in which ? sessionId === which.sessionId : principal.userId === which.userId,
    );
  }

  /** Reads the rights of a user anew after a change of links, and notifies the listeners. */
  reachChanged(userId: string): void {
    this.forget({ userId });
    for (const listener of this.#reachListeners) listener(userId);
  }

  /** Registers a listener for users with changed links in this process. Sockets join their rooms again. */
  onReachChanged(listener: (userId: string) => void): void {
    this.#reachListeners.add(listener);
  }

  /** Registers a listener for sessions that ended in this process. Sockets are closed. */
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
        const joints = reachOf(session);
        const principal = { sessionId, profileId, userId: subject, username, code, byLink, actor, joints };
        return [sessionId, { principal, expiresAt }];
      }),
    );
  }

  /** Reads the joints of several sessions at once. */
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

/** A user's id as text, a QR session's code, or, for a wall display, the id of the session. */
function subjectOf(session: Pick<ValidSession, 'sessionId' | 'userId' | 'code'>): string {
  return session.userId !== null ? String(session.userId) : (session.code ?? session.sessionId);
}

/** Context of the accounts: the platform, and the sessions. */
export interface AccountsContext extends Context {
  sessions: Sessions;
}
