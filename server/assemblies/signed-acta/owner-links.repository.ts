import { newAccessToken } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import type { Prepared } from '../../platform/mail/kind.ts';
import type { LastMail } from '../mail/assembly-mail.repository.ts';
import type { OwnerDelivery } from '../mail/deliveries.ts';

/** Content of a personal link: units of the owner, the mail of the link, or the publication in a printed letter. */
interface OfLink {
  assemblyId: number;
  apartmentIds: readonly string[];
  messageId?: number;
  publicationId?: number;
}

/**
 * Makes a personal link to the results and the signed acta of an assembly. The token follows the '#', so that no
 * server, proxy or log sees the token; the store has the hash.
 * @returns the link, and the steps around the sending that store and remove the hash
 */
export function newOwnerLink(
  publicUrl: string,
  { assemblyId, apartmentIds, messageId, publicationId }: OfLink,
): { url: string } & Required<Pick<Prepared, 'onLeased' | 'onStayed'>> {
  const { text, hash } = newAccessToken();
  return {
    url: `${publicUrl}/Asamblea#${text}`,
    onLeased: async (trx, at) => {
      await trx
        .insertInto('owner_link')
        .values({
          token_hash: hash,
          assembly_id: assemblyId,
          created_at: at,
          apartment_ids: JSON.stringify(apartmentIds),
          message_id: messageId ?? null,
          publication_id: publicationId ?? null,
        })
        .execute();
    },
    onStayed: async (db) => {
      await db.deleteFrom('owner_link').where('token_hash', '=', hash).execute();
    },
  };
}

/** Delivery of a published acta to an owner: a mail, also before its sending, or a printed letter. */
export interface ActaDelivery extends OwnerDelivery {
  channel: 'mail' | 'letter';
  publicationId: number;
  /** Key of a printed letter; null for a mail. */
  tokenHash: string | null;
  /** Units of the owner; null for a mail before the sending. */
  apartmentIds: string[] | null;
  /** Publications opened by the link, the first opened first. */
  openedIds: number[];
  mail: Pick<LastMail, 'state' | 'problem'> | undefined;
}

/** Lists the deliveries of all publications of the acta, mails first. */
export async function readActaDeliveries(db: Db, assemblyId: number): Promise<ActaDelivery[]> {
  const links = await db
    .selectFrom('owner_link as l')
    .leftJoin('acta_opening as o', 'o.token_hash', 'l.token_hash')
    .select(['l.token_hash as tokenHash', 'l.apartment_ids', 'l.message_id as messageId'])
    .select(['l.publication_id as publicationId', 'l.created_at as sentAt', 'l.signed_at as signedAt'])
    .select(['o.publication_id as openedId', 'o.opened_at as openedAt'])
    .where('l.assembly_id', '=', assemblyId)
    .orderBy('l.created_at')
    .orderBy('l.token_hash')
    .orderBy('o.opened_at')
    .execute();
  const mails = await db
    .selectFrom('mail_message')
    .select(['message_id', 'to_address', 'state', 'problem', 'sent_at as sentAt', 'bounced_at as bouncedAt'])
    .select('once_key')
    .where('assembly_id', '=', assemblyId)
    .where('once_key', 'like', `signedActa:${assemblyId}:%`)
    .orderBy('message_id')
    .execute();
  // A mail with an unsure first attempt has a link for each attempt.
  const byDelivery = groupBy(links, ({ messageId, tokenHash }) => messageId ?? tokenHash);
  const factsOf = (own: typeof links = []) => ({
    apartmentIds: own[0] ? JSON.parse(own[0].apartment_ids) : null,
    signedAt: own[0]?.signedAt ?? null,
    openedAt: own.find((link) => link.openedAt !== null)?.openedAt ?? null,
    openedIds: own.flatMap(({ openedId }) => openedId ?? []),
  });
  const mailed = mails.map(({ message_id, to_address, once_key, sentAt, bouncedAt, ...mail }) => ({
    ...factsOf(byDelivery.get(message_id)),
    channel: 'mail' as const,
    address: to_address.toLowerCase(),
    publicationId: Number(once_key?.split(':')[2]),
    tokenHash: null,
    sentAt,
    bouncedAt,
    mail,
  }));
  const printed = [...byDelivery.values()].flatMap((own) => {
    const [{ publicationId, sentAt, tokenHash } = { publicationId: null }] = own;
    if (publicationId === null) return [];
    const letter = { channel: 'letter' as const, address: null, bouncedAt: null, mail: undefined };
    return [{ ...factsOf(own), ...letter, publicationId, sentAt, tokenHash }];
  });
  return [...mailed, ...printed];
}

/** Notes the signature of an owner on a printed letter. */
export const noteActaSigned = (trx: Db, tokenHash: string, at: Millis) =>
  trx.updateTable('owner_link').set({ signed_at: at }).where('token_hash', '=', tokenHash).execute();

/** Returns the assembly and the units of a personal link, by the hash of the token; undefined if unknown. */
export async function findLinkedOwner(
  db: Db,
  hash: string,
): Promise<{ assemblyId: number; apartmentIds: string[] } | undefined> {
  const row = await db
    .selectFrom('owner_link')
    .select(['assembly_id as assemblyId', 'apartment_ids'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row && { assemblyId: row.assemblyId, apartmentIds: JSON.parse(row.apartment_ids) };
}

/** Notes the first opening of a publication by a personal link. */
export async function noteActaOpened(
  db: Db,
  { assemblyId, publicationId, tokenHash }: { assemblyId: number; publicationId: number; tokenHash: string },
  at: Millis,
): Promise<void> {
  const row = { assembly_id: assemblyId, publication_id: publicationId, token_hash: tokenHash };
  const openings = db
    .selectFrom('acta_opening')
    .select('opened_at')
    .where((eb) => eb.and(row));
  if (await finds(openings)) return;
  await db
    .insertInto('acta_opening')
    .values({ ...row, opened_at: at })
    .onConflict((on) => on.doNothing())
    .execute();
}
