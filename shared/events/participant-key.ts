import { isDocumentText, readDocument } from '../properties/documents.ts';

/**
 * Minimum digits of a document number. Document numbers are compared without label, leading zeros and separators.
 */
const DOCUMENT_DIGITS = 5;

/**
 * Returns the digits of a participant's identity document, typed with any spaces or points: '1.010.101' gives
 * '1010101'. Null for an id without a document number ('A-101').
 */
export function documentNumber(id: string): string | null {
  const key = readDocument(id)?.key ?? '';
  return /^\d+$/.test(key) && key.length >= DOCUMENT_DIGITS ? key : null;
}

/**
 * Returns a key to find a participant, equal for all spellings of an id: an identity document by the common
 * rules (`readDocument`), another id without case, blanks and invisible characters. Codes like '1.10.101'
 * stay unchanged.
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
