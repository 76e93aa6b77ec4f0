import { normalizeCode } from '../../shared/assemblies/code.ts';
import { Profile } from '../../shared/profiles.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../audit/trail.ts';
import type { Db } from '../db/engine.ts';
import { Attempts } from '../http/attempts.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import {
  findCode,
  findCredentials,
  holdCredentials,
  replacePassword,
  usernameKey,
} from './credentials.repository.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { hashPassword, passwordMatches, requireStrong } from './passwords.ts';
import type { Sessions } from './sessions.service.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** Failed sign-ins of one user from one address (PRODUCT.md §13, Limits). */
const MAX_FAILURES = 10;
/** Unknown codes from one address (PRODUCT.md §13, Limits): a house's guests share one. */
const MAX_UNKNOWN_CODES = 30;

/** The ways in and out: by password, by code, renewal, sign-out, a new password. */
export class SignInService {
  readonly #db: Db;
  readonly #sessions: Sessions;
  readonly #failures = new Attempts(MAX_FAILURES, QUARTER_HOUR_MS);
  readonly #unknownCodes = new Attempts(MAX_UNKNOWN_CODES, QUARTER_HOUR_MS);
  readonly #turns = new OneAtATime();

  constructor(db: Db, sessions: Sessions) {
    this.#db = db;
    this.#sessions = sessions;
  }

  /**
   * Signs a user in.
   * @returns the session's token.
   * @throws Problem invalidCredentials: one answer for unknown, disabled and wrong; tooManyAttempts.
   */
  async withPassword(given: { username: string; password: string }, address: string): Promise<string> {
    const user = await this.#verified(given, address, 'signInFailed');
    const { userId } = user;
    return this.#db.transaction().execute(async (trx) => {
      // Disabled, or given another password, in the few milliseconds since: those ended the sessions.
      if (!(await holdCredentials(trx, user))) throw new Problem('invalidCredentials');
      const token = await this.#sessions.open({ userId }, trx);
      await this.#note(trx, `user:${userId}`, 'signedIn', { address });
      return token;
    });
  }

  /**
   * Opens a QR session for the units that a code holds, or that its badge was printed for.
   * @throws Problem codeNotEnabled; tooManyAttempts for an unknown code, while known ones pass.
   */
  async withCode(text: string, address: string): Promise<string> {
    const code = normalizeCode(text);
    const state = code === null ? undefined : await findCode(this.#db, code);
    if (code === null || state === undefined) {
      const wait = this.#unknownCodes.blockedFor(address);
      if (wait > 0) throw new Problem('tooManyAttempts', undefined, wait);
      this.#unknownCodes.fail(address);
      throw new Problem('codeNotEnabled');
    }
    if (!state.enabled) throw new Problem('codeNotEnabled');
    const { jointId } = state;
    return this.#db.transaction().execute(async (trx) => {
      const token = await this.#sessions.open({ code, jointId, profile: Profile.qr }, trx);
      await this.#note(trx, `code:${code}`, 'signedIn', { address, jointId });
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
   * Changes one's own password and ends one's other sessions. Wrong ones count as failed sign-ins.
   * @throws Problem invalidCredentials, tooManyAttempts, weakPassword
   */
  async changePassword(
    principal: Principal,
    given: { current: string; next: string },
    address: string,
  ): Promise<void> {
    const username = principal.username ?? '';
    const { userId, passwordHash } = await this.#verified(
      { username, password: given.current },
      address,
      'passwordChangeFailed',
    );
    requireStrong(given.next);
    const to = await hashPassword(given.next);
    const ended = await this.#db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, { userId, from: passwordHash, to }))) {
        throw new Problem('invalidCredentials');
      }
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
    failure: string,
  ): Promise<{ userId: number; passwordHash: string }> {
    const pair = JSON.stringify([usernameKey(given.username), address]);
    return this.#turns.run(pair, async () => {
      const wait = this.#failures.blockedFor(pair);
      if (wait > 0) throw new Problem('tooManyAttempts', undefined, wait);
      const user = await findCredentials(this.#db, given.username);
      // Hashing takes its time for an unknown user too, outside of any transaction.
      const matches = await passwordMatches(user?.passwordHash ?? null, given.password);
      if (user?.passwordHash && matches && !user.disabled) {
        return { userId: user.userId, passwordHash: user.passwordHash };
      }
      this.#failures.fail(pair);
      // People type their password where the user name goes: a name is noted only where it is a user's.
      const actor = user === undefined ? 'unknown' : `user:${user.userId}`;
      const facts = user === undefined ? { address } : { username: user.username, address };
      await this.#db.transaction().execute((trx) => this.#note(trx, actor, failure, facts));
      throw new Problem('invalidCredentials');
    });
  }

  #note(trx: Db, actor: string, act: string, data: unknown): Promise<void> {
    return appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, act, at: Date.now(), data });
  }
}
