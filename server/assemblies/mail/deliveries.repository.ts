import type { DeliveryChannel } from '../../../shared/assemblies/invitations.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds, inSlices, updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import type { OwnerDelivery } from './deliveries.ts';
import type { Invited } from './invited.repository.ts';
import type { NoticeContent, NoticeVersion } from './notice.ts';
import { readNoticeAddresses } from './notice-addresses.repository.ts';
import { addressAt, type StoredAddress } from './notice-addresses.ts';
import { readRollOwners } from './roll-owners.repository.ts';
import { withOwnerless } from './roll-owners.ts';

/** Lists the versions of an assembly's notice, the oldest first. */
export async function readNoticeVersions(
  db: Db,
  assemblyId: number,
): Promise<{ sha256: string; content: NoticeContent; madeAt: Millis }[]> {
  const rows = await db
    .selectFrom('notice_version')
    .select(['sha256', 'content', 'made_at as madeAt'])
    .where('assembly_id', '=', assemblyId)
    .orderBy('made_at')
    .orderBy('sha256')
    .execute();
  return rows.map((row) => ({ ...row, content: JSON.parse(row.content) }));
}

/** Query of the deliveries of an assembly with the version of the notice. */
const deliveredNotices = (db: Db, assemblyId: number) =>
  db
    .selectFrom('delivery as d')
    .innerJoin('notice_version as n', (join) =>
      join.onRef('n.assembly_id', '=', 'd.assembly_id').onRef('n.sha256', '=', 'd.notice_sha256'),
    )
    .where('d.assembly_id', '=', assemblyId);

/** Lists the notices of an assembly as mailed to an address, the oldest first. */
export async function readMailedNotices(
  db: Db,
  { assemblyId, address }: { assemblyId: number; address: string },
): Promise<NoticeContent[]> {
  const rows = await deliveredNotices(db, assemblyId)
    .select('n.content')
    .where('d.channel', '=', 'mail')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['d.address']), '=', address.toLowerCase()))
    .orderBy('d.sent_at')
    .execute();
  return rows.map(({ content }) => JSON.parse(content));
}

/** Reads the version of an assembly's notice in the last delivery; undefined before the first delivery. */
export async function readLastSentNotice(db: Db, assemblyId: number): Promise<NoticeContent | undefined> {
  // The content is read once, not sorted with each delivery.
  const last = deliveredNotices(db, assemblyId)
    .select('n.sha256')
    .orderBy('d.sent_at', 'desc')
    .orderBy('n.made_at', 'desc')
    .orderBy('n.sha256')
    .limit(1);
  const row = await db
    .selectFrom('notice_version')
    .select('content')
    .where('assembly_id', '=', assemblyId)
    .where('sha256', '=', last)
    .executeTakeFirst();
  return row && JSON.parse(row.content);
}

/** True if a version of an assembly's notice is stored. */
export const hasNoticeVersion = (db: Db, assemblyId: number, sha256: string): Promise<boolean> =>
  finds(
    db
      .selectFrom('notice_version')
      .select('sha256')
      .where('assembly_id', '=', assemblyId)
      .where('sha256', '=', sha256),
  );

/** A delivery of a notice to an owner, to be stored. */
export interface NewDelivery {
  userId: number;
  channel: DeliveryChannel;
  address: string | null;
  answer: string | null;
  tokenHash: string;
  messageId: number | null;
}

/** Returns the delivery of a printed letter or a shared text. */
export const deliveryOf = (
  channel: 'letter' | 'text',
  tokenHash: string,
  { userId, address }: Pick<Invited, 'userId' | 'address'>,
): NewDelivery => ({
  userId,
  channel,
  address: address?.kind === channel ? address.value : null,
  answer: null,
  tokenHash,
  messageId: null,
});

/**
 * Stores deliveries of a notice, with the version of the notice.
 * @param of.at instant of the sending, epoch ms
 */
export async function insertDeliveries(
  trx: Db,
  { assemblyId, notice, at }: { assemblyId: number; notice: NoticeVersion; at: Millis },
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await trx
    .insertInto('notice_version')
    .values({ assembly_id: assemblyId, sha256: notice.sha256, content: notice.text, made_at: at })
    .onConflict((on) => on.columns(['assembly_id', 'sha256']).doNothing())
    .execute();
  const rows = deliveries.map(({ userId, channel, address, answer, tokenHash, messageId }) => ({
    delivery_key: `${channel}-${tokenHash}`,
    assembly_id: assemblyId,
    user_id: userId,
    channel,
    address,
    sent_at: at,
    answer,
    notice_sha256: notice.sha256,
    token_hash: tokenHash,
    message_id: messageId,
  }));
  await inSlices(rows, 100, (some) => trx.insertInto('delivery').values(some).execute());
}

/** Delivery of a notice to an owner, as stored. */
export interface NoticeDelivery extends OwnerDelivery {
  userId: number;
  sentAt: Millis;
  answer: string | null;
  noticeSha256: string | null;
  /** Diagnosis of the recipient's server; null without a bounce. */
  bounce: string | null;
}

/** Lists the deliveries of an assembly's notices, the oldest first. */
const readDeliveries = (db: Db, assemblyId: number): Promise<NoticeDelivery[]> =>
  db
    .selectFrom('delivery as d')
    .leftJoin('access_link as l', 'l.token_hash', 'd.token_hash')
    .leftJoin('mail_message as m', 'm.message_id', 'd.message_id')
    .select(['d.user_id as userId', 'd.channel', 'd.address', 'd.sent_at as sentAt', 'd.answer'])
    .select(['d.notice_sha256 as noticeSha256', 'l.first_used_at as openedAt', 'd.signed_at as signedAt'])
    .select(['m.bounced_at as bouncedAt', 'm.bounce'])
    .where('d.assembly_id', '=', assemblyId)
    .orderBy('d.sent_at')
    .orderBy('d.delivery_key')
    .execute();

/**
 * Notes the signature of an owner on the last printed letter. Returns false if the letter is signed already, undefined
 * without a letter.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function noteSigned(
  trx: Db,
  { assemblyId, userId }: { assemblyId: number; userId: number },
  { at, actor }: { at: Millis; actor: string },
): Promise<boolean | undefined> {
  const last = await trx
    .selectFrom('delivery')
    .select(['delivery_key', 'signed_at'])
    .where('assembly_id', '=', assemblyId)
    .where('user_id', '=', userId)
    .where('channel', '=', 'letter')
    .orderBy('sent_at', 'desc')
    .orderBy('delivery_key', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return undefined;
  if (last.signed_at !== null) return false;
  return updates(
    trx
      .updateTable('delivery')
      .set({ signed_at: at, signed_by: actor })
      .where('delivery_key', '=', last.delivery_key),
  );
}

/** Returns the deliveries of an assembly's notices to each user, the oldest first. Key: number of the user. */
export const deliveriesByUser = async (db: Db, assemblyId: number): Promise<Map<number, NoticeDelivery[]>> =>
  groupBy(await readDeliveries(db, assemblyId), ({ userId }) => userId);

/**
 * Lists the owners on the roll, then each unit without a known owner (`name` null), with deliveries of the notices, and the
 * registered address at an instant.
 */
export async function readNotifiedOwners(db: Db, where: { assemblyId: number; family: readonly number[] }) {
  const byUser = await deliveriesByUser(db, where.assemblyId);
  const addresses = await readNoticeAddresses(db, where.family[0] ?? 0);
  return withOwnerless(await readRollOwners(db, where)).map((owner) => {
    const { name, document, apartments } = owner;
    return {
      ...owner,
      registeredAt: (at: Millis): StoredAddress | null =>
        name === null ? null : addressAt(addresses, { name, document, apartments }, at),
      deliveries: owner.linked.flatMap((id) => byUser.get(id) ?? []),
    };
  });
}
