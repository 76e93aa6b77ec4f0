import type { OpenSession } from '../../../shared/accounts/sessions.api.ts';
import { ME } from '../../../shared/accounts/users.api.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findSessionsOf } from './sessions.repository.ts';
import type { AccountsContext } from './sessions.service.ts';

/** Lists and ends the sessions of a user, on request of the user or of platform staff. */
export function userSessionsService({ store: { db }, sessions }: AccountsContext) {
  /**
   * Lists the valid sessions of a user, latest use first.
   * @throws Problem userNotFound; forbidden for a caller by access link
   */
  async function list(principal: Principal, userIdText: string): Promise<OpenSession[]> {
    const userId = userOf(principal, userIdText);
    await sessions.seen.flush();
    const found = await findSessionsOf(db, userId, Date.now());
    return found.map(({ sessionId, openedAt, seenAt, device, byLink }) => ({
      sessionId,
      openedAt: new Date(openedAt).toISOString(),
      seenAt: instantOf(seenAt),
      device,
      by: byLink ? ('link' as const) : ('password' as const),
      isOwn: sessionId === principal.sessionId,
    }));
  }

  /** Ends one session of a user. @throws Problem sessionNotFound, forbidden */
  async function end(principal: Principal, userIdText: string, sessionId: string): Promise<void> {
    await endIn(principal, userIdText, (standing) => {
      if (!standing.includes(sessionId)) throw new Problem('sessionNotFound');
      return [sessionId];
    });
  }

  /** Ends all sessions of a user except the calling session. @throws Problem userNotFound, forbidden */
  async function endOthers(principal: Principal, userIdText: string): Promise<void> {
    await endIn(principal, userIdText, (standing) =>
      standing.filter((sessionId) => sessionId !== principal.sessionId),
    );
  }

  async function endIn(
    principal: Principal,
    userIdText: string,
    which: (standing: readonly string[]) => readonly string[],
  ): Promise<void> {
    const userId = userOf(principal, userIdText);
    const ended = await db.transaction().execute(async (trx) => {
      const at = Date.now();
      const standing = await findSessionsOf(trx, userId, at);
      const chosen = which(standing.map(({ sessionId }) => sessionId));
      const ids: string[] = [];
      for (const sessionId of chosen) ids.push(...(await sessions.revokeIn(trx, sessionId)));
      if (ids.length > 0) {
        const data = { userId, sessions: ids.length };
        await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor: principal.actor, at }, 'sessionsEnded', data);
      }
      return ids;
    });
    sessions.ended(ended);
  }

  return { list, end, endOthers };
}

/**
 * Converts the user id of the path to a number. The guard has already checked that the caller is the user or staff.
 */
function userOf(principal: Principal, userIdText: string): number {
  if (principal.byLink) throw new Problem('forbidden');
  const text = userIdText === ME ? principal.userId : userIdText;
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) > MOST_ID) throw new Problem('userNotFound');
  return Number(text);
}

/** Largest user id: ids have 31 bits. */
const MOST_ID = 2 ** 31 - 1;
