import { Collector } from './collector.ts';
import { SheetError } from './error.ts';
import type { Sheet } from './sheet.types.ts';

/**
 * Reads delimited text: commas, semicolons, tabs or bars, quotes as in RFC 4180, in UTF-8, UTF-16 with byte order
 * mark, or Windows-1252. Row numbers count records like Excel: a line break within quotes does not count, an empty
 * line does. Throws SheetError.
 */
export function readCsv(file: Buffer, fileName: string): Sheet[] {
  const text = decode(file);
  const hint = /^sep=([;,\t|])\r?\n/i.exec(text); // Excel's way to name the separator
  const separator = hint?.[1] ?? guessSeparator(text);
  const collector = new Collector();
  collector.startSheet(fileName.replace(/\.[^.]*$/, ''));
  let number = 0;
  for (const record of records(text, separator)) {
    number++;
    if (number === 1 && hint) continue;
    collector.addRow(
      number,
      record.map((field) => ({ text: field })),
    );
  }
  return collector.finish();
}

/**
 * Decodes the bytes of a text file.
 * @throws SheetError if the bytes are no text
 */
function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  if (!looksLikeText(file)) {
    throw new SheetError(
      'sheetUnreadable',
      'El archivo no es una hoja de cálculo. Suba un libro de Excel (.xlsx) o un archivo de texto separado por comas (.csv).',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file); // drops the byte order mark
  } catch {
    return decodeWindows1252(file); // encoding of CSV files from a Spanish Excel
  }
}

/** Characters 0x80 to 0x9f of Windows-1252, different from Latin-1; the five unused bytes stay unchanged. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decodes Windows-1252 without TextDecoder: on Node 20 the decoder reads 'windows-1252' as Latin-1 and turns '€'
 * and '“' into control characters.
 */
function decodeWindows1252(file: Buffer): string {
  return file
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (byte) => windows1252[byte.charCodeAt(0) - 0x80] ?? byte);
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

/** Finds the separator that divides most of the first lines into the same number of fields, more than one. */
function guessSeparator(text: string): string {
  const sample = text.slice(0, 50_000);
  let best = ',';
  let bestShare = 0;
  // Order for ties: 'Pérez, Ana;2,97' has as many commas as semicolons.
  for (const separator of [';', '\t', '|', ',']) {
    const counts = new Map<number, number>();
    let lines = 0;
    for (const record of records(sample, separator, true)) {
      if (record.length === 1 && record[0] === '') continue;
      lines++;
      counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
    }
    counts.delete(1);
    const share = Math.max(0, ...counts.values()) / Math.max(1, lines);
    if (share > bestShare) {
      best = separator;
      bestShare = share;
    }
  }
  return best;
}

/**
 * Yields the fields of each record of a delimited text.
 * @throws SheetError for an open quote at the end, unless `lenient`
 */
function* records(text: string, separator: string, lenient = false): Generator<string[]> {
  let fields: string[] = [];
  let at = 0;
  let number = 1;
  while (at < text.length) {
    let field: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1 && !lenient) throw unclosedQuote(number);
      const stop = end === -1 ? text.length : end;
      field = text.slice(at + 1, stop).replaceAll('""', '"');
      at = Math.min(text.length, stop + 1);
      const after = fieldEnd(text, at, separator);
      field += text.slice(at, after); // Text after a closing quote is invalid but kept: "Torre" 1
      at = after;
    } else {
      const end = fieldEnd(text, at, separator);
      field = text.slice(at, end);
      at = end;
    }
    fields.push(field);
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
      fields.push('');
    }
    yield fields;
    number++;
    fields = [];
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
}

/** Returns the position of the closing quote, or -1. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function fieldEnd(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') {
    at++;
  }
  return at;
}

function unclosedQuote(row: number): SheetError {
  return new SheetError(
    'sheetUnreadable',
    `El archivo tiene unas comillas sin cerrar en la fila ${row}. Corríjalas y vuelva a subirlo.`,
  );
}
