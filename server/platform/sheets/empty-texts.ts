import type { ZipPart } from './unpack.ts';

const TEXT = ' t="str"';
const CELL_END = '</c>';
/** What follows in a cell with a formula whose value is the empty text, up to where the value would begin. */
const EMPTY_VALUE = /^ t="str"[^<>]*>\s*<f\b[^<>]*(?:\/>|>[^<]*<\/f>)\s*(?=<v\s*(?:\/>|>\s*<\/v>)\s*$)/;
/** A space is what exceljs keeps, and nothing to everybody who reads the cell. */
const SPACE = Buffer.from('<v> </v>');

/**
 * exceljs does not tell a formula whose value is the empty text (of type `str`, its value empty) from one that was
 * never calculated (of no type): the former gets a space for its value.
 */
export function withEmptyTexts(part: ZipPart): ZipPart {
  if (!part.name.startsWith('xl/worksheets/')) return part;
  const { name, bytes } = part;
  const pieces: Buffer[] = [];
  let kept = 0;
  let at = bytes.indexOf(TEXT);
  while (at !== -1) {
    const end = bytes.indexOf(CELL_END, at);
    if (end === -1) break;
    const found = EMPTY_VALUE.exec(bytes.toString('latin1', at, end));
    if (found) {
      pieces.push(bytes.subarray(kept, at + found[0].length), SPACE);
      kept = end;
    }
    at = bytes.indexOf(TEXT, end);
  }
  return kept === 0 ? part : { name, bytes: Buffer.concat([...pieces, bytes.subarray(kept)]) };
}
