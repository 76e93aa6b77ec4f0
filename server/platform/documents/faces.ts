import { createRequire } from 'node:module';

/*
 * Fonts of documents. Helvetica is not embedded and is drawn fast, but has only the letters of Western Europe: used
 * for cards, letters and bills, with Roboto for texts with other letters. Reports and the acta are archived for years
 * and use only Roboto, embedded, so that they look the same everywhere.
 */
/**
 * Font for texts measured by the project instead of by pdfmake. Helvetica is not embedded and fast, for
 * cards and letters; Roboto is embedded, for reports and for letters missing in Helvetica.
 */
export type Face = 'Helvetica' | 'Roboto';

const require = createRequire(import.meta.url);
/** Paths of the embedded font files, by pdfmake's style name. */
export const {
  Roboto: robotoFiles,
}: { Roboto: Record<'normal' | 'bold' | 'italics' | 'bolditalics', string> } =
  require('pdfmake/fonts/Roboto.js');

/** Pattern of texts that Helvetica can show: Windows-1252 without the soft hyphen. */
const WESTERN = /^[\n -~\u00a0-\u00ac\u00ae-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

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

/** Returns the font for a text: Helvetica if the font has all letters, else Roboto. */
export function faceOf(text: string): Face {
  return WESTERN.test(text) ? 'Helvetica' : 'Roboto';
}

/** Height above the base line (`ascent`) and line height of each font, as a multiple of the font size. */
// Distance from the top of a font to the baseline, and line height, as computed by pdfmake, in multiples of the size. Helvetica's top
// is the height of capitals: accents need more room.
export const faces: Record<Face, { ascent: number; line: number }> = {
  Helvetica: { ascent: 0.718, line: 0.925 },
  Roboto: { ascent: 0.928, line: 1.172 },
};
