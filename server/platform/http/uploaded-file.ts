import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** A file as it was uploaded. */
export interface UploadedFile {
  bytes: Uint8Array;
  fileName: string;
}

/**
 * The one file of a multipart body, whatever its field is called.
 * @throws Problem fileMissing; the parser itself refuses what is over 10 MB (sheetTooLarge).
 */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  try {
    const part = await request.file();
    if (part === undefined) throw new Problem('fileMissing');
    return { bytes: await part.toBuffer(), fileName: part.filename };
  } catch (error) {
    if (error instanceof Problem || (error instanceof Error && 'statusCode' in error)) throw error;
    // The parser's own words for a body that is cut short or put together wrongly; they carry no status.
    throw new Problem('badRequest');
  }
}

/** A file's name without folders or control characters, for the trail. */
export function plainFileName(fileName: string): string {
  const name = fileName.split(/[/\\]/).pop() ?? '';
  return name.replace(/\p{Cc}/gu, '').slice(0, 200);
}
