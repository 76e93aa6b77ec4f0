/** What no file's name may hold on any of the systems that people keep files on: instead of a space, a stroke. */
const SEPARATORS = /[\\/:|]+/g;
const FORBIDDEN = /[*?"<>\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** They would show a name, and its ending, in another order than it has. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
/** Most systems take 255 bytes; whoever keeps a second one adds ' (1)' and the like. */
const MOST_BYTES = 199;

/**
 * How a file is called for a person, whatever was typed: no mark that a system refuses, below 200 bytes with its
 * ending, cut between letters.
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
  // Windows drops what a name ends with, and then does not find it.
  return `${name.replace(/[. ]+$/, '')}.${ending}`;
}

/** How a document of a joint is named: 'Escarapelas Torres de San Felipe.pdf'. */
export const fileName = (title: string, jointName: string, ending: 'pdf'): string =>
  fileNameOf(`${title} ${jointName}`, ending);
