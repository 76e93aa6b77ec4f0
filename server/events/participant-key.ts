import { isDocumentText, readDocument } from '../../shared/properties/documents.ts';

/** Fewest digits of a document number. Document numbers are compared without label, leading zeros and separators. */
const DOCUMENT_DIGITS = 5;

/** Document number of an id in any spacing. Null for another id ('A-101'). */
export function documentNumber(id: string): string | null {
  const key = readDocument(id)?.key ?? '';
  return /^\d+$/.test(key) && key.length >= DOCUMENT_DIGITS ? key : null;
}

/**
 * Returns an equal key for two spellings of a participant's id: a document by the common rules (`readDocument`),
 * another id without case, blanks and invisible characters. Codes like '1.10.101' stay unchanged.
 */
export function participantKey(id: string): string {
  const number = isDocumentText(id) ? documentNumber(id) : null;
  if (number !== null) return number;
  return id
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleUpperCase('es');
}
