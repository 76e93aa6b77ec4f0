import type { Db } from '../../platform/db/engine.ts';
import { type RowSet, rowsOf } from '../../platform/db/pack-rows.ts';
import { insertRows } from '../../platform/db/put-rows.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  type MailedOwner,
  mailedAdministrators,
  mailedOwners,
  standingBills,
  waitingOf,
} from './addressees.repository.ts';

interface Queue {
  jointId: number;
  monthId: number;
  actor: string;
  at: Millis;
}

interface Addressee {
  userId: number;
  address: string;
  /** Number of the bill that a mail to an owner carries; null for a mail of the relación. */
  bill: number | null;
}

/**
 * Rule for repeated mails. `once`: a repeated issue queues a message only once. `again`: each request queues new
 * messages.
 */
type Which = 'once' | 'again';

/**
 * Queues a mail with the relación (the month's table of bills) to each administrator and accountant with an
 * e-mail address. The mail worker sends the messages later. With `once`, leaves out users with a waiting
 * message; with `again`, always adds messages.
 * @returns number of messages
 */
export async function queueRelation(trx: Db, to: Queue, which: Which): Promise<number> {
  return queue(trx, 'relation', to, which, await administrators(trx, to.jointId));
}

/**
 * Queues the mails with the bills of a month: each valid bill to the owners of the charged units with an
 * e-mail address. The mail worker sends the messages later. With `once`, leaves out users with a waiting
 * message; with `again`, always adds messages.
 * @returns number of messages
 */
export async function queueBills(trx: Db, to: Queue, which: Which): Promise<number> {
  return queue(trx, 'bill', to, which, await readRecipients(trx, to));
}

/**
 * Builds the rows of the mail queue for the bills of a month, to be stored in the same transaction as the
 * bills. `mailedBy` gives the remaining columns.
 */
export async function billMails(
  db: Db,
  { jointId, monthId }: Pick<Queue, 'jointId' | 'monthId'>,
  bills: readonly { bill: number; unit: { units: readonly string[] } }[],
): Promise<RowSet> {
  const owners = await mailedOwners(db, jointId);
  const numbered = bills.map(({ bill, unit: { units } }) => ({ bill, units }));
  return mailRows('bill', monthId, addresseesOf(numbered, owners));
}

/**
 * Counts the mails that a request would queue, to ask the user for confirmation: with 'relation' the mails to
 * administrators and accountants, with 'bills' the mails to owners.
 */
export async function countAddressees(
  db: Db,
  to: Pick<Queue, 'jointId' | 'monthId'>,
  what: 'relation' | 'bills',
) {
  return (what === 'relation' ? await administrators(db, to.jointId) : await readRecipients(db, to)).length;
}

async function queue(
  trx: Db,
  kind: 'relation' | 'bill',
  to: Queue,
  which: Which,
  addressees: readonly Addressee[],
): Promise<number> {
  const waiting = new Set(which === 'once' ? [] : (await waitingOf(trx, kind, to.monthId)).map(mailKey));
  const left = addressees.filter((one) => !waiting.has(mailKey(one)));
  const rows = mailRows(kind, to.monthId, left, which === 'once' ? '' : `:${to.at}`);
  await insertRows(trx, [rows], mailedBy(to));
  return left.length;
}

const mailRows = (
  kind: 'relation' | 'bill',
  monthId: number,
  addressees: readonly Addressee[],
  keyEnd = '',
): RowSet =>
  rowsOf(
    'mail_message',
    addressees.map((one) => ({
      kind,
      state: 'queued',
      attempts: 0,
      once_key: `${kind}:${monthId}:${mailKey(one)}${keyEnd}`,
      user_id: one.userId,
      bill: one.bill,
      to_address: one.address,
    })),
    ['joint_id', 'month_id', 'next_at', 'created_at', 'created_by'],
  );

/**
 * Returns the columns of the mail queue with equal values in all messages queued together: joint, month, time
 * and user.
 */
export const mailedBy = ({ jointId, monthId, actor, at }: Queue) => ({
  joint_id: jointId,
  month_id: monthId,
  next_at: at,
  created_at: at,
  created_by: actor,
});

const mailKey = ({ userId, bill }: Pick<Addressee, 'userId' | 'bill'>): string =>
  bill === null ? `${userId}` : `${bill}:${userId}`;

async function administrators(db: Db, jointId: number): Promise<Addressee[]> {
  return (await mailedAdministrators(db, jointId)).map((one) => ({ ...one, bill: null }));
}

/**
 * Counts the accounts with at least an owner reachable by e-mail. Tells the user before the issue the number
 * of bills to be mailed.
 */
export async function countReachable(
  db: Db,
  jointId: number,
  accounts: readonly { units: readonly string[] }[],
): Promise<number> {
  const reached = new Set((await mailedOwners(db, jointId)).map(({ apartmentId }) => apartmentId));
  return accounts.filter(({ units }) => units.some((unit) => reached.has(unit))).length;
}

/** Returns the mail recipients of each bill. An owner of several units of a bill gets a single message. */
async function readRecipients(
  db: Db,
  { jointId, monthId }: Pick<Queue, 'jointId' | 'monthId'>,
): Promise<Addressee[]> {
  const bills = await standingBills(db, jointId, monthId);
  return addresseesOf(bills, await mailedOwners(db, jointId));
}

/** Returns the owners of each bill's units, by user id. */
function addresseesOf(
  bills: readonly { bill: number; units: readonly string[] }[],
  owners: readonly MailedOwner[],
): Addressee[] {
  const byUnit = new Map<string, MailedOwner[]>();
  for (const one of owners) byUnit.set(one.apartmentId, [...(byUnit.get(one.apartmentId) ?? []), one]);
  return bills.flatMap(({ bill, units }) => {
    const people = new Map(
      units.flatMap((unit) => byUnit.get(unit) ?? []).map((one) => [one.userId, one.address]),
    );
    return [...people].sort(([a], [b]) => a - b).map(([userId, address]) => ({ userId, address, bill }));
  });
}
