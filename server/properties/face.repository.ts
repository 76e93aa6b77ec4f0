import { type Ground, groundOf } from '../../shared/properties/colour.ts';
import type { Db } from '../platform/db/engine.ts';
import type { StoredImage } from '../platform/http/images/image.ts';

/** Colour and crest of a joint (co-owned property), as stored in the root joint. */
export interface StoredFace {
  /** Colour as '#rrggbb'; null without a colour. */
  colour: string | null;
  /** Crest after the checks of the upload; null without a crest. */
  crest: StoredImage | null;
}

/** Reads the colour and the crest of a root joint. Both are null for a joint without a face. */
export async function readFace(db: Db, rootId: number): Promise<StoredFace> {
  const row = await db
    .selectFrom('joint_face')
    .select(['colour', 'media_type as mediaType', 'width', 'height', 'bytes'])
    .where('joint_id', '=', rootId)
    .executeTakeFirst();
  if (row === undefined) return { colour: null, crest: null };
  const { colour, mediaType, width, height, bytes } = row;
  const isWhole = mediaType !== null && width !== null && height !== null && bytes !== null;
  return { colour, crest: isWhole ? { mediaType, width, height, bytes } : null };
}

/** Stores the colour and the crest of a root joint. */
export async function storeFace(trx: Db, rootId: number, { colour, crest }: StoredFace): Promise<void> {
  const { mediaType = null, width = null, height = null, bytes = null } = crest ?? {};
  const face = { colour, media_type: mediaType, width, height, bytes };
  await trx
    .insertInto('joint_face')
    .values({ joint_id: rootId, ...face })
    .onConflict((conflict) => conflict.column('joint_id').doUpdateSet(face))
    .execute();
}

/** Reads the colour of a root joint as a ground with readable text, and the crest: for mails and papers. */
export async function readGroundAndCrest(
  db: Db,
  rootId: number,
): Promise<Ground & { crest: StoredImage | null }> {
  const { colour, crest } = await readFace(db, rootId);
  return { ...groundOf(colour), crest };
}
