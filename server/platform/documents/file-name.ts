/**
 * Characters forbidden in file names on common systems: separators become a hyphen, the characters of `FORBIDDEN` a
 * space.
 */
const SEPARATORS = /[\\/:|]+/g;
const FORBIDDEN = /[*?"<>\p{Cc}\p{Zl}\p{Zp}]+/gu;
/**
 * Invisible marks of the writing direction, removed because with a mark the file name and the ending would appear
 * in another order.
 */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
/** Most bytes of a file name. Systems allow 255 bytes, and a browser adds ' (1)' to a second copy. */
const MOST_NAME_BYTES = 199;

/**
 * Builds a file name from any text and an ending: removes characters forbidden in file names, and shortens
 * the name to 199 bytes, never within a letter.
 */
export function fileNameOf(title: string, ending: 'pdf' | 'xlsx' | 'zip' | 'docx' | 'jsonl' | 'csv'): string {
  const tidy = title
    .replace(/\p{Cs}/gu, '')
    .normalize('NFC')
    .replace(SEPARATORS, '-')
    .replace(FORBIDDEN, ' ')
    .replace(DIRECTIONS, '')
    .replace(/\s+/g, ' ')
    .trim();
  const room = MOST_NAME_BYTES - ending.length - 1;
  let name = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('es', { granularity: 'grapheme' }).segment(tidy)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    name += segment;
  }
  // Windows drops trailing dots and spaces and then does not find the file.
  return `${name.replace(/[. ]+$/, '')}.${ending}`;
}

/**
 * Builds the file name of a document of a joint (co-owned property): 'Escarapelas Torres de San Felipe.pdf'.
 */
export const fileName = (title: string, jointName: string, ending: 'pdf'): string =>
  fileNameOf(`${title} ${jointName}`, ending);
