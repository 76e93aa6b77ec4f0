import type { After } from '../../../shared/assemblies/after.api.ts';
import { addDays, type Day, dayInBogota } from '../../../shared/days.ts';
import { readAdministrators } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, lockJoint, readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { addBusinessDays } from '../../platform/lib/business-days.ts';
import { readChallengeDays } from '../challenge/days.ts';
import { type LastMail, lastMailByUser } from '../mail/assembly-mail.repository.ts';
import { queueSummary } from '../mail/summary-queue.ts';
import { assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import { anyoneRemote, readReceivers } from './after.repository.ts';

/** A joint or sector, and an assembly of the joint; without an id, the current assembly. */
interface AssemblyOfJoint {
  jointId: number;
  assemblyId?: number;
}

/**
 * Service of the tasks after an assembly: legal deadlines (acta, challenge of decisions), and the summary by mail
 * to the administrators.
 */
export function afterService({ store, directory, mail }: Context) {
  const rootOf = async (jointId: number) => (await requireJoint(directory, jointId)).rootId;

  return {
    read: async ({ jointId, assemblyId }: AssemblyOfJoint): Promise<After> => {
      const rootId = await rootOf(jointId);
      return readAsOfNow(store.db, async (trx) => {
        const assembly = await assemblyToRead(trx, rootId, assemblyId);
        const endedAt = endOf(assembly);
        const challenge = await readChallengeDays(trx, assembly);
        if (challenge === null) throw new Problem('assemblyNotClosed');
        const remote = await anyoneRemote(trx, assembly.assemblyId);
        const { heldOn, summaryDueOn, acta } = deadlinesOf({ openedAt: assembly.openedAt, endedAt }, remote);
        return {
          assemblyId: assembly.assemblyId,
          heldOn,
          remote,
          summary: {
            dueOn: summaryDueOn,
            ...(await recipientsOf(trx, rootId, assembly.assemblyId)),
            mailConfigured: mail.configured,
          },
          acta,
          challenge,
        };
      });
    },

    sendSummary: async (
      { jointId, assemblyId }: AssemblyOfJoint,
      again: boolean,
      principal: Principal,
    ): Promise<{ queued: number }> => {
      const rootId = await rootOf(jointId);
      const { actor } = principal;
      const { reachable, queued } = await store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, rootId);
        const assembly = await assemblyToRead(trx, rootId, assemblyId);
        endOf(assembly);
        const of = { rootId, assemblyId: assembly.assemblyId };
        return queueSummary(trx, { ...of, actor, at: Date.now(), again });
      });
      if (reachable === 0) throw new Problem('nobodyToMail');
      mail.nudge();
      return { queued };
    },
  };
}

/**
 * Returns the instant of the assembly's end: its closing, else its archiving by the next assembly.
 * @throws Problem assemblyNotClosed if the assembly is open or was never opened
 */
function endOf({ openedAt, closedAt, archivedAt }: StoredAssembly): Millis {
  const endedAt = closedAt ?? (openedAt === null ? null : archivedAt);
  if (endedAt === null) throw new Problem('assemblyNotClosed');
  return endedAt;
}

/** Returns the administrators of today, then earlier administrators with a sent summary. */
async function recipientsOf(
  trx: Db,
  rootId: number,
  assemblyId: number,
): Promise<Pick<After['summary'], 'recipients' | 'sentAt'>> {
  const mails = await lastMailByUser(trx, 'summary', assemblyId);
  const today = await readAdministrators(trx, { rootId });
  const ofToday = new Set(today.map(({ userId }) => userId));
  const former = (await readReceivers(trx, assemblyId)).filter(({ userId }) => !ofToday.has(userId));
  const recipients = [...today, ...former].map(({ userId, name, email }) => {
    const last = mails.get(userId);
    return {
      name,
      email,
      state: last?.state ?? null,
      sentAt: instantOf(last?.sentAt ?? null),
      problem: last?.problem ?? null,
    };
  });
  const meant = [...mails].filter(
    ([userId, { state, firstSentAt }]) =>
      // Ignores cancelled mails and unsent mails of former administrators.
      firstSentAt !== null || (state !== 'cancelled' && ofToday.has(userId)),
  );
  return { recipients, sentAt: instantOf(sentTo(meant.map(([, last]) => last))) };
}

/**
 * Returns the instant when the last receiver first got the summary; null if a summary is still unsent. Later
 * messages only repeat the summary.
 */
function sentTo(mails: readonly LastMail[]): Millis | null {
  const times = mails.map(({ firstSentAt }) => firstSentAt);
  return times.length === 0 || times.includes(null) ? null : Math.max(...times.map((at) => at ?? 0));
}

/** Business days after the closing until the summary is due (the specification, section 1). */
const SUMMARY_DAYS = 3;
/** Business days after the day of the meeting until a copy of the acta is due (Ley 675, art. 47). */
const ACTA_DAYS = 20;
/**
 * Calendar days until the acta is due if any person took part from home (Ley 675, art. 44, the stricter reading).
 */
const REMOTE_ACTA_DAYS = 10;

/** Legal deadlines after an assembly. docs/why/after.md lists the rules. */
interface Deadlines {
  heldOn: Day;
  summaryDueOn: Day;
  acta: { dueOn: Day; days: number; business: boolean };
}

/** Instants of an ended assembly, epoch ms. Null: never opened. */
interface EndedAssembly {
  openedAt: Millis | null;
  endedAt: Millis;
}

/**
 * Computes the legal deadlines after an assembly: the summary from the end, and the acta from the day of the opening.
 * @param remote true if any person took part from home
 */
export function deadlinesOf({ openedAt, endedAt }: EndedAssembly, remote: boolean): Deadlines {
  const heldOn = dayInBogota(openedAt ?? endedAt);
  return {
    heldOn,
    summaryDueOn: addBusinessDays(dayInBogota(endedAt), SUMMARY_DAYS),
    acta: remote
      ? { dueOn: addDays(heldOn, REMOTE_ACTA_DAYS), days: REMOTE_ACTA_DAYS, business: false }
      : { dueOn: addBusinessDays(heldOn, ACTA_DAYS), days: ACTA_DAYS, business: true },
  };
}
