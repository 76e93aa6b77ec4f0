import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis, Tables } from '../../../platform/db/tables.ts';
import { groupEntries } from '../../../platform/lib/group-by.ts';

/** Use of an uploaded file: a signed acta, or a document of the notice. */
export type FilePurpose = 'acta' | 'notice';

/** File uploaded by an operator for an assembly, without the bytes of the file. */
export interface KeptFile {
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
 * Lists the files of some assemblies, without documents taken away. Key: number of the assembly. Value: files, in the
 * order of upload.
 */
export async function listAssemblyFiles(
  db: Db,
  assemblyIds: readonly number[],
  purpose: FilePurpose = 'acta',
): Promise<Map<number, KeptFile[]>> {
  if (assemblyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('assembly_file')
    .select(['assembly_id', 'file_id as fileId', 'media_type as mediaType', 'file_name as fileName'])
    .select(['size', 'sha256', 'entered_at as keptAt'])
    .where('assembly_id', 'in', [...assemblyIds])
    .where('purpose', '=', purpose)
    .where('removed_at', 'is', null)
    .orderBy('file_id')
    .execute();
  return groupEntries(rows.map(({ assembly_id, ...file }) => [assembly_id, file]));
}

/**
 * Finds a file by number, among all assemblies of a root joint, with the bytes and the number of the assembly.
 * Undefined if not found or taken away.
 */
export function findAssemblyFile(
  db: Db,
  where: { rootId: number; fileId: number; purpose?: FilePurpose },
): Promise<{ assemblyId: number; mediaType: string; fileName: string; bytes: Uint8Array } | undefined> {
  return db
    .selectFrom('assembly_file as f')
    .innerJoin('assembly as a', 'a.assembly_id', 'f.assembly_id')
    .select(['f.assembly_id as assemblyId', 'f.media_type as mediaType', 'f.file_name as fileName'])
    .select('f.bytes')
    .where('a.joint_id', '=', where.rootId)
    .where('f.file_id', '=', where.fileId)
    .where('f.purpose', '=', where.purpose ?? 'acta')
    .where('f.removed_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Stores an uploaded file. Owners see a file of a signed acta only after a publication. The same document of a notice,
 * taken away before, stands again.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns the file's number
 */
export async function insertAssemblyFile(
  trx: Db,
  assemblyId: number,
  file: Omit<KeptFile, 'fileId' | 'keptAt'> & { bytes: Uint8Array; purpose?: FilePurpose },
  { at, actor }: { at: Millis; actor: string },
): Promise<number> {
  const { file_id } = await trx
    .insertInto('assembly_file')
    .values({
      assembly_id: assemblyId,
      purpose: file.purpose ?? 'acta',
      media_type: file.mediaType,
      file_name: file.fileName,
      size: file.size,
      sha256: file.sha256,
      bytes: file.bytes,
      entered_at: at,
      entered_by: actor,
    })
    .onConflict((on) =>
      on
        .columns(['assembly_id', 'purpose', 'sha256'])
        .doUpdateSet({ removed_at: null, file_name: file.fileName }),
    )
    .returning('file_id')
    .executeTakeFirstOrThrow();
  return file_id;
}

/**
 * Takes a document of a notice away; deletes a document that no sent notice names (`isSent`). @param at epoch ms
 */
export async function removeNoticeFile(
  trx: Db,
  { assemblyId, fileId, isSent }: { assemblyId: number; fileId: number; isSent: boolean },
  at: Millis,
): Promise<void> {
  const isFile = (eb: ExpressionBuilder<Tables, 'assembly_file'>) =>
    eb.and({ assembly_id: assemblyId, file_id: fileId, purpose: 'notice' as const });
  if (isSent) await trx.updateTable('assembly_file').set({ removed_at: at }).where(isFile).execute();
  else await trx.deleteFrom('assembly_file').where(isFile).execute();
}

/** Reads the bytes of a file of an assembly; undefined for an unknown file. */
export async function readFileBytes(
  db: Db,
  { assemblyId, fileId }: { assemblyId: number; fileId: number },
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('assembly_file')
    .select('bytes')
    .where('assembly_id', '=', assemblyId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row?.bytes;
}
