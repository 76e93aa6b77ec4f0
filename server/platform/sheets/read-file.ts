import { readCsv } from './csv.ts';
import { SheetError } from './error.ts';
import type { Sheet } from './sheet.types.ts';
import { readXlsx } from './xlsx.ts';

const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const ZIP_WITHOUT_ENTRIES = Buffer.from('PK\x05\x06', 'latin1');

/**
 * Reads a spreadsheet file; the content decides the format, and the file name only names the sheet of a csv. Runs
 * in the worker; the server calls `read-upload.ts`.
 * @throws SheetError
 */
export async function readFile(file: Buffer, fileName: string): Promise<Sheet[]> {
  if (file.length === 0) {
    throw new SheetError(
      'sheetEmpty',
      'El archivo está vacío. Revise que sea el archivo correcto y vuelva a subirlo.',
    );
  }
  if (startsWith(file, ZIP) || startsWith(file, ZIP_WITHOUT_ENTRIES)) return readXlsx(file);
  if (startsWith(file, OLD_OFFICE)) throw oldOffice(file);
  return readCsv(file, fileName);
}

function startsWith(file: Buffer, signature: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}

/** Returns the error for a file in the container of Excel 97, also used for new workbooks with a password. */
function oldOffice(file: Buffer): SheetError {
  const locked = file.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return new SheetError(
    'sheetUnreadable',
    locked
      ? 'El archivo está protegido con contraseña. Ábralo en Excel, quítele la contraseña y vuelva a subirlo.'
      : 'El archivo está en el formato antiguo de Excel (.xls). Ábralo en Excel, use «Guardar como», elija «Libro de Excel (.xlsx)» y suba ese archivo.',
  );
}
