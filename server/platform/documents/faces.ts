import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Font of a printed text. Atkinson Hyperlegible Next is the typeface of screens, mails and papers, with the letters of
 * Western Europe. Roboto is for texts with other letters: Greek, Cyrillic, Polish. Both are embedded, so that papers
 * look the same everywhere and for years.
 */
export type Face = 'Atkinson' | 'Roboto';

const require = createRequire(import.meta.url);
const { Roboto }: { Roboto: Record<FontStyle, string> } = require('pdfmake/fonts/Roboto.js');
type FontStyle = 'normal' | 'bold' | 'italics' | 'bolditalics';

// A build has the folder beside the workers (vite.server.config.ts).
const typefaceFile = (name: string) => fileURLToPath(new URL(`./typeface/${name}.ttf`, import.meta.url));
const [regular, semibold] = [typefaceFile('atkinson-regular'), typefaceFile('atkinson-semibold')];

/** Paths of the embedded font files, by face and pdfmake's style name. */
export const fontFiles: Record<Face, Record<FontStyle, string>> = {
  Atkinson: { normal: regular, bold: semibold, italics: regular, bolditalics: semibold },
  Roboto,
};

/** Pattern of texts that Atkinson Hyperlegible Next can show, from the character map of the font files. */
const WESTERN =
  /^[\n -~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u00ff\u0131\u0152-\u0153\u02c6\u02da\u02dc\u2009\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039-\u203a\u2044\u20ac\u2122\u2212\u2215]*$/;

/**
 * Pattern of characters that Roboto cannot show in every weight: the class excludes Latin, Greek, Cyrillic and
 * signs.
 */
const ROBOTO = new RegExp(
  `[^\\n${[
    '\\u0020-\\u007e\\u00a0-\\u017f\\u018f\\u0192\\u01a0-\\u01a1\\u01af-\\u01b0\\u01f0\\u01fa-\\u01ff\\u0218-\\u021b',
    '\\u0237\\u0259\\u02bc\\u02c6-\\u02c7\\u02c9\\u02d8-\\u02dd\\u02f3\\u0300-\\u0301\\u0303\\u0309\\u030f\\u0323',
    '\\u0384-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce\\u03d1-\\u03d2\\u03d6\\u0400-\\u0486\\u0488-\\u0513',
    '\\u1e00-\\u1e01\\u1e3e-\\u1e3f\\u1e80-\\u1e85\\u1e9e\\u1ea0-\\u1ef9\\u1f4d\\u2000-\\u200b\\u2010-\\u2011',
    '\\u2013-\\u2015\\u2017-\\u201e\\u2020-\\u2022\\u2025-\\u2027\\u2030\\u2032-\\u2033\\u2039-\\u203a\\u203c\\u2044',
    '\\u2070\\u2074-\\u208e\\u20a3-\\u20a4\\u20a6-\\u20ac\\u20b1\\u20b9-\\u20ba\\u20bc-\\u20bd\\u20c1\\u2105\\u2113',
    '\\u2116\\u2122\\u2126\\u212e\\u215b-\\u215e\\u2202\\u2206\\u220f\\u2211-\\u2212\\u221a\\u221e\\u222b\\u2248\\u2260',
    '\\u2264-\\u2265\\u25a0\\u25ca-\\u25cb\\u25cf\\ufb01-\\ufb04\\ufffc-\\ufffd',
  ].join('')}]`,
  'gu',
);

/** Replaces characters that Roboto cannot show by '\ufffd', because an archive PDF must not lack a glyph. */
export const inRoboto = (text: string): string => text.replace(ROBOTO, '\ufffd');

/** Returns the font for a text: Atkinson if the font has all letters, else Roboto. */
export function faceOf(text: string): Face {
  return WESTERN.test(text) ? 'Atkinson' : 'Roboto';
}

/**
 * Distance from the top of a font to the baseline (`ascent`) and line height, as computed by pdfmake, in multiples of
 * the font size.
 */
export const faces: Record<Face, { ascent: number; line: number }> = {
  Atkinson: { ascent: 0.984, line: 1.3 },
  Roboto: { ascent: 0.928, line: 1.172 },
};
