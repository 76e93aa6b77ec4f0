import { randomBytes } from 'node:crypto';
import { HOUR_MS, QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertMail } from '../../platform/mail/outbox.repository.ts';
import { endTemporaries } from '../links/access-links.repository.ts';
import { hashOfToken } from '../links/access-secrets.ts';
import { noteSignedIn } from '../passwords/credentials.repository.ts';
import { hashing, hashPassword } from '../passwords/hashing.ts';
import { requireStrong } from '../passwords/strength.ts';
import { forgetDevices, keepDevice } from '../sessions/devices.repository.ts';
import type { AccountsContext } from '../sessions/sessions.service.ts';
import type { Caller, SignedIn } from '../sign-in/sign-in.service.ts';
import { factsAbout, findUser } from '../users/users.repository.ts';
import { findAddressees, setEnabledPassword, spendReset, userOfReset } from './forgotten.repository.ts';

/** Maximum number of reset messages per user and hour. */
const MOST_OF_USER = 3;
/**
 * Maximum number of reset requests per network and quarter of an hour: enough for a hall during an assembly, too
 * few to flood many users with mail.
 */
const MOST_OF_NETWORK = 100;
/** Maximum number of reset requests in the queue. */
const MOST_WAITING = 500;

/** Service behind 'Olvidé mi contraseña': mails a link for choosing a new password, valid once. */
export function forgottenPasswordsService(
  context: Pick<AccountsContext, 'store' | 'sessions' | 'mail' | 'counters'>,
) {
  const { counters } = context;
  const ofUser = new FailureLimiter(counters.counter('forgotten-of-user', HOUR_MS), MOST_OF_USER);
  const ofNetwork = new FailureLimiter(
    counters.counter('forgotten-of-network', QUARTER_HOUR_MS),
    MOST_OF_NETWORK,
  );
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  /**
   * Queues a request for a reset link. The requests run later, in order, so neither the answer nor the response
   * time reveals if the user exists, has an address, or asked too often.
   * @param who a user name or an e-mail address
   * @throws Problem overloaded if the queue is full
   */
  function ask(who: string, address: string): void {
    if (!context.mail.configured) return;
    if (waiting >= MOST_WAITING) throw new Problem('overloaded', undefined, 10);
    waiting += 1;
    last = last
      .then(() => queue(who.trim(), address))
      // The store is away: the person asks again, as the page says.
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
  }

  /** Resolves after all reset requests in the queue have run. */
  function settled(): Promise<void> {
    return last;
  }

  async function queue(who: string, address: string): Promise<void> {
    const { store, mail } = context;
    if ((await ofNetwork.fail([networkOf(address)])).tooManyFor > 0) return;
    for (const { userId, username, email } of await findAddressees(store.db, who)) {
      if ((await ofUser.fail([userId])).tooManyFor > 0) continue;
      await store.db.transaction().execute(async (trx) => {
        const at = Date.now();
        await queuePasswordMail(trx, 'passwordReset', { userId, email, at });
        const data = { userId, username: erasable(username), address };
        await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor: 'unknown', at }, 'passwordForgotten', data);
      });
      mail.nudge();
    }
  }

  /**
   * Sets a new password for the user of a reset link from a mail, and signs the user in. Ends all sessions,
   * temporary passwords, other reset links and remembered devices of the user.
   * @throws Problem resetLinkInvalid for an invalid link; weakPassword (the link then stays valid)
   */
  async function replace(
    input: { token: string; password: string },
    caller: Pick<Caller, 'address' | 'device' | 'signal'>,
  ): Promise<SignedIn & { username: string }> {
    const { store, sessions, mail } = context;
    const tokenHash = hashOfToken(input.token);
    // Checks the link first: no hashing without a link.
    const userId = await userOfReset(store.db, tokenHash, Date.now());
    if (userId === undefined) throw new Problem('resetLinkInvalid');
    requireStrong(input.password, await factsAbout(store.db, userId));
    const { address, signal } = caller;
    const to = await hashing.run(networkOf(address), () => hashPassword(input.password), signal);
    const { ended, ...signedIn } = await store.db.transaction().execute(async (trx) => {
      const at = Date.now();
      // Locks the row of the user first, like a sign-in. Another order could deadlock.
      const isSet = await setEnabledPassword(trx, userId, to);
      if (!isSet || !(await spendReset(trx, tokenHash, at))) throw new Problem('resetLinkInvalid');
      await noteSignedIn(trx, userId, at);
      await endTemporaries(trx, userId, at);
      await forgetDevices(trx, userId);
      const ids = await sessions.revokeUserIn(trx, userId);
      const actor = `user:${userId}`;
      await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, at }, 'passwordReset', { address });
      const user = await findUser(trx, userId);
      if (mail.configured && user?.email) {
        await queuePasswordMail(trx, 'passwordChanged', { userId, email: user.email, at });
      }
      const device = await keepDevice(trx, userId, caller.device, at);
      return {
        ended: ids,
        jwt: await sessions.open({ userId }, trx),
        device,
        username: user?.username ?? '',
      };
    });
    sessions.ended(ended);
    mail.nudge();
    return signedIn;
  }

  return { ask, settled, replace };
}

/** Queues a mail about a password. Each request and each change of a password gets its own mail. */
function queuePasswordMail(
  trx: Db,
  kind: 'passwordReset' | 'passwordChanged',
  { userId, email, at }: { userId: number; email: string; at: number },
): Promise<void> {
  const message = {
    kind,
    user_id: userId,
    to_address: email,
    joint_id: null,
    assembly_id: null,
    once_key: `${kind}:${userId}:${randomBytes(12).toString('base64url')}`,
    created_at: at,
    created_by: `user:${userId}`,
  };
  return insertMail(trx, [message]);
}
