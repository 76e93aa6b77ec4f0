/** Characters forbidden in file names on common systems. Separators become a hyphen, the others a space. */
const SEPARATORS = /[\\/:|]+/g;
const FORBIDDEN = /[*?"<>\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Direction marks: would show the name and ending in another order. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
/** Most systems allow 255 bytes; a browser adds ' (1)' to a second copy. */
const MOST_BYTES = 199;

/**
 * Builds a file name from any text: without forbidden characters, below 200 bytes with the ending, cut between
 * letters.
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
  const room = MOST_BYTES - ending.length - 1;
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

/** File name of a joint's document: 'Escarapelas Torres de San Felipe.pdf'. */
export const fileName = (title: string, jointName: string, ending: 'pdf'): string =>
  fileNameOf(`${title} ${jointName}`, ending);
