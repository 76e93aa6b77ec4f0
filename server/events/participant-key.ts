/** A document written with its thousands apart: 1.234.567, 12 345, 1,234,567; shorter numbers may be anything. */
const GROUPED = /^\d{1,3}([., ])\d{3}(\1\d{3})*$/;
/** From here on a number is a document's, and how it is spaced says nothing. */
const DOCUMENT_DIGITS = 5;

const withoutSeparators = (text: string): string => text.replace(/[., ]/g, '');

/**
 * What two ways of writing a participant's id have in common: case, surrounding and repeated blanks and characters
 * that nobody sees do not matter, nor do the separators of a document's thousands.
 */
export function participantKey(id: string): string {
  const plain = id
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleUpperCase('es');
  const isDocument = GROUPED.test(plain) && withoutSeparators(plain).length >= DOCUMENT_DIGITS;
  return isDocument ? withoutSeparators(plain) : plain;
}

/** The digits of a key that is a document's number, however it is spaced; null where it is something else. */
export function documentDigits(key: string): string | null {
  const digits = withoutSeparators(key);
  return /^\d+$/.test(digits) && digits.length >= DOCUMENT_DIGITS ? digits : null;
}
