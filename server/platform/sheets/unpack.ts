import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { damaged, SheetError } from './error.ts';
import { sheetLimits } from './limits.ts';

/** Paths of parts that may belong to a table: XML, without pictures, drawings and comments. */
const tablePart =
  /(?<!theme|drawings|docprops|customxml|charts|comments)\/[^/]+\.xml$|^workbook\.xml$|\.rels$/;

/**
 * Unpacks the needed parts of an xlsx file. Key: path in lower case ('xl/workbook.xml'). Value: bytes. Counts
 * the real bytes of every entry while unpacking, since a zip may declare false sizes.
 * @throws SheetError sheetTooLarge above the limits; sheetUnreadable if damaged or encrypted
 */
export async function unpackWorkbook(file: Buffer): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  let total = 0;
  let hasFiles = false;
  try {
    // Declared sizes are not validated: the real bytes are counted, so false sizes do no harm.
    const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: false });
    if (zip.entryCount > sheetLimits.zipEntries) throw tooLarge();
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      if (++entries > sheetLimits.zipEntries) throw tooLarge();
      if (entry.isEncrypted()) throw locked();
      if (entry.fileName.endsWith('/')) continue;
      const path = entry.fileName.toLowerCase();
      const wanted = tablePart.test(path);
      hasFiles ||= /^(?!xl\/)[^/]*(\/[^/]*)?\.(xlsx|xlsm|xls|csv|txt|pdf)$/.test(path);
      if (wanted && parts.has(path)) throw damaged();
      const chunks: Buffer[] = [];
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as Readable &
        AsyncIterable<Buffer>) {
        total += chunk.length;
        if (isTooMuch(total, file.length)) throw tooLarge();
        if (wanted) chunks.push(chunk);
      }
      if (wanted) parts.set(path, Buffer.concat(chunks));
    }
  } catch (error) {
    throw error instanceof SheetError ? error : damaged(error);
  }
  if (hasFiles && ![...parts.keys()].some((path) => path.endsWith('workbook.xml'))) throw zipped();
  return parts;
}

/** Returns the error for a compressed folder with files. */
function zipped(): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo es una carpeta comprimida (.zip). Ábrala, y suba el archivo de Excel o de texto que tiene adentro.',
  );
}

function isTooMuch(unpacked: number, packed: number): boolean {
  if (unpacked > sheetLimits.unpackedBytes) return true;
  return unpacked > sheetLimits.ratioFrom && unpacked > packed * sheetLimits.unpackedRatio;
}

/** Returns the error for a workbook above the limits when unpacked: 80 MB, or 400 times the packed size. */
export function tooLarge(): SheetError {
  return new SheetError(
    'sheetTooLarge',
    'El archivo es demasiado grande por dentro. Deje solo la hoja con la tabla, elimine las filas y columnas vacías con formato y las imágenes, y vuelva a subirlo.',
  );
}

/** Returns the error for a workbook with a password. */
export function locked(): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo está protegido con contraseña. Ábralo en Excel, quítele la contraseña y vuelva a subirlo.',
  );
}

/** Returns the error for a file other than a workbook. */
export function notAWorkbook(): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo no es un libro de Excel (.xlsx). Ábralo en Excel, use «Guardar como», elija «Libro de Excel (.xlsx)» y suba ese archivo.',
  );
}
