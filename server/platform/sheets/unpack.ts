import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { damaged, SheetError } from './error.ts';
import { sheetLimits } from './limits.ts';

const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/;
const neededParts = new Set([
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
  'xl/sharedStrings.xml',
]);

/**
 * Unpacks the needed parts of an xlsx file, by path. Counts the real bytes of every entry while unpacking, since a
 * zip may declare false sizes.
 * @throws SheetError sheetTooLarge above the limits; sheetUnreadable if no workbook, damaged or encrypted
 */
export async function unpackWorkbook(file: Buffer): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  let total = 0;
  try {
    // Declared sizes are not validated: the real bytes are counted, so false sizes do no harm.
    const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: false });
    if (zip.entryCount > sheetLimits.zipEntries) throw tooLarge();
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      if (++entries > sheetLimits.zipEntries) throw tooLarge();
      if (entry.isEncrypted()) throw locked();
      if (entry.fileName.endsWith('/')) continue;
      const wanted = neededParts.has(entry.fileName) || sheetPart.test(entry.fileName);
      if (wanted && parts.has(entry.fileName)) throw damaged();
      const chunks: Buffer[] = [];
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as Readable &
        AsyncIterable<Buffer>) {
        total += chunk.length;
        if (isTooMuch(total, file.length)) throw tooLarge();
        if (wanted) chunks.push(chunk);
      }
      if (wanted) parts.set(entry.fileName, Buffer.concat(chunks));
    }
  } catch (error) {
    throw error instanceof SheetError ? error : damaged(error);
  }
  if (!parts.has('xl/workbook.xml') || ![...parts.keys()].some((name) => sheetPart.test(name)))
    throw notAWorkbook();
  return parts;
}

function isTooMuch(unpacked: number, packed: number): boolean {
  if (unpacked > sheetLimits.unpackedBytes) return true;
  return unpacked > sheetLimits.ratioFrom && unpacked > packed * sheetLimits.unpackedRatio;
}

export function tooLarge(): SheetError {
  return new SheetError(
    'sheetTooLarge',
    'El archivo es demasiado grande por dentro. Deje solo la hoja con la tabla, elimine las filas y columnas vacías con formato y las imágenes, y vuelva a subirlo.',
  );
}

function locked(): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo está protegido con contraseña. Ábralo en Excel, quítele la contraseña y vuelva a subirlo.',
  );
}

function notAWorkbook(): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo no es un libro de Excel (.xlsx). Ábralo en Excel, use «Guardar como», elija «Libro de Excel (.xlsx)» y suba ese archivo.',
  );
}
