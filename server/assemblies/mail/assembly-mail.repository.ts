import type { Db } from '../../platform/db/engine.ts';
import { finds } from '../../platform/db/queries.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';

type State = Tables['mail_message']['state'];
type Kind = Tables['mail_message']['kind'];

/**
 * Cancels the unsent mails with an invitation for a person, because the links of the person were revoked.
 * @param problem reason shown for the cancelled messages
 * @returns number of cancelled messages
 */
export async function cancelInvitations(
  trx: Db,
  which: { userId: number; assemblyId: number },
  problem: string,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('mail_message')
    .set({ state: 'cancelled', next_at: null, leased_until: null, problem })
    .where('user_id', '=', which.userId)
    .where('assembly_id', '=', which.assemblyId)
    .where('kind', '=', 'invitation')
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Last mail of a kind (for example invitation) to a person about an assembly, for the list on the operator's page.
 */
export interface LastMail {
  messageId: number;
  /** State of the last message: waiting, sent, failed … */
  state: State;
  /** Number of attempts to send the last message. */
  attempts: number;
  /** Instant of the last message's sending, epoch ms; null while not sent. */
  sentAt: Millis | null;
  /** Instant of the next attempt, epoch ms; null without another attempt. */
  nextAt: Millis | null;
  /** Reason of the last failed attempt; null without a failure. */
  problem: string | null;
  /** Instant of the report that the last message was not delivered, and the diagnosis; null without a bounce. */
  bouncedAt: Millis | null;
  bounce: string | null;
  /** Instant of the first sent message; null before. */
  firstSentAt: Millis | null;
  /** Instant of the last sent message, also if a later message failed; null before. */
  lastSentAt: Millis | null;
  /** Number of messages of the kind to the person. */
  messages: number;
}

/**
 * Returns the last mail of a kind about an assembly to each person. Key: number of the user. Value: the last mail.
 */
export async function lastMailByUser(db: Db, kind: Kind, assemblyId: number): Promise<Map<number, LastMail>> {
  const rows = await db
    .selectFrom('mail_message')
    .select(['message_id as messageId', 'user_id', 'state', 'attempts', 'sent_at as sentAt'])
    .select(['next_at as nextAt', 'problem', 'bounced_at as bouncedAt', 'bounce'])
    .where('assembly_id', '=', assemblyId)
    .where('kind', '=', kind)
    .where('user_id', 'is not', null)
    .orderBy('message_id')
    .execute();
  const last = new Map<number, LastMail>();
  for (const { user_id, ...mail } of rows) {
    const userId = user_id ?? 0;
    const before = last.get(userId);
    last.set(userId, {
      ...mail,
      firstSentAt: before?.firstSentAt ?? mail.sentAt,
      lastSentAt: mail.sentAt ?? before?.lastSentAt ?? null,
      messages: (before?.messages ?? 0) + 1,
    });
  }
  return last;
}

/**
 * True if an invitation to an assembly was sent at or after an instant (epoch ms): a change of the notice then gets
 * a new version in the calendars of the owners.
 */
export function hasInvited(db: Db, assemblyId: number, since: Millis): Promise<boolean> {
  return finds(
    db
      .selectFrom('mail_message')
      .select('message_id')
      .where('assembly_id', '=', assemblyId)
      .where('kind', '=', 'invitation')
      .where('sent_at', '>=', since)
      .limit(1),
  );
}
