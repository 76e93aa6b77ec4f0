import type { Reminder } from '../../../shared/billing/collection/reminders.api.ts';
import type { Day } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';

/** Most contacts listed. */
const MOST_LISTED = 500;

/** Channel for reminders of debts, authorised by the person. */
export interface StoredChannel {
  channelId: number;
  person: string;
  channel: Tables['contact_channel']['channel'];
  address: string;
  authorisedOn: Day;
  proof: string;
  revokedOn: Day | null;
}

/** Lists the channels of all persons of a joint, also revoked channels, oldest first. */
export function listChannels(db: Db, jointId: number): Promise<StoredChannel[]> {
  return db
    .selectFrom('contact_channel')
    .select(['channel_id as channelId', 'person', 'channel', 'address', 'proof'])
    .select(['authorised_on as authorisedOn', 'revoked_on as revokedOn'])
    .where('joint_id', '=', jointId)
    .orderBy('channel_id')
    .execute();
}

/** Stores a channel with the next number of the joint. The caller holds the joint's billing lock. @returns the number */
export async function insertChannel(
  trx: Db,
  jointId: number,
  { person, channel, address, authorisedOn, proof }: Omit<StoredChannel, 'channelId' | 'revokedOn'>,
): Promise<number> {
  const channelId = Math.max(0, ...(await listChannels(trx, jointId)).map((one) => one.channelId)) + 1;
  await trx
    .insertInto('contact_channel')
    .values({
      joint_id: jointId,
      channel_id: channelId,
      person,
      channel,
      address,
      authorised_on: authorisedOn,
      proof,
      revoked_on: null,
    })
    .execute();
  return channelId;
}

/** Stores the day of the revocation of a channel. */
export async function setRevokedOn(trx: Db, jointId: number, channelId: number, day: Day): Promise<void> {
  await trx
    .updateTable('contact_channel')
    .set({ revoked_on: day })
    .where('joint_id', '=', jointId)
    .where('channel_id', '=', channelId)
    .execute();
}

/** Contact as stored, without the channel. */
export interface StoredReminder {
  person: string;
  name: string;
  units: string[];
  channelId: number;
  at: Millis;
  text: string;
}

/** Stores a contact with the next number of the joint. The caller holds the joint's billing lock. @returns the number */
export async function insertReminder(
  trx: Db,
  jointId: number,
  reminder: StoredReminder,
  actor: string,
): Promise<number> {
  const { last } = await trx
    .selectFrom('reminder')
    .select((eb) => eb.fn.max<number | null>('reminder_id').as('last'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  const reminderId = (last ?? 0) + 1;
  const { person, name, units, channelId, at, text } = reminder;
  await trx
    .insertInto('reminder')
    .values({
      joint_id: jointId,
      reminder_id: reminderId,
      person,
      name,
      units: JSON.stringify(units),
      channel_id: channelId,
      at,
      body: text,
      made_by: actor,
    })
    .execute();
  return reminderId;
}

/** Returns the instants of the contacts since an instant, with person, name and address, for the rule of a week. */
export function contactsSince(
  db: Db,
  jointId: number,
  since: Millis,
): Promise<{ person: string; name: string; address: string; at: Millis }[]> {
  return db
    .selectFrom('reminder as r')
    .innerJoin('contact_channel as c', (join) => join.on(sameIn('c', 'r', ['joint_id', 'channel_id'])))
    .select(['r.person', 'r.name', 'c.address', 'r.at'])
    .where('r.joint_id', '=', jointId)
    .where('r.at', '>=', since)
    .execute();
}

/** Unique name of the mail of a contact in the outbox. */
export const reminderKey = (jointId: number, reminderId: number): string =>
  `reminder:${jointId}:${reminderId}`;

/** Lists the last contacts, newest first, with channel and state of the mail; with `of` the last contacts of an account. */
export async function listContacts(db: Db, jointId: number, of?: string): Promise<Reminder[]> {
  const rows = await db
    .selectFrom('reminder as r')
    .innerJoin('contact_channel as c', (join) => join.on(sameIn('c', 'r', ['joint_id', 'channel_id'])))
    .select(['r.reminder_id as reminderId', 'r.at', 'r.name', 'r.units', 'r.body', 'c.channel', 'c.address'])
    .select(['c.authorised_on as authorisedOn', 'c.proof'])
    .where('r.joint_id', '=', jointId)
    .$if(of !== undefined, (query) =>
      // A list with the account differs from the list without; unlike `like`, in the exact case.
      query.where((eb) =>
        eb(eb.fn('replace', ['r.units', eb.val(JSON.stringify(of)), eb.val('')]), '!=', eb.ref('r.units')),
      ),
    )
    .orderBy('r.reminder_id', 'desc')
    .limit(MOST_LISTED)
    .execute();
  const keys = rows.map(({ reminderId }) => reminderKey(jointId, reminderId));
  const mails = await db
    .selectFrom('mail_message')
    .select(['once_key', 'state'])
    .where('joint_id', '=', jointId)
    .where('once_key', 'in', keys.length === 0 ? [''] : keys)
    .execute();
  const states = new Map(mails.map(({ once_key, state }) => [once_key, state]));
  return rows.map(({ at, units, body, reminderId, ...row }): Reminder => {
    const state = states.get(reminderKey(jointId, reminderId));
    const result = state === 'sending' ? 'queued' : (state ?? 'shared');
    return {
      ...row,
      reminderId,
      at: new Date(at).toISOString(),
      units: JSON.parse(units),
      text: body,
      result,
    };
  });
}

/** Finds the text of the contact behind a queued mail, by instant and address. Undefined if unknown or revoked. */
export async function findReminderMail(
  db: Db,
  { jointId, at, address }: { jointId: number; at: Millis; address: string },
): Promise<{ name: string; text: string } | undefined> {
  return db
    .selectFrom('reminder as r')
    .innerJoin('contact_channel as c', (join) => join.on(sameIn('c', 'r', ['joint_id', 'channel_id'])))
    .select(['r.name', 'r.body as text'])
    .where('r.joint_id', '=', jointId)
    .where('r.at', '=', at)
    .where('c.address', '=', address)
    .where('c.revoked_on', 'is', null)
    .executeTakeFirst();
}
