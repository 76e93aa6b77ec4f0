import { isDocumentText, readDocument } from '../../shared/properties/documents.ts';

/** From here on a number is a document's, and its label, zeros and separators do not count. */
const DOCUMENT_DIGITS = 5;

/** Number of the document that an id may be, however it is spaced; null of another id ('A-101'). */
export function documentNumber(id: string): string | null {
  const key = readDocument(id)?.key ?? '';
  return /^\d+$/.test(key) && key.length >= DOCUMENT_DIGITS ? key : null;
}

/**
 * Key that is equal for two ways of writing a participant's id: a document as everywhere (`readDocument`), another id
 * without regard to case, blanks and invisible characters. Codes such as '1.10.101' stay as they are.
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
