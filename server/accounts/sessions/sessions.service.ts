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

/** What a sign-in or a renewal gives: longer than any assembly lasts. */
const SESSION_MS = 12 * HOUR_MS;
/** A wall keeps its link from the notice to the evening, and through an assembly that is adjourned. */
const DISPLAY_MS = 30 * DAY_MS;
/** After this a session is renewed no more, but in the middle of an assembly. */
const LONGEST_MS = 30 * DAY_MS;
/** Standing sessions: of a code a family's phones, of a user the desks of a large assembly. */
const MOST_SESSIONS = { user: limits.tooManySessions.most, code: 12 };
/** How long ago an assembly under way was opened, at most: one that nobody closed keeps no session alive for ever. */
const EVENING_MS = DAY_MS;

/**
 * Until when a session lasts after a renewal: 12 hours more within 30 days of the sign-in, and for one day beyond
 * them while an assembly is under way; otherwise as long as it would have lasted. A wall display is never renewed.
 * @param isUnderWay whether an assembly of the session's joints is open that was opened since an instant; asked only
 *   where it matters
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

/** The access link that a session is opened with, and the root joint that it is for. */
export interface SessionLink {
  hash: string;
  jointId: number;
}

/** Whose session it is: a stored user's (perhaps by an access link, then within its joint), or of a code within its joint. */
export type SessionOwner =
  | { userId: number; link?: SessionLink }
  | { code: string; jointId: number; profile: Profile };

/** A wall display of a joint: what opens it, and the user who made that. */
export interface DisplayOwner {
  jointId: number;
  by: 'link' | 'code';
  madeBy: number;
}

/**
 * Sessions: opened, read, renewed, ended. A token only names the session row; the row and the links of its
 * user decide, so that revoking works at every process within seconds and in this one at once.
 */
export class Sessions {
  /** When each was last used, and on what. */
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
    // When a hall votes, the sessions of all are due for a new look at the same moment.
    const loader = new BatchLoader<string, KnownSession | null>((ids) => this.#read(ids), null);
    this.#cache = new PrincipalCache((sessionId) => loader.load(sessionId));
  }

  /** Sets the question for the sessions with a live connection, in all processes. */
  askConnected(connected: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>): void {
    this.#connected = connected;
  }

  /**
   * Opens a session of 12 hours. At the most of a user or a code, the session with the longest idle time and no live
   * connection ends.
   * @param trx the transaction of the act that it belongs to, where there is one.
   * @param unnotedAddress the caller's address, if the trail gets no entry for this sign-in alone
   * @returns its token.
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

  /** Opens a wall display's session, of 30 days, in the transaction of the act that makes it. */
  async openDisplay(
    trx: Db,
    { jointId, by, madeBy }: DisplayOwner,
  ): Promise<{ token: string; sessionId: string }> {
    const session = {
      ...this.#opened(DISPLAY_MS),
      ...{ userId: null, code: null, jointId, linkHash: null, profileId: Profile.display },
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

  /** Who a token is; null when it is not ours, or its session has ended. */
  async authenticate(token: string): Promise<Principal | null> {
    const sessionId = this.#tokens.sessionOf(token);
    return sessionId === null ? null : this.#cache.get(sessionId);
  }

  /** Who a session is now; null when it has ended. */
  now(sessionId: string): Promise<Principal | null> {
    return this.#cache.get(sessionId);
  }

  /** Which of some sessions still stand, by one look at the store; the others are forgotten. */
  async stillStanding(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const standing = await findStandingSessions(this.#db, sessionIds, Date.now());
    for (const sessionId of standing) this.seen.note(sessionId);
    const gone = new Set(sessionIds.filter((sessionId) => !standing.has(sessionId)));
    if (gone.size > 0) this.#cache.forget((sessionId) => gone.has(sessionId));
    return standing;
  }

  /**
   * Why a token that is nobody's any more is not: whoever voted with a code or a link is told that the assembly
   * ended, and not that something is wrong with the code.
   */
  async whyEnded(token: string): Promise<'unauthenticated' | 'accessEnded'> {
    const sessionId = this.#tokens.sessionOf(token);
    const isOver = sessionId !== null && (await endedWithAssembly(this.#db, sessionId));
    return isOver ? 'accessEnded' : 'unauthenticated';
  }

  /**
   * Renews a session, as far as its longest life lets it (`renewedUntil`).
   * @returns its new token.
   * @throws Problem unauthenticated when it was revoked meanwhile.
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

  /** Ends every session of a user, except perhaps the one that asks. */
  async revokeUser(userId: number, exceptSessionId?: string): Promise<void> {
    this.ended(await this.revokeUserIn(this.#db, userId, exceptSessionId));
  }

  /** The same within a transaction; after its commit, `ended` is told what this returns. */
  revokeUserIn(trx: Db, userId: number, exceptSessionId?: string): Promise<string[]> {
    return revokeSessions(trx, { userId, exceptSessionId }, Date.now());
  }

  /** Ends one session within a transaction; after its commit, `ended` is told what this returns. */
  revokeIn(trx: Db, sessionId: string): Promise<string[]> {
    return revokeSessions(trx, { sessionId }, Date.now());
  }

  /**
   * Ends the sessions of codes within the transaction that withdraws or revokes them; after its commit, `ended`
   * is told what this returns.
   */
  async revokeCodes(trx: Db, ...codes: readonly string[]): Promise<string[]> {
    return codes.length === 0 ? [] : revokeSessions(trx, { codes }, Date.now());
  }

  /** The same for the sessions that access links opened, when those are revoked. */
  revokeLinks(trx: Db, hashes: readonly string[]): Promise<string[]> {
    return revokeSessions(trx, { links: hashes }, Date.now());
  }

  /** The same for the codes and access links of a joint: they read the votes of an assembly until another one begins. */
  revokeWithAssembly(trx: Db, rootJointId: number): Promise<string[]> {
    return revokeSessions(trx, { assemblyOfJoint: rootJointId }, Date.now());
  }

  /** After the commit that revoked them: forgets sessions at once in this process and tells who listens. */
  ended(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    const gone = new Set(sessionIds);
    this.#cache.forget((sessionId) => gone.has(sessionId));
    for (const listener of this.#listeners) listener([...gone]);
  }

  /** Makes the next request read links anew, in this process: of a session, or of a user's id (or a code). */
  forget(which: { sessionId: string } | { userId: string }): void {
    this.#cache.forget((sessionId, principal) =>
      'sessionId' in which ? sessionId === which.sessionId : principal.userId === which.userId,
    );
  }

  /** After a user's links changed: what the user may see is read anew, and who listens is told. */
  reachChanged(userId: string): void {
    this.forget({ userId });
    for (const listener of this.#reachListeners) listener(userId);
  }

  /** Hears of users whose links changed in this process, so that their sockets join anew. */
  onReachChanged(listener: (userId: string) => void): void {
    this.#reachListeners.add(listener);
  }

  /** Hears of sessions that ended in this process, so that their sockets are closed. */
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

  /** What each of some sessions reaches, read at once for all of them. */
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
      // A code has nothing to do with billing.
      if (userId === null) return { assembly: family, billing: new Set() };
      return withinFamily(reachByLink.get(userId) ?? nothing, family);
    };
  }
}

/** A user's id as text, a QR session's code, or, on a wall display, the session's own id. */
function subjectOf(session: Pick<ValidSession, 'sessionId' | 'userId' | 'code'>): string {
  return session.userId !== null ? String(session.userId) : (session.code ?? session.sessionId);
}

/** What the accounts use: the platform, and the sessions that they open and end. */
export interface AccountsContext extends Context {
  sessions: Sessions;
}
