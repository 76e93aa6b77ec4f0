import type { After } from '../../../shared/assemblies/after.api.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, lockJoint, readAsOfNow } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type LastMail, lastMailByUser } from '../mail/assembly-mail.repository.ts';
import { queueSummary } from '../mail/summary-queue.ts';
import { readAdministrators } from '../store/administrators.repository.ts';
import { type AssemblyRow, assemblyToRead } from '../store/assembly.repository.ts';
import { anyoneRemote, readReceivers } from './after.repository.ts';
import { deadlinesOf } from './deadlines.ts';

/** A joint or a sector of it, and which of its assemblies: the current one unless it is named. */
interface Where {
  jointId: number;
  assemblyId?: number;
}

export interface AfterService {
  read: (where: Where) => Promise<After>;
  sendSummary: (where: Where, again: boolean, principal: Principal) => Promise<{ queued: number }>;
}

/** What remains to be done once an assembly has closed: its deadlines, and the summary to its administrators. */
export function afterService({ store, directory, mail }: Context): AfterService {
  async function rootOf(jointId: number): Promise<number> {
    const place = await directory.find(jointId);
    if (place === undefined) throw new Problem('jointNotFound');
    return place.rootId;
  }

  return {
    read: async ({ jointId, assemblyId }) => {
      const rootId = await rootOf(jointId);
      return readAsOfNow(store.db, async (trx) => {
        const assembly = await assemblyToRead(trx, rootId, assemblyId);
        const endedAt = endOf(assembly);
        const remote = await anyoneRemote(trx, assembly.assembly_id);
        const { heldOn, summaryDueOn, acta, challengeUntil } = deadlinesOf(endedAt, remote);
        return {
          assemblyId: assembly.assembly_id,
          heldOn,
          remote,
          summary: {
            dueOn: summaryDueOn,
            ...(await recipientsOf(trx, rootId, assembly.assembly_id)),
            mailConfigured: mail.configured,
          },
          acta,
          challenge: { dueOn: challengeUntil },
        };
      });
    },

    sendSummary: async ({ jointId, assemblyId }, again, principal) => {
      const rootId = await rootOf(jointId);
      const { actor } = principal;
      const { reachable, queued } = await store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, rootId);
        const assembly = await assemblyToRead(trx, rootId, assemblyId);
        endOf(assembly);
        const of = { rootId, assemblyId: assembly.assembly_id };
        return queueSummary(trx, { ...of, actor, at: Date.now(), again });
      });
      if (reachable === 0) throw new Problem('nobodyToMail');
      mail.nudge();
      return { queued };
    },
  };
}

/**
 * When an assembly that was held ended. The next one archives it also where nobody closed it.
 * @throws Problem assemblyNotClosed for one that goes on, or never began
 */
function endOf({ opened_at, closed_at, archived_at }: AssemblyRow): Millis {
  const endedAt = closed_at ?? (opened_at === null ? null : archived_at);
  if (endedAt === null) throw new Problem('assemblyNotClosed');
  return endedAt;
}

/** Today's administrators, and whoever got the summary and is none any more. */
async function recipientsOf(
  trx: Db,
  rootId: number,
  assemblyId: number,
): Promise<Pick<After['summary'], 'recipients' | 'sentAt'>> {
  const mails = await lastMailByUser(trx, 'summary', assemblyId);
  const today = await readAdministrators(trx, { rootId });
  const known = new Set(today.map(({ userId }) => userId));
  const former = (await readReceivers(trx, assemblyId)).filter(({ userId }) => !known.has(userId));
  const recipients = [...today, ...former].map(({ userId, name, email }) => {
    const last = mails.get(userId);
    return {
      name,
      email,
      state: last?.state ?? null,
      sentAt: instant(last?.sentAt ?? null),
      problem: last?.problem ?? null,
    };
  });
  const meant = [...mails].filter(
    ([userId, { state, firstSentAt }]) =>
      // What was called back, or waits for who is no administrator any more, is nobody's.
      firstSentAt !== null || (state !== 'cancelled' && known.has(userId)),
  );
  return { recipients, sentAt: instant(sentTo(meant.map(([, last]) => last))) };
}

/** When the last of them had it; their first message counts, as a later one only repeats it. */
function sentTo(mails: readonly LastMail[]): Millis | null {
  const times = mails.map(({ firstSentAt }) => firstSentAt);
  return times.length === 0 || times.includes(null) ? null : Math.max(...times.map((at) => at ?? 0));
}

const instant = (at: Millis | null): string | null => (at === null ? null : new Date(at).toISOString());
