import { Collector } from './collector.ts';
import type { Sheet } from './sheet.types.ts';
import { SheetError } from './sheet-error.ts';

/**
 * Reads text with a row per line: commas, semicolons, tabs or bars, quotes as in RFC 4180, in UTF-8, UTF-16 with its
 * mark, or Windows-1252. A row's number is its position among the records, which is what Excel shows: a line
 * break within quotes does not count, an empty line does.
 * Throws SheetError.
 */
export function readCsv(file: Buffer, fileName: string): Sheet[] {
  const text = decode(file);
  const hint = /^sep=([;,\t|])\r?\n/i.exec(text); // Excel's own way of naming the separator
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

/** Throws SheetError when the bytes are not text. */
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
    return decodeWindows1252(file); // what Excel in Spanish saves as CSV
  }
}

/** Where Windows-1252 differs from Latin-1: 0x80 to 0x9f, the five unused ones left as they are. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** By hand: Node 20's TextDecoder takes 'windows-1252' for Latin-1 and makes control characters of '€' and '“'. */
function decodeWindows1252(file: Buffer): string {
  return file
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (byte) => windows1252[byte.charCodeAt(0) - 0x80] ?? byte);
}

/** A stray control character is the table's problem, named by row and column; many of them are no text. */
function looksLikeText(file: Buffer): boolean {
  if (/^\s*[<{]|^%PDF|^\{\\rtf/.test(file.subarray(0, 100).toString('latin1'))) return false;
  let controls = 0;
  for (const byte of file) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  }
  return controls <= 20 + file.length / 1000;
}

/** The separator that divides most of the first lines into the same number of fields, more than one. */
function guessSeparator(text: string): string {
  const sample = text.slice(0, 50_000);
  let best = ',';
  let bestShare = 0;
  // In this order where two do equally well: 'Pérez, Ana;2,97' has as many commas as semicolons.
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

/** Yields the fields of each record. Unless `lenient`, an open quote at the end throws SheetError. */
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
      field += text.slice(at, after); // "Torre" 1 is not right, but nothing of it is lost
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

/** Where the quote that opened before `from` closes, or -1. */
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
