import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** A file as it was uploaded. */
export interface UploadedFile {
  bytes: Uint8Array;
  fileName: string;
}

/** Bytes of the field beside a file: what somebody said of a table of units, with the kinds of 2,000 of them. */
export const FORM_FIELD_LIMIT = 448 * 1024;

/** Files of forms that were read already, for the field beside them. */
const read = new WeakMap<FastifyRequest, UploadedFile>();

/**
 * The one file of a multipart body, whatever its field is called.
 * @throws Problem fileMissing; the parser itself refuses what is over 10 MB (sheetTooLarge).
 */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  return read.get(request) ?? (await readForm(request)).file;
}

/**
 * What stands in a form's field `body`, as text, before its file, which is kept for `uploadedFile`.
 * @returns undefined where there is no such field
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
    // The parser's own words for a body that is cut short or put together wrongly; they carry no status.
    throw new Problem('badRequest');
  }
}

/** The endings of files that people send and get back; the first is the usual one. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'text/csv': ['csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
};
const MOST_SIGNS = 200;

/**
 * A file's name without folders, control or format characters, never empty, for the trail and for downloads. With a
 * media type its ending is that of the type, since programs open a file by its ending: 'acta.html' of a PDF is 'acta.pdf'.
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
