import { newAccessToken } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Prepared } from '../../platform/mail/kind.ts';

/**
 * Makes the personal link of a mail to the results and the signed acta of an assembly. The token follows the '#', so
 * that no server, proxy or log sees the token; the store has the hash.
 * @param apartmentIds units of the owner with the mail's address
 * @returns the link, and the steps around the sending that store and remove the hash
 */
export function newOwnerLink(
  publicUrl: string,
  assemblyId: number,
  apartmentIds: readonly string[],
): { url: string } & Pick<Prepared, 'onLeased' | 'onStayed'> {
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
        })
        .execute();
    },
    onStayed: async (db) => {
      await db.deleteFrom('owner_link').where('token_hash', '=', hash).execute();
    },
  };
}

/** Assembly of a personal link, and the units of the link's owner. */
export interface LinkedOwner {
  assemblyId: number;
  apartmentIds: string[];
}

/** Returns the assembly and the units of a personal link, by the hash of the token; undefined if unknown. */
export async function findLinkedOwner(db: Db, hash: string): Promise<LinkedOwner | undefined> {
  const row = await db
    .selectFrom('owner_link')
    .select(['assembly_id', 'apartment_ids'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row && { assemblyId: row.assembly_id, apartmentIds: JSON.parse(row.apartment_ids) };
}
