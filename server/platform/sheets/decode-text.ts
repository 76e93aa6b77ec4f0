import { SheetError } from './error.ts';

/**
 * Decodes the bytes of a text file: UTF-8 (also encoded twice), UTF-16, Windows-1252, CP850 ('CSV (MS-DOS)') or Mac
 * Roman ('CSV (Macintosh)').
 * @throws SheetError if the bytes are no text
 */
export function decodeText(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  const order = zeroBytes(file);
  if (order !== null) return new TextDecoder(order).decode(file);
  if (/^\s*MIME-Version:/i.test(file.subarray(0, 200).toString('latin1'))) {
    throw new SheetError(
      'sheetUnreadable',
      'El archivo es una página web de un solo archivo. Ábralo en Excel, use «Guardar como», elija «Libro de Excel (.xlsx)» y suba ese archivo.',
    );
  }
  if (!looksLikeText(file)) {
    throw new SheetError(
      'sheetUnreadable',
      'El archivo no es una hoja de cálculo. Suba un libro de Excel (.xlsx o .xls) o un archivo de texto separado por comas (.csv).',
    );
  }
  return decodeEightBits(file);
}

/** Decodes a web page or XML: UTF-16 with byte order mark, or the encodings of other texts. */
export function decodeMarkup(file: Buffer): string {
  const isUtf16 = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
  return isUtf16 ? decodeText(file) : decodeEightBits(file);
}

/** Decodes a text in UTF-8, Windows-1252, CP850 or Mac Roman. */
export function decodeEightBits(file: Buffer): string {
  try {
    return decodedOnceMore(new TextDecoder('utf-8', { fatal: true }).decode(file)); // drops the byte order mark
  } catch {
    return decodeBytes(file);
  }
}

/** Bytes enough to see the order of the bytes in UTF-16 without a byte order mark. */
const UTF16_SAMPLE = 400;

/** Returns the encoding of a text in UTF-16 without a byte order mark, by the zero byte of each plain letter. */
function zeroBytes(file: Buffer): 'utf-16le' | 'utf-16be' | null {
  const sample = file.subarray(0, UTF16_SAMPLE);
  if (sample.length < 4 || file.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Letters of a Spanish text have a zero byte each.
  if (odd > sample.length * 0.4 && even === 0) return 'utf-16le';
  return even > sample.length * 0.4 && odd === 0 ? 'utf-16be' : null;
}

/** Sign of UTF-8 read as Windows-1252 and written again as UTF-8: 'Ã³' for 'ó', 'Ã‘' for 'Ñ'. */
const TWICE = /Ã[\x80-\xbf‘“”•–—˜™š›œžŸ‚ƒ„…†‡ˆ‰Š‹Œ]/;

/** Undoes a second encoding in UTF-8, if the whole text turns into valid UTF-8. */
function decodedOnceMore(text: string): string {
  if (!TWICE.test(text)) return text;
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    const place = WINDOWS.indexOf(sign);
    // Latin-1 has controls in the place of the signs of Windows-1252.
    if (place === -1 && code > 0xff) return text;
    bytes.push(place === -1 || code < 0x80 ? code : place + 0x80);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}

/**
 * Characters 0x80 to 0xff of the encodings of Spanish text files. Windows-1252 without TextDecoder: on Node 20 the
 * decoder reads 'windows-1252' as Latin-1. The five unused bytes of Windows-1252 stay unchanged.
 */
const WINDOWS =
  '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ' +
  Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join('');
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0';
const MAC_ROMAN =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
  '¿¡¬√ƒ≈∆«»…\xa0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';

/** Number of bytes enough to recognize the encoding. */
const SAMPLE = 200_000;
/** Punctuation of Windows-1252 possible between letters. Except in '-ción', these bytes alone never mean another encoding. */
const PUNCTUATION = /[‘’“”•–—]/;

const HARD_SPACE = 0xa0;

/** Decodes bytes as Windows-1252, unless the bytes beside letters make Spanish words only in CP850 or Mac Roman. */
function decodeBytes(file: Buffer): string {
  const sample = file.subarray(0, SAMPLE);
  let best = WINDOWS;
  for (const other of [CP850, MAC_ROMAN]) {
    if (wordsIn(sample, other) > wordsIn(sample, best)) best = other;
  }
  return file.toString('latin1').replace(/[\x80-\xff]/g, (byte) => best[byte.charCodeAt(0) - 0x80] ?? byte);
}

/** Counts the Spanish letters beside letters of the same case, minus the other signs beside letters. */
function wordsIn(sample: Buffer, characters: string): number {
  let words = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) continue;
    const beside = String.fromCharCode(sample[at - 1] ?? 32, sample[at + 1] ?? 32);
    if (!/[a-z]/i.test(beside)) continue;
    const sign = characters[byte - 0x80] ?? '';
    // A hard space of Windows-1252 is 'á' in CP850: within a word small letters follow.
    if (
      byte === HARD_SPACE &&
      (characters === WINDOWS || !/^[a-z][a-z]$/.test(beside.replace(/^[A-Z]/, 'a')))
    )
      continue;
    // A dash of Windows-1252 in '-ción' is the 'ó' of Mac Roman.
    const isInIon = sign === 'ó' && beside === 'in';
    if (characters !== WINDOWS && !isInIon && PUNCTUATION.test(WINDOWS[byte - 0x80] ?? '')) continue;
    if (/[áéíóúñü]/.test(sign)) words += /[a-z]/.test(beside) ? 1 : -1;
    else if (/[ÁÉÍÓÚÑÜ]/.test(sign)) words += /^[a-z]/.test(beside) ? -1 : 1;
    else if (!PUNCTUATION.test(sign) && !/[ºª°]/.test(sign)) words -= 1;
  }
  return words;
}

/**
 * True if a file looks like text. Allows a few control characters, reported later with row and column; many mean a
 * binary file.
 */
function looksLikeText(file: Buffer): boolean {
  if (/^\s*[<{]|^%PDF|^\{\\rtf/.test(file.subarray(0, 100).toString('latin1'))) return false;
  let controls = 0;
  for (const byte of file) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  }
  return controls <= 20 + file.length / 1000;
}
