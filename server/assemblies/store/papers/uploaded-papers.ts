import { createHash } from 'node:crypto';
import {
  type ActaFile,
  MAX_ACTA_FILE_BYTES,
} from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { plainFileName, type UploadedFile } from '../../../platform/http/uploaded-file.ts';
import type { KeptFile } from './assembly-files.repository.ts';

/** File types allowed for a page of a power, each with the first bytes of the file. */
const signatures = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;

/**
 * Finds the media type of an uploaded page of a power of attorney from the first bytes: PDF, JPEG or PNG. Null for
 * other files; the file name does not matter.
 */
export function readPageType(bytes: Uint8Array): (typeof signatures)[number][0] | null {
  const signature = signatures.find(([, first]) => first.equals(bytes.subarray(0, first.length)));
  return signature?.[0] ?? null;
}

/**
 * Returns type, plain name, size and hash of an uploaded paper: PDF, JPEG or PNG by the bytes, at most 10 MB. Null for
 * another file.
 */
export function factsOfFile({ bytes, fileName }: UploadedFile): Omit<KeptFile, 'fileId' | 'keptAt'> | null {
  const mediaType = bytes.length > MAX_ACTA_FILE_BYTES ? null : readPageType(bytes);
  if (mediaType === null) return null;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { mediaType, fileName: plainFileName(fileName, mediaType), size: bytes.length, sha256 };
}

/** Converts a stored file to the answer of the API. */
export const fileToApi = ({ keptAt, fileId, mediaType, fileName, size, sha256 }: KeptFile): ActaFile => ({
  fileId,
  mediaType,
  fileName,
  size,
  sha256,
  keptAt: new Date(keptAt).toISOString(),
});
