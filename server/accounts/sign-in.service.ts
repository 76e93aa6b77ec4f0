import { ACCOUNTS_CHAIN, appendAudit } from '../audit/trail.ts';
import { type Db, lockJoint } from '../db/engine.ts';
import { Attempts } from '../http/attempts.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { findLink, type OpenLink, type RefusedLink } from './access-link.ts';
import { endTemporaries, findAccessLink, isTemporaryStanding, noteUse } from './access-links.repository.ts';
import { hashOfTemporary, temporaryFrom } from './access-secrets.ts';
import {
  type Credentials,
  findCredentials,
  holdCredentials,
  holdOwner,
  noteSignedIn,
  replacePassword,
  usernameKey,
} from './credentials.repository.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { hashPassword, passwordMatches, requireStrong } from './passwords.ts';
import type { Sessions } from './sessions.service.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** Failed sign-ins of one user from one address (PRODUCT.md §13, Limits). */
const MAX_FAILURES = 10;

/** Who gave the right password, and the hash of the temporary one where it was that. */
interface Verified extends Credentials {
  temporary: string | null;
}

/** The ways in and out: by password, by access link, renewal, sign-out, a new password. */
export class SignInService {
  readonly #db: Db;
  readonly #sessions: Sessions;
  readonly #failures = new Attempts(MAX_FAILURES, QUARTER_HOUR_MS);
  readonly #turns = new OneAtATime();

  constructor(db: Db, sessions: Sessions) {
    this.#db = db;
    this.#sessions = sessions;
  }

  /**
   * Signs a user in, by password or by the token of an access link in its place.
   * @returns the session's token.
   * @throws Problem invalidCredentials: one answer for unknown, disabled and wrong; tooManyAttempts.
   */
  async withPassword(given: { username: string; password: string }, address: string): Promise<string> {
    // Before the count of failures: whoever guesses somebody's password must not keep their link out.
    const link = await findLink(this.#db, given, Date.now());
    if (link.opens !== null) return this.#withLink(link.opens, address);
    const user = await this.#verified(given, address, { act: 'signInFailed', link: link.refused });
    const { userId } = user;
    return this.#db.transaction().execute(async (trx) => {
      // Disabled, or given another password, in the few milliseconds since: those ended the sessions.
      if (!(await holdCredentials(trx, user))) throw new Problem('invalidCredentials');
      const at = Date.now();
      if (user.temporary !== null) {
        if (!(await noteUse(trx, user.temporary, at))) throw new Problem('invalidCredentials');
      } else if (!user.hasSignedIn) {
        await noteSignedIn(trx, userId, at);
        await endTemporaries(trx, userId, at);
      }
      const token = await this.#sessions.open({ userId }, trx);
      const by = user.temporary === null ? {} : { by: 'temporaryPassword' };
      await this.#note(trx, `user:${userId}`, 'signedIn', { address, ...by });
      return token;
    });
  }

  /** Opens a session within the joint of a link that stood a moment ago. */
  #withLink({ hash, userId, jointId, assemblyId }: OpenLink, address: string): Promise<string> {
    return this.#db.transaction().execute(async (trx) => {
      // The joint's turn: the assembly is not closed, nor the link revoked, while a session opens with it.
      await lockJoint(trx, jointId);
      const at = Date.now();
      const stands = (await findAccessLink(trx, hash, at))?.dead === null;
      if (!stands || !(await noteUse(trx, hash, at)) || !(await holdOwner(trx, userId))) {
        throw new Problem('invalidCredentials');
      }
      const token = await this.#sessions.open({ userId, link: { hash, jointId } }, trx);
      const data = { address, by: 'link', jointId, assemblyId };
      await this.#note(trx, `user:${userId}`, 'signedIn', data);
      return token;
    });
  }

  /** Ends the caller's session. */
  async signOut(principal: Principal): Promise<void> {
    const ended = await this.#db.transaction().execute(async (trx) => {
      const ids = await this.#sessions.revokeIn(trx, principal.sessionId);
      if (ids.length > 0) await this.#note(trx, principal.actor, 'signedOut', {});
      return ids;
    });
    this.#sessions.ended(ended);
  }

  /**
   * Changes one's own password and ends one's other sessions and temporary passwords, one of which may stand for
   * the current one. Wrong ones count as failed sign-ins.
   * @throws Problem invalidCredentials, tooManyAttempts, weakPassword; forbidden to whom an access link let in.
   */
  async changePassword(
    principal: Principal,
    given: { current: string; next: string },
    address: string,
  ): Promise<void> {
    if (principal.byLink) throw new Problem('forbidden');
    const username = principal.username ?? '';
    const { userId, passwordHash } = await this.#verified({ username, password: given.current }, address, {
      act: 'passwordChangeFailed',
      link: null,
    });
    requireStrong(given.next);
    const to = await hashPassword(given.next);
    const ended = await this.#db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, { userId, from: passwordHash, to }))) {
        throw new Problem('invalidCredentials');
      }
      const at = Date.now();
      await noteSignedIn(trx, userId, at);
      await endTemporaries(trx, userId, at);
      const ids = await this.#sessions.revokeUserIn(trx, userId, principal.sessionId);
      await this.#note(trx, principal.actor, 'passwordChanged', { address });
      return ids;
    });
    this.#sessions.ended(ended);
  }

  /** The user whose name and password these are, or the one answer for everything else. */
  async #verified(
    given: { username: string; password: string },
    address: string,
    failure: { act: string; link: RefusedLink | null },
  ): Promise<Verified> {
    const pair = JSON.stringify([usernameKey(given.username), address]);
    return this.#turns.run(pair, async () => {
      const wait = this.#failures.blockedFor(pair);
      if (wait > 0) throw new Problem('tooManyAttempts', undefined, wait);
      const user = await findCredentials(this.#db, given.username);
      // Hashing takes its time for an unknown user too, outside of any transaction.
      const matches = await passwordMatches(user?.passwordHash ?? null, given.password);
      const temporary = matches ? null : await this.#temporaryOf(user?.userId ?? 0, given.password);
      if (user !== undefined && (matches || temporary !== null) && !user.disabled) {
        return { ...user, temporary };
      }
      this.#failures.fail(pair);
      // People type their password where the user name goes: a name is noted only where it is a user's.
      const actor = user === undefined ? 'unknown' : `user:${user.userId}`;
      const named = user === undefined ? { address } : { username: user.username, address };
      const facts = failure.link === null ? named : { ...named, link: failure.link };
      await this.#db.transaction().execute((trx) => this.#note(trx, actor, failure.act, facts));
      throw new Problem('invalidCredentials');
    });
  }

  /**
   * The hash of a user's standing temporary password, if this is one. What has the shape of one takes a second
   * hashing, whoever the user is, so that the time does not tell who has one.
   */
  async #temporaryOf(userId: number, password: string): Promise<string | null> {
    const body = temporaryFrom(password);
    if (body === null) return null;
    const hash = await hashOfTemporary(userId, body);
    return (await isTemporaryStanding(this.#db, hash, userId, Date.now())) ? hash : null;
  }

  #note(trx: Db, actor: string, act: string, data: unknown): Promise<void> {
    return appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, act, at: Date.now(), data });
  }
}
