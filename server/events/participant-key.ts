import { isDocumentText, readDocument } from '../../shared/properties/documents.ts';

/** From here on a number is a document's, and its label, zeros and separators do not count. */
const DOCUMENT_DIGITS = 5;

/** Key of the document that an id is; null of another id ('A-101'). */
function documentKey(id: string): string | null {
  const key = isDocumentText(id) ? readDocument(id)?.key : undefined;
  return key !== undefined && key.length >= DOCUMENT_DIGITS ? key : null;
}

/**
 * Key that is equal for two ways of writing a participant's id: a document as everywhere (`readDocument`), another id
 * without regard to case, blanks and invisible characters.
 */
export const participantKey = (id: string): string =>
  documentKey(id) ??
  id
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleUpperCase('es');
