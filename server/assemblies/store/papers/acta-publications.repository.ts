import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/**
 * Publication of a signed acta to the owners: files shown to the owners, and time. A corrected acta is published
 * again with a reason.
 */
export interface ActaPublication {
  publicationId: number;
  publishedAt: Millis;
  /** Reason of a second or later publication; null for the first. */
  reason: string | null;
  /** Place of the complete copy (Ley 675, art. 47); null in publications before the field. */
  place: string | null;
  /** Numbers of the published files. */
  fileIds: number[];
}

/**
 * Lists the publications of signed actas of some assemblies. Key: number of the assembly. Value: publications, the
 * oldest first.
 */
export async function listPublications(
  db: Db,
  assemblyIds: readonly number[],
): Promise<Map<number, ActaPublication[]>> {
  if (assemblyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('acta_publication')
    .select(['assembly_id', 'publication_id as publicationId', 'published_at as publishedAt', 'reason'])
    .select(['place', 'file_ids'])
    .where('assembly_id', 'in', [...assemblyIds])
    .orderBy('publication_id')
    .execute();
  const found = new Map<number, ActaPublication[]>();
  for (const { assembly_id, file_ids, ...publication } of rows)
    found.set(assembly_id, [
      ...(found.get(assembly_id) ?? []),
      { ...publication, fileIds: JSON.parse(file_ids) },
    ]);
  return found;
}

/**
 * Stores a publication of a signed acta: owners now see the named files.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns the publication's number
 */
export async function insertPublication(
  trx: Db,
  assemblyId: number,
  { fileIds, reason, place }: Pick<ActaPublication, 'fileIds' | 'reason' | 'place'>,
  { at, actor }: { at: Millis; actor: string },
): Promise<number> {
  const { publication_id } = await trx
    .insertInto('acta_publication')
    .values({
      assembly_id: assemblyId,
      published_at: at,
      published_by: actor,
      reason,
      place,
      file_ids: JSON.stringify(fileIds),
    })
    .returning('publication_id')
    .executeTakeFirstOrThrow();
  return publication_id;
}
