import type { ContentText } from 'pdfmake/interfaces.js';
import { faces, inRoboto } from './faces.ts';

/** The light look of client/ui/tokens.css, on white paper. */
export const inks = {
  ink: '#15262a',
  soft: '#48595c',
  line: '#b9c3c4',
  zebra: '#f4f6f6',
  primary: '#0b5563',
  primaryStrong: '#073f4a',
  primarySoft: '#e1eff1',
  accent: '#e0a02f',
  success: '#1c6a3b',
  successSoft: '#e4f3e8',
  warning: '#7a4f00',
  warningSoft: '#fdf1d8',
  danger: '#a82a22',
  dangerSoft: '#fbeae8',
} as const;

type Look = Omit<ContentText, 'text' | 'font' | 'lineHeight'>;

/** From one line to the next, in sizes. */
export const LEADING = 1.22;

/**
 * A text for a report, in its page's face: wrapped wherever it stands, with room for accents. Line breaks are kept; signs
 * that print nothing are left out, since they would only move what stands beside them.
 */
export function prose(text: string, look: Look = {}): ContentText {
  return { ...look, text: printable(text), lineHeight: LEADING / faces.Roboto.line };
}

const ASCII = /^[ -~]*$/;

/** As it can be printed: composed letters, no control, direction or width signs, no half of a character. */
export function printable(text: string): string {
  // Figures and most words: nothing of them is replaced.
  if (ASCII.test(text)) return text;
  return inRoboto(
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\S\n]/gu, ' ')
      .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, ''),
  );
}

/** A hexadecimal hash in groups of four, as a person compares it with another: 'a1b2 c3d4 …'. */
export function groupedHash(hash: string): string {
  return hash.replace(/(.{4})(?=.)/g, '$1 ');
}
