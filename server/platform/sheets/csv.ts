import { Collector } from './collector.ts';
import { readColumns } from './columns-by-blanks.ts';
import { decodeText } from './decode-text.ts';
import { SheetError } from './error.ts';
import type { Sheet } from './sheet.types.ts';

/**
 * Reads a csv file: columns divided by commas, semicolons, tabs or bars, texts in quotes (RFC 4180), any
 * encoding of `decodeText`. Also reads a csv with each whole line in quotes, and a text with columns by blanks. Row numbers are like in Excel:
 * a line break within quotes starts no row, an empty line counts.
 * @throws SheetError
 */
export function readCsv(file: Buffer, fileName: string): Sheet[] {
  const text = decodeText(file);
  const columns = readColumns(text, fileName);
  if (columns !== null) return columns;
  const hint = /^sep=([;,\t|])\r?\n/i.exec(text); // Excel's way to name the separator
  const { separator, wraps } = guessSeparator(text, hint?.[1]);
  const collector = new Collector();
  collector.startSheet(fileName.replace(/\.[^.]*$/, ''));
  let number = 0;
  if (separator === ',') refuseDividedAmounts(records(text, separator, true));
  for (const record of records(text, separator)) {
    const fields = wraps ? unwrapped(record, separator) : record;
    number++;
    if (number === 1 && hint) continue;
    collector.addRow(
      number,
      fields.map((field) => ({ text: valueOfFormula(field) })),
    );
  }
  return collector.finish();
}

/** Returns the value of a formula with a constant, as Excel shows the cell: '="007"' is 007, and '=250000' is 250000. */
const valueOfFormula = (field: string): string =>
  /^="([^"]*)"$/.exec(field)?.[1] ?? /^=(-?\d+(?:[.,]\d+)?)$/.exec(field)?.[1] ?? field;

/** Rows to look at for amounts divided by their own commas. */
const LOOKED_ROWS = 200;

/**
 * Refuses a text with commas between columns and, without quotes, within amounts: '101,250,000' would be unit 101 with
 * 250 pesos. The sign is a row wider than the header, with groups of three digits for all extra fields. Empty fields at the
 * end of a row or of the header do not count.
 * @throws SheetError sheetUnreadable
 */
function refuseDividedAmounts(rows: Iterable<string[]>): void {
  // Width of the header: all fields, and the fields up to the last title.
  let [header, titled] = [0, 0];
  let number = 0;
  let [wider, others] = [0, 0];
  let shown: { number: number; text: string } | null = null;
  for (const fields of rows) {
    number += 1;
    if (number > LOOKED_ROWS) break;
    const filled = fields.findLastIndex((field) => field.trim() !== '') + 1;
    if (titled === 0 || !/\d/.test(fields.join(''))) {
      header = Math.max(header, fields.length);
      titled = Math.max(titled, filled);
      continue;
    }
    const groups = fields.filter(
      (field, at) => /^\d{3}(\.\d{1,2})?$/.test(field) && /^[-$ ]*\d{1,3}$/.test(fields[at - 1] ?? ''),
    );
    const extra = Math.min(fields.length - header, filled - titled);
    if (extra > 0 && groups.length >= extra) {
      wider += 1;
      shown ??= { number, text: fields.join(',').slice(0, 60) };
    } else if (fields.length > 1) others += 1;
  }
  if (shown === null || wider < others) return;
  throw new SheetError(
    'sheetUnreadable',
    `La coma divide las columnas y también los miles de los valores, y no se sabe dónde termina cada valor (fila ${shown.number}: «${shown.text}»). Guarde la tabla como libro de Excel (.xlsx), o quite las comas de los valores, y vuelva a subirla.`,
  );
}

/** Way of dividing the lines of a text. `wraps` if a line may stand whole in quotes. */
interface Division {
  separator: string;
  wraps: boolean;
}

/**
 * Finds the separator that divides most of the first lines into the same number of fields, more than one.
 * @param named separator named by the file
 */
function guessSeparator(text: string, named: string | undefined): Division {
  const sample = text.slice(0, 50_000);
  let best: Division = { separator: named ?? ',', wraps: false };
  let bestShare = 0;
  // The order of the separators decides a tie: 'Pérez, Ana;2,97' has as many commas as semicolons.
  for (const wraps of [false, true]) {
    for (const separator of named === undefined ? [';', '\t', '|', ','] : [named]) {
      const share = shareOfWidth(sample, { separator, wraps });
      if (share <= bestShare) continue;
      best = { separator, wraps };
      bestShare = share;
    }
  }
  return best;
}

/** Returns the share of lines with the most common number of fields, more than one. */
function shareOfWidth(sample: string, { separator, wraps }: Division): number {
  const counts = new Map<number, number>();
  let lines = 0;
  for (const record of records(sample, separator, true)) {
    if (record.length === 1 && record[0] === '') continue;
    lines++;
    const { length } = wraps ? unwrapped(record, separator) : record;
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  counts.delete(1);
  return Math.max(0, ...counts.values()) / Math.max(1, lines);
}

/** Divides the only field of a record, if the field holds a whole line. */
function unwrapped(record: string[], separator: string): string[] {
  const [only = ''] = record;
  if (record.length > 1 || !only.includes(separator)) return record;
  const [fields = record] = records(only, separator, true);
  return fields;
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

/** True for the start of a JSON list of objects. */
export const isJsonTable = (head: string): boolean => /^\s*\[\s*\{/.test(head);

/**
 * Reads a JSON list of flat objects, as open data portals give them, like a csv: the names of the fields are the
 * header, and each object is a row. A field that is no text, number or boolean is an empty cell.
 * @throws SheetError sheetUnreadable for damaged JSON
 */
export function readJsonTable(file: Buffer, fileName: string): Sheet[] {
  const collector = new Collector();
  collector.startSheet(fileName.replace(/\.[^.]*$/, ''));
  const records = objectsIn(decodeText(file));
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  collector.addRow(
    1,
    names.map((text) => ({ text })),
  );
  for (const [at, record] of records.entries()) {
    collector.addRow(
      at + 2,
      names.map((name) => ({ text: textOf(record[name]) })),
    );
  }
  return collector.finish();
}

function objectsIn(text: string): Record<string, unknown>[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];
  } catch {
    throw new SheetError(
      'sheetUnreadable',
      'El archivo JSON está dañado o incompleto. Descárguelo de nuevo y vuelva a subirlo.',
    );
  }
}

const textOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
