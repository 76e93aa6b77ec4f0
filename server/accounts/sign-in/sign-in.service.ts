import { MINUTE_MS } from '../../../shared/durations.ts';
import { Profile } from '../../../shared/profiles.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { FailureLimiter, tooSoon } from '../../platform/http/attempts.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  type DeadLink,
  endTemporaries,
  findAccessLink,
  isTemporaryStanding,
  noteUse,
} from '../links/access-links.repository.ts';
import { hashOfTemporary, hashOfToken, temporaryFrom } from '../links/access-secrets.ts';
import {
  type Credentials,
  findCredentials,
  holdCredentials,
  holdOwner,
  noteSignedIn,
  replacePassword,
  usernameKey,
} from '../passwords/credentials.repository.ts';
import { hashing, hashPassword, passwordMatches } from '../passwords/hashing.ts';
import { requireStrong } from '../passwords/strength.ts';
import { forgetDevices, isDeviceOf, keepDevice } from '../sessions/devices.repository.ts';
import type { Device } from '../sessions/devices.ts';
import { reachOfLink } from '../sessions/reach.repository.ts';
import type { AccountsContext } from '../sessions/sessions.service.ts';
import { factsAbout, findUser } from '../users/users.repository.ts';
import { browserSlips } from './browser-slips.ts';
import type { SignInWatch } from './failure-trail.ts';

/** Maximum number of right sign-ins of a user in a network within a minute. */
const MOST_SIGN_INS = 30;

/** Browser behind a sign-in attempt: address, device and cookies. */
export interface Caller {
  /** Network address of the browser. */
  address: string;
  /** Device recognized by the cookie of the browser; null without the cookie. */
  device: Device | null;
  /** `Cookie` header of the request. `setCookie` sends a cookie with the answer. */
  cookie: string | undefined;
  setCookie: (cookie: string) => void;
  /** Aborts the wait for the hashing queue if the caller closed the connection. */
  signal: AbortSignal;
}

/** Result of a sign-in: the token of the session, and the device (browser) to remember. */
export interface SignedIn {
  /** Token of the session, for the header `Authorization`. */
  jwt: string;
  /** Browser to remember by a cookie. */
  device: Device;
}

interface Try {
  username: string;
  password: string;
  act: 'signInFailed' | 'passwordChangeFailed';
  /** Reason to refuse an access link that was typed as a password; else null. */
  link: RefusedLink | null;
  /** Runs the check of the password and counts a failure, with a wait after many failures. */
  counted: <T>(work: () => Promise<T>) => Promise<T>;
  /** Lane of the hashing queue, by network or known device. */
  lane: string;
}

/** User after a check of the password. `temporary` is the hash of the temporary password, if used. */
interface Verified extends Credentials {
  temporary: string | null;
}

/** Signs users in by password or access link, renews sessions, signs out, and changes passwords. */
export function signInService(
  { store: { db }, sessions, counters, keyedHash, publicUrl }: AccountsContext,
  { delays, failures, trail }: SignInWatch,
) {
  const opened = new FailureLimiter(counters.counter('sign-ins', MINUTE_MS), MOST_SIGN_INS);
  const slips = browserSlips(keyedHash, publicUrl.startsWith('https:'));

  /**
   * Signs a user in by password, or by the token of an access link in place of the password.
   * @throws Problem invalidCredentials, the same for an unknown or disabled user and a wrong password; accessEnded for
   * a link of an ended assembly; tooManyAttempts with the seconds to wait, after many failures of the user in the
   * network. A known device, and a browser with a slip (signed cookie), count separately. A link is not counted.
   */
  async function withPassword(
    credentials: { username: string; password: string },
    caller: Caller,
  ): Promise<SignedIn> {
    // Before the count of failures: guesses by others do not block a valid link.
    const link = await findLink(db, credentials, Date.now());
    if (link.opens !== null) return withLink(link.opens, caller);
    if (link.ended !== undefined) return refuseEnded(link.ended, caller);
    const name = usernameKey(credentials.username);
    const { address, device } = caller;
    const isKnown = device !== null && (await isDeviceOf(db, device.hash, name, Date.now()));
    const network = networkOf(address);
    const from = isKnown ? `device ${device.hash}` : network;
    const { cookie, setCookie } = caller;
    const tried: Try = {
      ...credentials,
      act: 'signInFailed',
      link: link.refused,
      counted: (work) =>
        isKnown
          ? delays.try([name, from], work)
          : delays.tryUnknown({ name, network, slips, cookie, setCookie }, work),
      lane: from,
    };
    const user = await verified(tried, caller);
    const { userId } = user;
    const { tooManyFor } = await opened.fail([userId, network]);
    if (tooManyFor > 0) throw tooSoon(tooManyFor);
    const actor = `user:${userId}`;
    const hasEntry = await trail.hasEntry(actor);
    return db.transaction().execute(async (trx) => {
      // Disabled, or password changed, in the last milliseconds. The sessions have ended.
      if (!(await holdCredentials(trx, user))) throw new Problem('invalidCredentials');
      const at = Date.now();
      if (user.temporary !== null) {
        if (!(await noteUse(trx, user.temporary, at))) throw new Problem('invalidCredentials');
      } else if (!user.hasSignedIn) {
        await noteSignedIn(trx, userId, at);
        await endTemporaries(trx, userId, at);
      }
      const jwt = await sessions.open({ userId }, trx, hasEntry ? null : address);
      const by = user.temporary === null ? {} : { by: 'temporaryPassword' };
      if (hasEntry) await note(trx, actor, 'signedIn', { address, ...by });
      return { jwt, device: await keepDevice(trx, userId, caller.device, Date.now()) };
    });
  }

  /** Opens a session by a valid access link, limited to the link's joint. */
  async function withLink(
    { hash, userId, jointId, assemblyId }: OpenLink,
    caller: Caller,
  ): Promise<SignedIn> {
    const { address } = caller;
    const { tooManyFor } = await opened.fail([userId, networkOf(address)]);
    if (tooManyFor > 0) throw tooSoon(tooManyFor);
    const actor = `user:${userId}`;
    const hasEntry = await trail.hasEntry(actor);
    return db.transaction().execute(async (trx) => {
      // Locks the joint: no closing or revocation while the session opens.
      await lockJoint(trx, jointId);
      const at = Date.now();
      const stands = (await findAccessLink(trx, hash, at))?.dead === null;
      if (!stands || !(await noteUse(trx, hash, at)) || !(await holdOwner(trx, userId))) {
        throw new Problem('invalidCredentials');
      }
      const owner = { userId, link: { hash, jointId } };
      const jwt = await sessions.open(owner, trx, hasEntry ? null : address);
      if (hasEntry) await note(trx, actor, 'signedIn', { address, by: 'link', jointId, assemblyId });
      return { jwt, device: await keepDevice(trx, userId, caller.device, Date.now()) };
    });
  }

  /** Refuses a link of an ended assembly, with the reason: a right link is no guess of a password. */
  async function refuseEnded({ userId, username, at }: EndedLink, { address }: Caller): Promise<never> {
    const facts = { username: erasable(username), link: 'closed' };
    await failures.note({ act: 'signInFailed', actor: `user:${userId}`, address, facts });
    throw new Problem('accessEnded', { endedAt: new Date(at).toISOString() });
  }

  /** Ends the caller's session. */
  async function signOut(principal: Principal): Promise<void> {
    const ended = await db.transaction().execute(async (trx) => {
      const ids = await sessions.revokeIn(trx, principal.sessionId);
      if (ids.length > 0) await note(trx, principal.actor, 'signedOut', {});
      return ids;
    });
    sessions.ended(ended);
  }

  /**
   * Changes the caller's password; ends the user's other sessions and temporary passwords. A temporary password counts
   * as current password. Failures count against the session, so guesses by other people do not delay the user.
   * @returns the only remembered device of the user
   * @throws Problem invalidCredentials, tooManyAttempts, weakPassword; forbidden for a session by access link
   */
  async function changePassword(
    principal: Principal,
    passwords: { current: string; next: string },
    caller: Caller,
  ): Promise<Device> {
    if (principal.byLink) throw new Problem('forbidden');
    const username = principal.username ?? '';
    const { address, signal } = caller;
    const lane = principal.actor;
    const tried: Try = {
      username,
      password: passwords.current,
      act: 'passwordChangeFailed',
      link: null,
      counted: (work) => delays.try([usernameKey(username), `session ${principal.sessionId}`], work),
      lane,
    };
    const { userId, passwordHash } = await verified(tried, caller);
    requireStrong(passwords.next, await factsAbout(db, userId));
    const to = await hashing.run(lane, () => hashPassword(passwords.next), signal);
    const { ended, device } = await db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, { userId, from: passwordHash, to }))) {
        throw new Problem('invalidCredentials');
      }
      const at = Date.now();
      await noteSignedIn(trx, userId, at);
      await endTemporaries(trx, userId, at);
      await forgetDevices(trx, userId);
      const ids = await sessions.revokeUserIn(trx, userId, principal.sessionId);
      await note(trx, principal.actor, 'passwordChanged', { address });
      return { ended: ids, device: await keepDevice(trx, userId, caller.device, Date.now()) };
    });
    sessions.ended(ended);
    return device;
  }

  /** Checks name and password and returns the user. Throws the same error for every failure. */
  function verified(tried: Try, { address, signal }: Caller): Promise<Verified> {
    const { username, password, act, link, counted, lane } = tried;
    return counted(async () => {
      const user = await findCredentials(db, username);
      // Hashes for an unknown user too, in equal time and outside of any transaction.
      const { matches, temporary } = await hashing.run(
        lane,
        async () => {
          const isRight = await passwordMatches(user?.passwordHash ?? null, password);
          return {
            matches: isRight,
            temporary: isRight ? null : await temporaryOf(db, user?.userId ?? 0, password),
          };
        },
        signal,
      );
      if (user !== undefined && (matches || temporary !== null) && !user.disabled) {
        return { ...user, temporary };
      }
      // People type passwords into the field of the user name: record only names of users.
      const actor = user === undefined ? 'unknown' : `user:${user.userId}`;
      const named = user === undefined ? {} : { username: erasable(user.username) };
      const facts = link === null ? named : { ...named, link };
      await failures.note({ act, actor, address, facts });
      throw new Problem('invalidCredentials');
    });
  }

  return { withPassword, signOut, changePassword };
}

/**
 * Returns the hash of the user's valid temporary password if the text matches, else null. Hashes any text in the form,
 * so the time of the answer does not reveal if the user has a temporary password.
 */
async function temporaryOf(db: Db, userId: number, password: string): Promise<string | null> {
  const body = temporaryFrom(password);
  if (body === null) return null;
  const hash = await hashOfTemporary(userId, body);
  return (await isTemporaryStanding(db, hash, userId, Date.now())) ? hash : null;
}

function note(trx: Db, actor: string, act: string, data: unknown): Promise<void> {
  return appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, at: Date.now() }, act, data);
}

/** An access link that may open a session now. */
interface OpenLink {
  hash: string;
  userId: number;
  jointId: number;
  assemblyId: number;
}

/** An access link of an ended assembly, typed together with the name of its user. */
interface EndedLink {
  userId: number;
  username: string;
  at: Millis;
}

/** Reason to refuse an access link; written only to the audit trail. */
type RefusedLink = DeadLink | 'otherUser' | 'notOwner';

/** Looks up the text typed as password as an access link of the named user. */
async function findLink(
  db: Db,
  credentials: { username: string; password: string },
  at: Millis,
): Promise<
  { opens: OpenLink; refused: null } | { opens: null; refused: RefusedLink | null; ended?: EndedLink }
> {
  const hash = hashOfToken(credentials.password);
  const link = await findAccessLink(db, hash, at);
  const user = link && (await findUser(db, link.userId));
  if (link === undefined || user === undefined) return { opens: null, refused: null };
  const { userId, jointId, assemblyId } = link;
  if (usernameKey(user.username) !== usernameKey(credentials.username))
    return { opens: null, refused: 'otherUser' };
  const { username } = user;
  if (link.dead === 'closed' && link.endedAt !== null)
    return { opens: null, refused: 'closed', ended: { userId, username, at: link.endedAt } };
  if (link.dead !== null) return { opens: null, refused: link.dead };
  const isOwner = user.profileId === Profile.owner && user.disabledAt === null;
  const reach = isOwner ? await reachOfLink(db, userId, jointId) : null;
  if (reach === null || reach.assembly.size === 0) return { opens: null, refused: 'notOwner' };
  return { opens: { hash, userId, jointId, assemblyId }, refused: null };
}
