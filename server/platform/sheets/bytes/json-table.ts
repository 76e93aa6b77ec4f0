import { Collector } from '../collector.ts';
import { decodeText } from '../decode-text.ts';
import { SheetError } from '../error.ts';
import type { Sheet } from '../sheet.types.ts';

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
