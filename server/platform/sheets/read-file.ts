import { COMPOUND_FILE } from './bytes/compound-file.ts';
import { isJsonTable, readCsv, readJsonTable } from './csv.ts';
import { decodeMarkup } from './decode-text.ts';
import { SheetError } from './error.ts';
import { isHtml, readHtml } from './html.ts';
import type { Sheet } from './sheet.types.ts';
import { notAWorkbook } from './unpack.ts';
import { readXls, tooOld } from './xls.ts';
import { readXlsx } from './xlsx.ts';
import { isXml2003, readXml2003 } from './xml-2003.ts';

/** Number of bytes enough to recognize a web page or XML. */
const HEAD_BYTES = 4_000;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const ZIP_WITHOUT_ENTRIES = Buffer.from('PK\x05\x06', 'latin1');
/** Start of a bank's file for accounting programs: OFX, QIF, MT940. */
const FOR_PROGRAMS = /^\s*(OFXHEADER|<\?OFX|<OFX>|!Type:|:20:|\{1:F01)/i;
const OF_PROGRAM =
  'El archivo es para un programa de contabilidad (OFX, QIF o MT940). Descargue del banco los movimientos en Excel o CSV y suba ese archivo.';

/**
 * Reads a spreadsheet file of any supported format. The content decides the format; the file name only
 * names the sheet of a csv or a web page. Runs in a worker; the server calls `readUploadAs`.
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
  if (startsWith(file, COMPOUND_FILE)) return readXls(file);
  if (file[0] === 0x09 && [0x00, 0x02, 0x04].includes(file[1] ?? -1) && file.includes(0)) throw tooOld();
  const head = decodeMarkup(file.subarray(0, HEAD_BYTES));
  // SYLK and DIF are texts: read as csv, the codes of the format would be cells. 'ID;Propietario;Cuota' is a csv.
  if (/^ID;P[^;\r\n]*(;[NE])*\r?\n/.test(head) || /^TABLE\r?\n0,1\r?\n/.test(head)) throw notAWorkbook();
  if (FOR_PROGRAMS.test(head)) throw new SheetError('sheetUnreadable', OF_PROGRAM);
  if (isXml2003(head)) return readXml2003(file);
  if (isHtml(head)) return readHtml(file, fileName);
  if (isJsonTable(head)) return readJsonTable(file, fileName);
  return readCsv(file, fileName);
}

function startsWith(file: Buffer, signature: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}
