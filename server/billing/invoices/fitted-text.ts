import { printable } from '../../platform/documents/report-text.ts';
import { fitText, LINE, type TextBox } from '../../platform/documents/text-box.ts';
import { textWidth } from '../../platform/documents/text-width.ts';

/**
 * Breaks a text into lines that fit into a rectangle of a printed bill, at the largest possible font size.
 * Keeps the line breaks of the text if there is room. A text too long even at the smallest size ends with an
 * ellipsis.
 * @returns lines of text, and the font size in points
 */
export function fitParagraphs(text: string, box: TextBox): { lines: string[]; size: number } {
  const { width, height, size, bold = false } = box;
  const visible = printable(text).trim();
  // Fast path: most texts are short and fit on a line.
  const isLine = !visible.includes('\n') && height >= size * LINE;
  return isLine && textWidth(visible, size, bold) <= width
    ? { lines: [visible], size }
    : fitText(visible, box);
}

/**
 * Breaks a text into lines no wider than `width` points at a font size, as many as needed. For texts of a
 * bill that may grow downwards.
 */
export function linesAt(
  text: string,
  { width, size, bold = false }: Pick<TextBox, 'width' | 'size' | 'bold'>,
): string[] {
  return fitText(text, { x: 0, y: 0, width, height: Number.POSITIVE_INFINITY, size, bold }).lines;
}
