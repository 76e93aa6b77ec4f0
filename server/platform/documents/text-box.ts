import type { Content } from 'pdfmake/interfaces.js';
import { faceOf, faces } from './faces.ts';
import { textWidth } from './text-width.ts';

/** Position, size and style of a box with text on a page. Positions and sizes in points. */
export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Preferred letter size of the text, in points. */
  size: number;
  /** Smallest letter size, in points, if the text does not fit. Default: `size`. */
  minSize?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'center' | 'right';
  vertical?: 'top' | 'middle' | 'bottom';
}

/** Colour of secondary text, dark enough for any printer. */
export const SOFT = '#444444';

/** Distance from line to line, as a multiple of the letter size. */
export const LINE = 1.15;

/**
 * Returns a text fitted into a box, as PDF content. A long text shrinks, wraps, breaks long words, and is
 * finally cut with an ellipsis.
 */
export function textBox(text: string, box: TextBox): Content {
  const { x, y, width, height, bold = false, color = '#000000', align = 'left' } = box;
  const { lines, size } = fitText(text, box);
  const spare = height - lines.length * size * LINE;
  const down = box.vertical === 'middle' ? spare / 2 : box.vertical === 'bottom' ? spare : 0;
  // Each line in its font, as measured. Text sits lower in the line of Atkinson.
  const stack = lines.map((line) => {
    const font = faceOf(line);
    return { text: line, noWrap: true, font, lineHeight: LINE / faces[font].line };
  });
  const raised = faces.Roboto.ascent - faces[faceOf(lines[0] ?? '')].ascent;
  return {
    absolutePosition: { x, y: y + down + raised * size },
    // A column, because a plain text takes the alignment of the page. Half a point keeps a full line whole.
    columns: [{ width: width + 0.5, stack }],
    bold,
    color,
    fontSize: size,
    alignment: align,
  };
}

/**
 * Returns the lines of a text and the largest letter size (points) with room in a box. Keeps the line breaks of the text
 * if there is room.
 */
export function fitText(
  text: string,
  { width, height, size, minSize = size, bold = false }: TextBox,
): { lines: string[]; size: number } {
  const paragraphs = text
    .trim()
    .normalize('NFC')
    .split('\n')
    .map((one) => one.replace(/[^\S\u00a0]+/g, ' ').trim());
  for (let tried = size; ; tried = Math.max(minSize, tried - 0.5)) {
    const most = Math.max(1, Math.floor(height / (tried * LINE)));
    const isLast = tried <= minSize;
    const lines = paragraphs.flatMap((one) => breakLines(one, width, tried, bold, isLast));
    if (lines.length <= most && lines.every((line) => textWidth(line, tried, bold) <= width)) {
      return { lines, size: tried };
    }
    if (isLast) {
      const joined = breakLines(paragraphs.join(' '), width, tried, bold, true);
      return { lines: cut(joined, most, width, tried, bold), size: tried };
    }
  }
}

/**
 * Breaks a text into lines of at most `width` points, at spaces if possible. Keeps line breaks. A line ending
 * between words keeps the space, so screen readers separate the words.
 */
export function brokenLines(
  text: string,
  { width, size, bold }: Pick<Required<TextBox>, 'width' | 'size' | 'bold'>,
): string[] {
  if (!text.includes('\n') && textWidth(text, size, bold) <= width) return [text];
  return text.split('\n').flatMap((paragraph) => {
    const trimmed = paragraph.trim();
    let at = 0;
    return breakLines(trimmed, width, size, bold, true).map((line) => {
      at += line.length;
      const space = trimmed[at] === ' ' ? ' ' : '';
      at += space.length;
      return line + space;
    });
  });
}

/**
 * Breaks a text at spaces, never between '$' and an amount. Breaks within words only with `inWords`, since a smaller letter size may avoid the
 * break.
 */
function breakLines(text: string, width: number, size: number, bold: boolean, inWords: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<!\$) /)) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (textWidth(joined, size, bold) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (inWords && textWidth(line, size, bold) > width) {
      const most = headWithin(line, width, size, bold);
      // Breaks after a hyphen or slash, as in a unit name, rather than within a name.
      const head = /^.+[-/](?=.)/u.exec(most)?.[0] ?? most;
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  lines.push(line);
  return lines;
}

/** Returns the longest beginning of a text within the width, at least a letter. */
function headWithin(text: string, width: number, size: number, bold: boolean): string {
  let head = '';
  for (const letter of text) {
    if (head !== '' && textWidth(head + letter, size, bold) > width) break;
    head += letter;
  }
  return head;
}

function cut(lines: string[], most: number, width: number, size: number, bold: boolean): string[] {
  if (lines.length <= most) return lines;
  const shownLines = lines.slice(0, most);
  const last = headWithin(shownLines[most - 1] ?? '', width - textWidth('…', size, bold), size, bold);
  return [...shownLines.slice(0, -1), `${last.trimEnd()}…`];
}
