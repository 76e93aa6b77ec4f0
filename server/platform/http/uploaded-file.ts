import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** File uploaded by a user in a form: bytes and file name. */
export interface UploadedFile {
  bytes: Uint8Array;
  fileName: string;
}

/**
 * Maximum bytes of the form field sent beside an uploaded file. The field has the user's choices for the
 * file, at most the kinds of 2,000 units.
 */
export const FORM_FIELD_LIMIT = 448 * 1024;

/** Files already read from the form of a request, because `body` is read first. */
const read = new WeakMap<FastifyRequest, UploadedFile>();

/**
 * Returns the single file of a form (multipart body), under any field name.
 * @throws Problem fileMissing; sheetTooLarge for more than 10 MB
 */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  return read.get(request) ?? (await readForm(request)).file;
}

/**
 * Returns the text of a form's field `body`, sent before the file. Keeps the file for a later call of
 * `uploadedFile`.
 * @returns undefined if the field is missing
 * @throws Problem as `uploadedFile`; bodyTooLarge
 */
export async function uploadedText(request: FastifyRequest): Promise<string | undefined> {
  const { file, text } = await readForm(request);
  read.set(request, file);
  return text;
}

async function readForm(request: FastifyRequest): Promise<{ file: UploadedFile; text?: string }> {
  try {
    const part = await request.file();
    if (part === undefined) throw new Problem('fileMissing');
    const file = { bytes: await part.toBuffer(), fileName: part.filename };
    const field = [part.fields.body].flat()[0];
    if (field?.type !== 'field') return { file };
    if (field.valueTruncated) throw new Problem('bodyTooLarge');
    return { file, text: String(field.value) };
  } catch (error) {
    if (error instanceof Problem || (error instanceof Error && 'statusCode' in error)) throw error;
    // Errors of the parser for a truncated or malformed body have no status.
    throw new Problem('badRequest');
  }
}

/** File endings allowed for each media type; the first is the default. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'text/csv': ['csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
};
const MOST_SIGNS = 200;

/**
 * Returns a safe file name for the audit log and for downloads: no folders, no control or format characters, never
 * empty. With a media type corrects the ending, because programs open a file by the ending: 'acta.html' of a PDF
 * becomes 'acta.pdf'.
 */
export function plainFileName(fileName: string, mediaType = ''): string {
  const name = (fileName.split(/[/\\]/).pop() ?? '')
    .replace(/[\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, MOST_SIGNS)
    .replace(/\p{C}/gu, '')
    .trim();
  const endings = ENDINGS[mediaType];
  const [, stem = name, ending = ''] = /^(.*)\.([a-z][a-z\d]{0,7})$/i.exec(name) ?? [];
  const bare = stem.replace(/[. ]+$/, '');
  if (endings === undefined) return name.replace(/^[. ]+$/, '') || 'archivo';
  if (bare === stem && bare !== '' && endings.includes(ending.toLowerCase())) return name;
  return `${bare.slice(0, MOST_SIGNS - 6).replace(/\p{Cs}/gu, '') || 'archivo'}.${endings[0]}`;
}
