import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../db/engine.ts';
import type { Millis, Tables } from '../db/tables.ts';

export type MessageKind = Tables['mail_message']['kind'];

/** A message as its sender needs it. */
export interface DueMessage {
  messageId: number;
  kind: MessageKind;
  /** 0 where a message has none. */
  jointId: number;
  assemblyId: number;
  userId: number;
  /** Of billing: whose month, and which bill. */
  monthId: number | null;
  bill: number | null;
  /** Attempts begun before. */
  attempts: number;
  createdAt: Millis;
}

/** Waiting and due, or leased by a process that has not been heard of for the length of its lease. */
function isDue(at: Millis) {
  return (eb: ExpressionBuilder<Tables, 'mail_message'>) =>
    eb.or([
      eb.and([eb('state', '=', 'queued'), eb('next_at', '<=', at)]),
      eb.and([eb('state', '=', 'sending'), eb('leased_until', '<=', at)]),
    ]);
}

/** The due messages that have waited longest, those of the kinds `first` before others. */
export async function dueMail(
  db: Db,
  at: Millis,
  { first, limit }: { first: readonly MessageKind[]; limit: number },
): Promise<DueMessage[]> {
  const rows = await db
    .selectFrom('mail_message')
    .select(['message_id', 'kind', 'joint_id', 'assembly_id', 'user_id', 'month_id', 'bill'])
    .select(['attempts', 'created_at'])
    .where(isDue(at))
    .orderBy((eb) => eb.case().when('kind', 'in', first).then(0).else(1).end())
    .orderBy('next_at')
    .orderBy('message_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    kind: row.kind,
    jointId: row.joint_id ?? 0,
    assemblyId: row.assembly_id ?? 0,
    userId: row.user_id ?? 0,
    monthId: row.month_id,
    bill: row.bill,
    attempts: row.attempts,
    createdAt: row.created_at,
  }));
}

/** Leases a message to send it; false when another process has it, or it is not due any more. */
export async function leaseMail(
  trx: Db,
  lease: { messageId: number; attempts: number; to: string; at: Millis; until: Millis },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mail_message')
    .set((eb) => ({
      state: 'sending',
      leased_until: lease.until,
      attempts: eb('attempts', '+', 1),
      to_address: lease.to,
    }))
    .where('message_id', '=', lease.messageId)
    .where('attempts', '=', lease.attempts)
    .where(isDue(lease.at))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts off the end of a lease; false when it is not ours any more. */
export async function keepLease(
  db: Db,
  lease: { messageId: number; attempts: number; until: Millis },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_message')
    .set({ leased_until: lease.until })
    .where('message_id', '=', lease.messageId)
    .where('attempts', '=', lease.attempts)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends every lease: for a process that knows that no other one is there to have any. */
export async function endLeases(db: Db): Promise<void> {
  await db.updateTable('mail_message').set({ leased_until: 0 }).where('state', '=', 'sending').execute();
}

/** The mail server took it: true even of one that was called back a moment too late. */
export async function noteSent(db: Db, messageId: number, at: Millis): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({ state: 'sent', sent_at: at, next_at: null, leased_until: null, problem: null })
    .where('message_id', '=', messageId)
    .execute();
}

/** It did not leave: tried again at `nextAt`, or never where that is null. Only by who has the lease. */
export async function noteProblem(
  db: Db,
  attempt: { messageId: number; attempts: number },
  problem: string,
  nextAt: Millis | null,
): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({
      state: nextAt === null ? 'failed' : 'queued',
      next_at: nextAt,
      leased_until: null,
      problem,
    })
    .where('message_id', '=', attempt.messageId)
    .where('attempts', '=', attempt.attempts)
    .where('state', '=', 'sending')
    .execute();
}

/** Calls back a due message that no longer applies. */
export async function dropDue(db: Db, messageId: number, at: Millis, problem: string): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({ state: 'cancelled', next_at: null, leased_until: null, problem })
    .where('message_id', '=', messageId)
    .where(isDue(at))
    .execute();
}
