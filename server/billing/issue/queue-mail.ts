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
  /** Bill number of a mail to owners. */
  bill: number | null;
}

/** `once`: a key that a repeated issue shares, so a message is queued once. `again`: a new key per request. */
type Which = 'once' | 'again';

/**
 * Queues a month's relación for administrators and accountants with an e-mail address.
 * @returns number of messages
 */
export async function queueRelation(trx: Db, to: Queue, which: Which): Promise<number> {
  return queue(trx, 'relation', to, which, await administrators(trx, to.jointId));
}

/**
 * Queues each valid bill of a month for the owners with an e-mail address.
 * @returns number of messages
 */
export async function queueBills(trx: Db, to: Queue, which: Which): Promise<number> {
  return queue(trx, 'bill', to, which, await ownersOf(trx, to));
}

/** Builds the mail rows of a month's bills, for the issue that stores the bills. `mailedBy` adds the shared columns. */
export async function billMails(
  db: Db,
  { jointId, monthId }: Pick<Queue, 'jointId' | 'monthId'>,
  bills: readonly { bill: number; unit: { units: readonly string[] } }[],
): Promise<RowSet> {
  const owners = await mailedOwners(db, jointId);
  const numbered = bills.map(({ bill, unit: { units } }) => ({ bill, units }));
  return mailRows('bill', monthId, addresseesOf(numbered, owners));
}

/** Counts the possible recipients. */
export async function countAddressees(
  db: Db,
  to: Pick<Queue, 'jointId' | 'monthId'>,
  what: 'relation' | 'bills',
) {
  return (what === 'relation' ? await administrators(db, to.jointId) : await ownersOf(db, to)).length;
}

async function queue(
  trx: Db,
  kind: 'relation' | 'bill',
  to: Queue,
  which: Which,
  addressees: readonly Addressee[],
): Promise<number> {
  const waiting = new Set(which === 'once' ? [] : (await waitingOf(trx, kind, to.monthId)).map(nameOf));
  const left = addressees.filter((one) => !waiting.has(nameOf(one)));
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
      once_key: `${kind}:${monthId}:${nameOf(one)}${keyEnd}`,
      user_id: one.userId,
      bill: one.bill,
      to_address: one.address,
    })),
    ['joint_id', 'month_id', 'next_at', 'created_at', 'created_by'],
  );

/** Columns shared by all messages queued together. */
export const mailedBy = ({ jointId, monthId, actor, at }: Queue) => ({
  joint_id: jointId,
  month_id: monthId,
  next_at: at,
  created_at: at,
  created_by: actor,
});

const nameOf = ({ userId, bill }: Pick<Addressee, 'userId' | 'bill'>): string =>
  bill === null ? `${userId}` : `${bill}:${userId}`;

async function administrators(db: Db, jointId: number): Promise<Addressee[]> {
  return (await mailedAdministrators(db, jointId)).map((one) => ({ ...one, bill: null }));
}

/** Counts the accounts with at least an owner with an e-mail address. */
export async function countReachable(
  db: Db,
  jointId: number,
  accounts: readonly { units: readonly string[] }[],
): Promise<number> {
  const reached = new Set((await mailedOwners(db, jointId)).map(({ apartmentId }) => apartmentId));
  return accounts.filter(({ units }) => units.some((unit) => reached.has(unit))).length;
}

/** Returns the owners of each bill. An owner of several units of a bill gets a single message. */
async function ownersOf(
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
