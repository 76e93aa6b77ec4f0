import { type Insertable, sql } from 'kysely';
import { DAY_MS } from '../../../shared/durations.ts';
import type { MailMessage } from '../../../shared/mail/mailbox.api.ts';
import type { Db } from '../db/engine.ts';
import { finds, inSlices, instantOf, updates } from '../db/queries.ts';
import type { Millis, Tables } from '../db/tables.ts';
import { type Lease, LeasedRows } from '../queue/leases.repository.ts';

type State = Tables['mail_message']['state'];
/** Kind of mail, as stored: invitation, bill … */
export type MessageKind = Tables['mail_message']['kind'];

/** Mail to add to the outbox, due at the instant of the adding (`created_at`). */
type NewMail = Omit<
  Insertable<Tables['mail_message']>,
  'state' | 'attempts' | 'next_at' | 'bounced_at' | 'bounce'
>;

/**
 * Adds mails to the outbox (table of queued mails), in the transaction of the act. The mail sender sends
 * the mails later. A rehearsal sends no mail: mails of trial joints are dropped.
 */
export async function insertMail(trx: Db, mails: readonly NewMail[]): Promise<void> {
  const rows = mails.map((mail) => ({
    ...mail,
    state: 'queued' as const,
    attempts: 0,
    next_at: mail.created_at,
  }));
  const jointIds = [...new Set(rows.flatMap(({ joint_id }) => joint_id ?? []))];
  const trials = new Set<number | null | undefined>();
  await inSlices(jointIds, 100, async (some) => {
    const found = trx.selectFrom('joint').select('joint_id').where('joint_id', 'in', some);
    const rehearsed = await found.where('rehearsal_of', 'is not', null).execute();
    for (const { joint_id } of rehearsed) trials.add(joint_id);
  });
  const real = rows.filter(({ joint_id }) => !trials.has(joint_id));
  await inSlices(real, 100, (some) => trx.insertInto('mail_message').values(some).execute());
}

/**
 * Lists the mails of the outbox, newest first, at most `limit`.
 * @param page.state only mails of the state; default: all
 * @param page.search part of the address, of the user's name or of the joint's name; SQLite ignores case in ASCII only
 * @param page.before only mails with a smaller number, for the next page
 */
export async function listOutbox(
  db: Db,
  page: { state?: State; search?: string; before?: number; limit: number },
): Promise<MailMessage[]> {
  let query = db
    .selectFrom('mail_message as m')
    .leftJoin('joint as j', 'j.joint_id', 'm.joint_id')
    .leftJoin('user_account as u', 'u.user_id', 'm.user_id')
    .select(['m.message_id as messageId', 'm.kind', 'm.joint_id as jointId', 'j.joint_name as jointName'])
    .select(['m.to_address as to', 'u.name', 'm.state', 'm.attempts', 'm.created_at as createdAt'])
    .select(['m.sent_at as sentAt', 'm.next_at as nextAt', 'm.problem'])
    .select(['m.bounced_at as bouncedAt', 'm.bounce'])
    .orderBy('m.message_id', 'desc')
    .limit(page.limit);
  if (page.state !== undefined) query = query.where('m.state', '=', page.state);
  if (page.search !== undefined) {
    const part = `%${page.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const has = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '\\'`;
    query = query.where((eb) => eb.or([has('m.to_address'), has('u.name'), has('j.joint_name')]));
  }
  if (page.before !== undefined) query = query.where('m.message_id', '<', page.before);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    sentAt: instantOf(row.sentAt),
    nextAt: instantOf(row.nextAt),
    bouncedAt: instantOf(row.bouncedAt),
  }));
}

/**
 * Returns kind, joint (null for a password mail), user (null for an address from the table of units) and address of
 * a mail. Undefined for an unknown id.
 */
export async function findMail(
  db: Db,
  messageId: number,
): Promise<
  { kind: MessageKind; jointId: number | null; userId: number | null; address: string } | undefined
> {
  return db
    .selectFrom('mail_message')
    .select(['kind', 'joint_id as jointId', 'user_id as userId', 'to_address as address'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

/**
 * Makes a failed or waiting mail due now and resets the attempts. Returns false for a mail in another state.
 * @param at current time, epoch ms
 */
export async function makeDue(trx: Db, messageId: number, at: Millis): Promise<boolean> {
  return updates(
    trx
      .updateTable('mail_message')
      .set({ state: 'queued', next_at: at, attempts: 0 })
      .where('message_id', '=', messageId)
      .where('state', 'in', ['queued', 'failed']),
  );
}

/**
 * Returns the mails of a joint with a key of a prefix, for a later mail to the same persons.
 * @param keyPrefix start of the keys, with letters, digits and colons: 'powerCopy:12:'
 */
export function mailsWithKey(
  db: Db,
  jointId: number,
  keyPrefix: string,
): Promise<{ onceKey: string; address: string }[]> {
  return db
    .selectFrom('mail_message')
    .select(['once_key as onceKey', 'to_address as address'])
    .where('joint_id', '=', jointId)
    .where('once_key', 'like', `${keyPrefix}%`)
    .orderBy('once_key')
    .execute();
}

/** Cancels a waiting or failed mail. Returns false for a mail in another state. */
export async function cancelMail(trx: Db, messageId: number): Promise<boolean> {
  return updates(
    trx
      .updateTable('mail_message')
      .set({ state: 'cancelled', next_at: null })
      .where('message_id', '=', messageId)
      .where('state', 'in', ['queued', 'failed']),
  );
}

/** Leases of queued mails: a server process reserves a mail before sending, so no mail is sent twice. */
export const mailRows = new LeasedRows({
  table: 'mail_message',
  id: 'message_id',
  held: 'sending',
  mayBeTaken: (at) => sql`next_at <= ${at}`,
});

/** Mail due to be sent, as read from the outbox (table of queued mails). */
export interface DueMessage extends Lease {
  id: number;
  kind: MessageKind;
  /** Unique key of the mail: kind and subject, 'powerCopy:12:granter'. */
  onceKey: string;
  /** Id of the joint. 0 without a joint; likewise for a missing assembly or user. */
  jointId: number;
  assemblyId: number;
  userId: number;
  /** Address of the recipient when the mail was queued. */
  address: string;
  /** Id of the month and number of the bill for a billing mail; null for other kinds. */
  monthId: number | null;
  bill: number | null;
  /** Time of queuing, epoch ms. */
  createdAt: Millis;
}

/**
 * Returns mails due to be sent, longest waiting first; the kinds in `first` come before others.
 * @param at current time, epoch ms
 */
export async function dueMail(
  db: Db,
  at: Millis,
  { first, limit }: { first: readonly MessageKind[]; limit: number },
): Promise<DueMessage[]> {
  const rows = await db
    .selectFrom('mail_message')
    .select([
      'message_id as id',
      'once_key as onceKey',
      'kind',
      'joint_id as jointId',
      'assembly_id as assemblyId',
      'user_id as userId',
    ])
    .select(['to_address as address', 'month_id as monthId', 'bill', 'attempts', 'created_at as createdAt'])
    .where(mailRows.isDue(at))
    .orderBy((eb) => eb.case().when('kind', 'in', first).then(0).else(1).end())
    .orderBy('next_at')
    .orderBy('message_id')
    .limit(limit)
    .execute();
  return rows.map(({ jointId, assemblyId, userId, ...row }) => ({
    ...row,
    jointId: jointId ?? 0,
    assemblyId: assemblyId ?? 0,
    userId: userId ?? 0,
  }));
}

/**
 * Stores the address used for a mail in the transaction of reserving the mail, because the owner's address
 * may have changed since queuing.
 */
export async function noteAddress(trx: Db, messageId: number, address: string): Promise<void> {
  await trx
    .updateTable('mail_message')
    .set({ to_address: address })
    .where('message_id', '=', messageId)
    .execute();
}

/**
 * Marks a mail as sent, even if staff cancelled the mail during the sending.
 * @param at instant of the sending, epoch ms: equal in all attempts to mark the sending
 */
export async function noteSent(db: Db, messageId: number, at: Millis): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({ state: 'sent', sent_at: at, next_at: null, leased_until: null, problem: null })
    .where('message_id', '=', messageId)
    .execute();
}

/** True if the sending of an instant (epoch ms) is marked. */
export const isNotedSent = (db: Db, messageId: number, at: Millis): Promise<boolean> =>
  finds(
    db
      .selectFrom('mail_message')
      .select('message_id')
      .where('message_id', '=', messageId)
      .where('sent_at', '=', at),
  );

/**
 * Longest time between the sending of a mail and the report of a bounce: mail servers give up after five days (RFC 5321,
 * 4.5.4.1). A recipient knows the return address, and could report a mail long after a lost assembly.
 */
const BOUNCE_MS = 7 * DAY_MS;

/**
 * Notes the bounce of a mail handed to the mail server, also before the note of the sending. Returns false for a mail with an
 * earlier bounce, an unknown mail, or a late report.
 * @param at current time, epoch ms
 */
export const noteBounce = (
  db: Db,
  { messageId, text }: { messageId: number; text: string },
  at: Millis,
): Promise<boolean> =>
  updates(
    db
      .updateTable('mail_message')
      .set({ bounced_at: at, bounce: text })
      .where('message_id', '=', messageId)
      .where('attempts', '>', 0)
      .where((eb) => eb.or([eb('sent_at', 'is', null), eb('sent_at', '>=', at - BOUNCE_MS)]))
      .where('bounced_at', 'is', null),
  );

/** Records a failed attempt to send a mail. `nextAt`: time of the next attempt; null for no further attempt. */
export const noteProblem = (db: Db, lease: Lease, problem: string, nextAt: Millis | null) =>
  mailRows.change(db, lease, {
    state: nextAt === null ? 'failed' : 'queued',
    next_at: nextAt,
    leased_until: null,
    problem,
  });

/**
 * Cancels a due mail no longer needed, and stores the Spanish reason.
 * @param at current time, epoch ms
 */
export async function dropDue(db: Db, messageId: number, at: Millis, problem: string): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({ state: 'cancelled', next_at: null, leased_until: null, problem })
    .where('message_id', '=', messageId)
    .where(mailRows.isDue(at))
    .execute();
}
