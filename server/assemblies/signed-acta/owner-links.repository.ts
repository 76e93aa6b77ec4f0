import { newAccessToken } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Prepared } from '../../platform/mail/kind.ts';
import { deliveryState, isWaiting, withoutDelivery } from '../mail/deliveries.repository.ts';

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

/** Delivery of a published acta to an owner, as mail or printed letter. */
export interface ActaDelivery {
  channel: 'mail' | 'letter';
  publicationId: number;
  /** Units of the owner; null for a mail before the sending. */
  apartmentIds: string[] | null;
  /** Address of a mail in lower case; null for a letter. */
  address: string | null;
  /** Instant when the mail server took the mail, or of the print, epoch ms; null before. */
  sentAt: Millis | null;
  openedAt: Millis | null;
  signedAt: Millis | null;
  bouncedAt: Millis | null;
  /** True for a mail before its sending. */
  isWaiting: boolean;
  /** State in the words of the notice's deliveries; a printed letter is named as without a signature. */
  state: string;
}

/** Lists the deliveries of all publications of the acta, mails first. */
export async function readActaDeliveries(db: Db, assemblyId: number): Promise<ActaDelivery[]> {
  const links = await db
    .selectFrom('owner_link')
    .select(['apartment_ids', 'message_id', 'publication_id', 'created_at'])
    .select(['first_used_at as openedAt', 'signed_at as signedAt'])
    .where('assembly_id', '=', assemblyId)
    .orderBy('created_at')
    .orderBy('token_hash')
    .execute();
  const mails = await db
    .selectFrom('mail_message')
    .select(['message_id', 'to_address', 'state', 'problem', 'sent_at', 'bounced_at as bouncedAt'])
    .select('once_key')
    .where('assembly_id', '=', assemblyId)
    .where('once_key', 'like', `signedActa:${assemblyId}:%`)
    .orderBy('message_id')
    .execute();
  const mailed = mails.map((mail): ActaDelivery => {
    // A mail with an unsure first attempt has a link for each attempt.
    const own = links.filter(({ message_id }) => message_id === mail.message_id);
    const { bouncedAt, sent_at: sentAt } = mail;
    const openedAt = own.find((link) => link.openedAt !== null)?.openedAt ?? null;
    const proof = { channel: 'mail' as const, sentAt, openedAt, bouncedAt, signedAt: null };
    return {
      ...proof,
      publicationId: Number(mail.once_key?.split(':')[2]),
      isWaiting: isWaiting(mail),
      apartmentIds: own[0] ? JSON.parse(own[0].apartment_ids) : null,
      address: mail.to_address.toLowerCase(),
      state: sentAt === null ? withoutDelivery(mail) : deliveryState(proof),
    };
  });
  const printed = links.flatMap(
    ({ apartment_ids, publication_id: publicationId, created_at: sentAt, openedAt, signedAt }) => {
      if (publicationId === null) return [];
      const proof = { channel: 'letter' as const, sentAt, openedAt, signedAt, bouncedAt: null };
      const isPrinted = openedAt === null && signedAt === null;
      return {
        ...proof,
        publicationId,
        isWaiting: false,
        apartmentIds: JSON.parse(apartment_ids),
        address: null,
        state: isPrinted ? 'Carta impresa, sin firma' : deliveryState(proof),
      };
    },
  );
  return [...mailed, ...printed];
}

/**
 * Notes the signature of an owner on the last printed letter of a publication. Returns false if a letter is signed already,
 * undefined without a letter.
 * @param of `apartmentId`: a unit of the owner
 */
export async function noteActaSigned(
  trx: Db,
  of: { assemblyId: number; publicationId: number; apartmentId: string },
  at: Millis,
): Promise<boolean | undefined> {
  const letters = await trx
    .selectFrom('owner_link')
    .select(['token_hash', 'apartment_ids', 'signed_at'])
    .where('assembly_id', '=', of.assemblyId)
    .where('publication_id', '=', of.publicationId)
    .orderBy('created_at')
    .orderBy('token_hash')
    .execute();
  const own = letters.filter(({ apartment_ids }) => JSON.parse(apartment_ids).includes(of.apartmentId));
  const last = own.at(-1);
  if (last === undefined) return undefined;
  if (own.some(({ signed_at }) => signed_at !== null)) return false;
  const { token_hash } = last;
  return updates(trx.updateTable('owner_link').set({ signed_at: at }).where('token_hash', '=', token_hash));
}

/** Assembly of a personal link, and the units of the link's owner. */
export interface LinkedOwner {
  assemblyId: number;
  apartmentIds: string[];
}

/**
 * Returns the assembly and the units of a personal link, by the hash of the token; undefined if unknown. Notes the first
 * use.
 */
export async function findLinkedOwner(db: Db, hash: string, at: Millis): Promise<LinkedOwner | undefined> {
  const row = await db
    .selectFrom('owner_link')
    .select(['assembly_id', 'apartment_ids', 'first_used_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.first_used_at === null)
    await db
      .updateTable('owner_link')
      .set({ first_used_at: at })
      .where('token_hash', '=', hash)
      .where('first_used_at', 'is', null)
      .execute();
  return { assemblyId: row.assembly_id, apartmentIds: JSON.parse(row.apartment_ids) };
}
