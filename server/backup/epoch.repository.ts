import { randomUUID } from 'node:crypto';
import { ACCOUNTS_CHAIN, appendAudit } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';

/**
 * Epoch of a database: the time between two restores of a backup (docs/run/backup.md). Clients load
 * everything anew in a new epoch.
 */
export interface Epoch {
  /** Random identifier of the epoch, known to clients. */
  epoch: string;
  /** Number of the epoch; 1 means never restored. */
  number: number;
  /** Time of the restore, or of the creation for the first epoch, epoch ms. */
  beganAt: Millis;
  /** Start of the restored copy, epoch ms. Null in the first epoch. */
  copiedAt: Millis | null;
  /** Reason of the restore, typed by the operator; null in the first epoch. */
  reason: string | null;
}

/** Spanish sentence shown in the list of mails for unsent mail after a restore. */
const MAIL_PROBLEM =
  'La base de datos se restauró de una copia: revise si el mensaje ya se había enviado antes de reintentarlo.';

/** Returns the present epoch of the store: the time since the last restore, or since the creation. */
export function readEpoch(db: Db): Promise<Epoch> {
  return db
    .selectFrom('store_epoch')
    .select(['epoch', 'number', 'began_at as beganAt', 'copied_at as copiedAt', 'reason'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/**
 * Starts a new epoch after a restore (docs/run/backup.md). People may have seen data newer than the copy.
 * So all sessions and links are revoked; codes of displays, phones and joining are deleted; unsent mails
 * wait for a review; open jobs are cancelled.
 * @param copiedAt time of the copy, epoch ms
 */
export async function beginEpoch(
  trx: Db,
  { copiedAt, reason, at }: { copiedAt: Millis; reason: string | null; at: Millis },
): Promise<Epoch> {
  const { number } = await readEpoch(trx);
  const epoch = { number: number + 1, epoch: randomUUID(), beganAt: at, copiedAt, reason };
  await trx
    .insertInto('store_epoch')
    .values({
      number: epoch.number,
      epoch: epoch.epoch,
      began_at: at,
      copied_at: copiedAt,
      reason,
    })
    .execute();
  const sessions = await trx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const links = await trx
    .updateTable('access_link')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  await trx.deleteFrom('display_code').execute();
  await trx.deleteFrom('arrival').execute();
  await trx.updateTable('assembly').set({ join_code: null }).where('join_code', 'is not', null).execute();
  const mail = await trx
    .updateTable('mail_message')
    .set({ state: 'failed', next_at: null, leased_until: null, problem: MAIL_PROBLEM })
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  const jobs = await trx
    .updateTable('report_job')
    .set({ state: 'cancelled', ended_at: at, leased_until: null })
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor: 'system', at }, 'storeRestored', {
    epoch: epoch.number,
    copiedAt: new Date(copiedAt).toISOString(),
    reason,
    sessionsEnded: Number(sessions.numUpdatedRows),
    linksEnded: Number(links.numUpdatedRows),
    mailHeld: Number(mail.numUpdatedRows),
    jobsCancelled: Number(jobs.numUpdatedRows),
  });
  return epoch;
}
