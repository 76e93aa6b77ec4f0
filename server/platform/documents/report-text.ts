import type { ContentText } from 'pdfmake/interfaces.js';
import { faceOf, faces, inRoboto } from './faces.ts';

/** Colours of printed documents, equal to the light theme of client/ui/tokens.css. */
export const inks = {
  ink: '#15262a',
  soft: '#48595c',
  line: '#b9c3c4',
  zebra: '#f4f6f6',
  primary: '#0b5563',
  primaryStrong: '#073f4a',
  primarySoft: '#e1eff1',
  accent: '#f0b54a',
  success: '#17613a',
  successSoft: '#dff1e5',
  warning: '#7a4f00',
  warningSoft: '#fdf0d3',
  danger: '#a02620',
  dangerSoft: '#fbe7e4',
} as const;

type Look = Omit<ContentText, 'text' | 'font' | 'lineHeight'>;

/** Distance between text lines, as a multiple of the font size. */
export const LEADING = 1.22;

/**
 * Returns a text of a report as PDF content, wrapped at the width of the page. Keeps line breaks; drops
 * invisible characters.
 * @param look style of the text, for example size and margin
 */
export function prose(text: string, look: Look = {}): ContentText {
  const visible = printable(text);
  const font = faceOf(visible);
  return { ...look, text: visible, font, lineHeight: LEADING / faces[font].line };
}

const ASCII = /^[ -~]*$/;

/**
 * Prepares a text for a PDF: joins letters with separate accents, and removes invisible characters and
 * halves of characters. Characters missing in both fonts become '\ufffd'.
 */
export function printable(text: string): string {
  // Fast path for figures and most words.
  if (ASCII.test(text)) return text;
  return inRoboto(
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\S\n]/gu, ' ')
      .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, ''),
  );
}

/** Formats a hexadecimal hash in groups of four for comparison by a person: 'a1b2 c3d4 …'. */
export function groupedHash(hash: string): string {
  return hash.replace(/(.{4})(?=.)/g, '$1 ');
}
