import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { StoredImage } from '../../platform/http/images/image.ts';

/**
 * Stores an uploaded logo of a joint. Stored logos are never deleted, because issued bills print the logo of
 * their time.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns the logo's id
 */
export async function insertLogo(
  trx: Db,
  jointId: number,
  { mediaType, width, height, bytes }: StoredImage,
  { at, actor }: { at: Millis; actor: string },
): Promise<number> {
  const { logo_id } = await trx
    .insertInto('joint_logo')
    .values({
      joint_id: jointId,
      media_type: mediaType,
      width,
      height,
      bytes,
      entered_at: at,
      entered_by: actor,
    })
    .returning('logo_id')
    .executeTakeFirstOrThrow();
  return logo_id;
}

/** Sets the stored logo to print on a joint's bills from the next issue on; null removes the logo. */
export async function chooseLogo(trx: Db, jointId: number, logoId: number | null): Promise<void> {
  await trx.updateTable('billing_joint').set({ logo_id: logoId }).where('joint_id', '=', jointId).execute();
}

/** Returns the number of the logo to print on a joint's bills from the next issue on; null without a logo. */
export async function chosenLogo(db: Db, jointId: number): Promise<number | null> {
  const row = await db
    .selectFrom('billing_joint')
    .select('logo_id')
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  return row?.logo_id ?? null;
}

/** Logo of a joint with its number, printed on bills. Stored logos never change. */
export interface StoredLogo extends StoredImage {
  /** Number of the logo. */
  logoId: number;
}

/**
 * Reads logos with their images, to print documents. Key: number of the logo. Unknown numbers are left out.
 */
export async function readLogos(db: Db, ids: readonly number[]): Promise<Map<number, StoredLogo>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('joint_logo')
    .select(['logo_id', 'media_type', 'width', 'height', 'bytes'])
    .where('logo_id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map(({ logo_id, media_type, ...image }) => [
      logo_id,
      { logoId: logo_id, mediaType: media_type, ...image },
    ]),
  );
}
