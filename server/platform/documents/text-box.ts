import type { Content } from 'pdfmake/interfaces.js';
import { type Face, faceOf, faces } from './faces.ts';
import { textWidth } from './text-width.ts';

/** Where a text goes and how it looks. Measures in points. */
export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The size it has where it fits. */
  size: number;
  /** The smallest it becomes so as to fit; `size` when left out. */
  minSize?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'center' | 'right';
  vertical?: 'top' | 'middle' | 'bottom';
  /** Whose letters are measured; Helvetica's where left out. */
  face?: Face;
}

/** What says less, still dark enough for any printer. */
export const SOFT = '#444444';

/** From one line to the next, in sizes. */
const LINE = 1.15;
/**
 * A text within its box whatever its length: smaller, in several lines, words broken where one is longer than
 * a line, and in the end cut with an ellipsis.
 */
export function textBox(text: string, box: TextBox): Content {
  const { x, y, width, height, bold = false, color = '#000000', align = 'left' } = box;
  const { lines, size } = fitText(text, box);
  const spare = height - lines.length * size * LINE;
  const down = box.vertical === 'middle' ? spare / 2 : box.vertical === 'bottom' ? spare : 0;
  const font = faceOf(lines.join(' '));
  return {
    absolutePosition: { x, y: y + down + (faces.Roboto.ascent - faces[font].ascent) * size },
    // A column, since in a text alone the alignment is the page's. Half a point keeps a full line whole.
    columns: [{ width: width + 0.5, stack: lines.map((line) => ({ text: line, noWrap: true })) }],
    font,
    bold,
    color,
    fontSize: size,
    alignment: align,
    lineHeight: LINE / faces[font].line,
  };
}

/** The lines of a text and the largest size at which they fit; exported for its test. */
export function fitText(
  text: string,
  { width, height, size, minSize = size, bold = false, face = 'Helvetica' }: TextBox,
): { lines: string[]; size: number } {
  const clean = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  for (let tried = size; ; tried = Math.max(minSize, tried - 0.5)) {
    const most = Math.max(1, Math.floor(height / (tried * LINE)));
    const isLast = tried <= minSize;
    const look = { bold, face };
    const lines = breakLines(clean, width, tried, look, isLast);
    if (lines.length <= most && lines.every((line) => textWidth(line, tried, bold, face) <= width)) {
      return { lines, size: tried };
    }
    if (isLast) return { lines: cut(lines, most, width, tried, look), size: tried };
  }
}

/**
 * The lines of a text within a width, all of it; line breaks are kept, words are broken where one is longer than a line.
 * A line that ends between words keeps its space, so that who hears them hears two words.
 */
export function brokenLines(
  text: string,
  { width, size, ...look }: Weight & Pick<TextBox, 'width' | 'size'>,
): string[] {
  if (!text.includes('\n') && textWidth(text, size, look.bold, look.face) <= width) return [text];
  return text.split('\n').flatMap((paragraph) => {
    const said = paragraph.trim();
    let at = 0;
    return breakLines(said, width, size, look, true).map((line) => {
      at += line.length;
      const space = said[at] === ' ' ? ' ' : '';
      at += space.length;
      return line + space;
    });
  });
}

interface Weight {
  bold: boolean;
  face: Face;
}

/** Breaks at spaces; within words only where told, since a smaller letter may spare it. */
function breakLines(text: string, width: number, size: number, look: Weight, inWords: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (textWidth(joined, size, look.bold, look.face) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (inWords && textWidth(line, size, look.bold, look.face) > width) {
      const most = headWithin(line, width, size, look);
      // After a hyphen or a stroke, as in a unit's number, rather than within a name.
      const head = /^.+[-/](?=.)/u.exec(most)?.[0] ?? most;
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  lines.push(line);
  return lines;
}

/** The longest beginning that fits, one letter at least. */
function headWithin(text: string, width: number, size: number, { bold, face }: Weight): string {
  let head = '';
  for (const letter of text) {
    if (head !== '' && textWidth(head + letter, size, bold, face) > width) break;
    head += letter;
  }
  return head;
}

function cut(lines: string[], most: number, width: number, size: number, look: Weight): string[] {
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const last = headWithin(
    kept[most - 1] ?? '',
    width - textWidth('…', size, look.bold, look.face),
    size,
    look,
  );
  return [...kept.slice(0, -1), `${last.trimEnd()}…`];
}
