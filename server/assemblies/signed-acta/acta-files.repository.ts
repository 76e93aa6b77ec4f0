import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** File of a signed acta uploaded by an operator, without the bytes of the file. */
export interface KeptActaFile {
  fileId: number;
  mediaType: string;
  fileName: string;
  /** Size of the file in bytes. */
  size: number;
  /** SHA-256 hash of the file, hexadecimal. */
  sha256: string;
  keptAt: Millis;
}

/**
 * Lists the files of signed actas of some assemblies, published or not. Key: number of the assembly. Value: files,
 * in the order of upload.
 */
export async function listActaFiles(
  db: Db,
  assemblyIds: readonly number[],
): Promise<Map<number, KeptActaFile[]>> {
  if (assemblyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('acta_file')
    .select(['assembly_id', 'file_id as fileId', 'media_type as mediaType', 'file_name as fileName'])
    .select(['size', 'sha256', 'entered_at as keptAt'])
    .where('assembly_id', 'in', [...assemblyIds])
    .orderBy('file_id')
    .execute();
  const found = new Map<number, KeptActaFile[]>();
  for (const { assembly_id, ...file } of rows) {
    found.set(assembly_id, [...(found.get(assembly_id) ?? []), file]);
  }
  return found;
}

/**
 * Finds a file of a signed acta by number, among all assemblies of a root joint, with the bytes and the number of
 * the assembly. Undefined if not found.
 */
export function findActaFile(
  db: Db,
  where: { rootId: number; fileId: number },
): Promise<{ assemblyId: number; mediaType: string; fileName: string; bytes: Uint8Array } | undefined> {
  return db
    .selectFrom('acta_file as f')
    .innerJoin('assembly as a', 'a.assembly_id', 'f.assembly_id')
    .select(['f.assembly_id as assemblyId', 'f.media_type as mediaType', 'f.file_name as fileName'])
    .select('f.bytes')
    .where('a.joint_id', '=', where.rootId)
    .where('f.file_id', '=', where.fileId)
    .executeTakeFirst();
}

/**
 * Stores an uploaded file of a signed acta. Owners see the file only after a publication.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns the file's number
 */
export async function insertActaFile(
  trx: Db,
  assemblyId: number,
  file: Omit<KeptActaFile, 'fileId' | 'keptAt'> & { bytes: Uint8Array },
  { at, actor }: { at: Millis; actor: string },
): Promise<number> {
  const { file_id } = await trx
    .insertInto('acta_file')
    .values({
      assembly_id: assemblyId,
      media_type: file.mediaType,
      file_name: file.fileName,
      size: file.size,
      sha256: file.sha256,
      bytes: file.bytes,
      entered_at: at,
      entered_by: actor,
    })
    .returning('file_id')
    .executeTakeFirstOrThrow();
  return file_id;
}

/**
 * Publication of a signed acta to the owners: files shown to the owners, and time. A corrected acta is published
 * again with a reason.
 */
export interface ActaPublication {
  publicationId: number;
  publishedAt: Millis;
  /** Reason of a second or later publication; null for the first. */
  reason: string | null;
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
    .select(['assembly_id', 'publication_id', 'published_at', 'reason', 'file_ids'])
    .where('assembly_id', 'in', [...assemblyIds])
    .orderBy('publication_id')
    .execute();
  const found = new Map<number, ActaPublication[]>();
  for (const row of rows) {
    const publication = {
      publicationId: row.publication_id,
      publishedAt: row.published_at,
      reason: row.reason,
      fileIds: JSON.parse(row.file_ids),
    };
    found.set(row.assembly_id, [...(found.get(row.assembly_id) ?? []), publication]);
  }
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
  { fileIds, reason }: Pick<ActaPublication, 'fileIds' | 'reason'>,
  { at, actor }: { at: Millis; actor: string },
): Promise<number> {
  const { publication_id } = await trx
    .insertInto('acta_publication')
    .values({
      assembly_id: assemblyId,
      published_at: at,
      published_by: actor,
      reason,
      file_ids: JSON.stringify(fileIds),
    })
    .returning('publication_id')
    .executeTakeFirstOrThrow();
  return publication_id;
}

/** Reads the bytes of a file of an assembly's signed acta, for a download; undefined for an unknown file. */
export async function readActaBytes(
  db: Db,
  { assemblyId, fileId }: { assemblyId: number; fileId: number },
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('acta_file')
    .select('bytes')
    .where('assembly_id', '=', assemblyId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row?.bytes;
}
