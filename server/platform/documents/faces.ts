/*
 * The two faces of every document. Helvetica stands in no file and is drawn fast, but has the letters of Western
 * Europe alone; Roboto is embedded where a text needs others.
 */
export type Face = 'Helvetica' | 'Roboto';

/** What Helvetica can write: the letters of Windows-1252, without the hyphen that shows only where a line breaks. */
const WESTERN = /^[\n -~\u00a0-\u00ac\u00ae-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** The face that has all letters of a text. */
export function faceOf(text: string): Face {
  return WESTERN.test(text) ? 'Helvetica' : 'Roboto';
}

// What pdfmake counts from the top of a face to its baseline, and for a line, in sizes. Helvetica's top is that of
// its capitals: without more room an accent would touch what stands above.
export const faces: Record<Face, { ascent: number; line: number }> = {
  Helvetica: { ascent: 0.718, line: 0.925 },
  Roboto: { ascent: 0.928, line: 1.172 },
};
