import { faceOf } from '../../platform/documents/faces.ts';
import { printable } from '../../platform/documents/report-text.ts';
import { fitText } from '../../platform/documents/text-box.ts';
import { textWidth } from '../../platform/documents/text-width.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The size it has where it fits. */
  size: number;
  /** The smallest it becomes so as to fit; `size` when left out. */
  minSize?: number;
  bold?: boolean;
}

/** From one line to the next, in sizes, as `text-box.ts` counts them. */
export const LINE = 1.15;

/**
 * The lines of a text and the largest size at which they fit, its own line breaks kept while there is room for
 * them. What does not fit even so is cut with an ellipsis.
 */
export function fitParagraphs(text: string, box: Box): { lines: string[]; size: number } {
  const { width, height, size, minSize = size, bold = false } = box;
  const said = toWinAnsi(text).trim();
  if (!said.includes('\n')) {
    // Most texts are short: they need not be broken into words to see that they fit.
    if (height >= size * LINE && textWidth(said, size, bold) <= width) return { lines: [said], size };
    return fitText(said, box);
  }
  const paragraphs = said.split('\n');
  for (let tried = size; tried >= minSize; tried -= 0.5) {
    const lines = paragraphs.flatMap((one) => linesAt(one, { width, size: tried, bold }));
    if (lines.length * tried * LINE <= height) return { lines, size: tried };
  }
  return fitText(said, box);
}

/** All lines of a text at a size, whatever their number. */
export function linesAt(
  text: string,
  { width, size, bold = false }: Pick<Box, 'width' | 'size' | 'bold'>,
): string[] {
  return fitText(text, { x: 0, y: 0, width, height: Number.POSITIVE_INFINITY, size, bold }).lines;
}

/** Letters that are no letter with an accent, as people write them where they have them not. */
const NEAREST: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ŋ: 'N',
  ŋ: 'n',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2015': '—',
  '\u2212': '-',
  '\u2032': "'",
  '\u2033': '"',
  '№': 'No.',
};

/**
 * A text with the letters of Helvetica alone, which stands in no file and is drawn fast: Spanish is whole, other
 * letters lose what Western Europe does not know, and of other scripts a question mark is left. Line breaks stay.
 */
function toWinAnsi(text: string): string {
  const said = printable(text);
  return faceOf(said) === 'Helvetica' ? said : [...said].map(nearest).join('');
}

function nearest(letter: string): string {
  if (faceOf(letter) === 'Helvetica') return letter;
  const known = NEAREST[letter];
  if (known !== undefined) return known;
  const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== '' && faceOf(plain) === 'Helvetica' ? plain : '?';
}
