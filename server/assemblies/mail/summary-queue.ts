import { type Administrator, readAdministrators } from '../../accounts/index.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { insertMail, makeDue } from '../../platform/mail/outbox.repository.ts';
import { lastMailByUser } from './assembly-mail.repository.ts';

interface SummaryRequest {
  rootId: number;
  assemblyId: number;
  actor: string;
  at: Millis;
  /**
   * True to send the summary also to administrators with an earlier summary. A message still in the queue is never
   * doubled.
   */
  again: boolean;
}

/**
 * Queues the mail with the summary of an ended assembly for each administrator with an address, and adds an audit
 * entry. A failed mail is sent again unchanged, so each gets a single mail. The caller must have locked the joint.
 * @returns number of administrators with an address, and number of queued mails
 */
export async function queueSummary(
  trx: Db,
  { rootId, assemblyId, actor, at, again }: SummaryRequest,
): Promise<{ reachable: number; queued: number }> {
  const administrators = await readAdministrators(trx, { rootId });
  const mails = await lastMailByUser(trx, 'summary', assemblyId);
  const reachable = administrators.filter(isReachable);
  const due = reachable.filter(({ userId }) => {
    const state = mails.get(userId)?.state;
    return state === undefined || state === 'failed' || state === 'cancelled' || (again && state === 'sent');
  });
  const fresh = due.filter(({ userId }) => mails.get(userId)?.state !== 'failed');
  for (const { userId } of due) {
    const before = mails.get(userId);
    if (before?.state === 'failed') await makeDue(trx, before.messageId, at);
  }
  await insertMail(
    trx,
    fresh.map(({ userId, email }) => ({
      kind: 'summary',
      once_key: `summary:${assemblyId}:${userId}:${mails.get(userId)?.messages ?? 0}`,
      joint_id: rootId,
      assembly_id: assemblyId,
      user_id: userId,
      to_address: email,
      created_at: at,
      created_by: actor,
    })),
  );
  if (due.length > 0) {
    const data = { assemblyId, userIds: due.map(({ userId }) => userId), again };
    await appendAudit(trx, { chain: jointChain(rootId), actor, at }, 'summaryQueued', data);
  }
  return { reachable: reachable.length, queued: due.length };
}

const isReachable = (person: Administrator): person is Administrator & { email: string } =>
  person.email !== null;
