import ExcelJS from 'exceljs';
import { actWords } from '../../shared/audit/act-words.ts';
import type { AuditRecord } from '../../shared/audit/audit.api.ts';

/** Excel keeps no zone: its times are those of a clock in Colombia, which has kept UTC-5 since 1993. */
const BOGOTA_MS = -5 * 60 * 60 * 1000;

/** The entries as a sheet for reading, oldest first. What was hashed is in the other file. */
export async function trailWorkbook(
  jointName: string,
  entries: readonly AuditRecord[],
): Promise<Uint8Array<ArrayBuffer>> {
  const book = new ExcelJS.Workbook();
  book.title = `Registro de Auditoría ${jointName}`;
  const sheet = book.addWorksheet('Auditoría', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = [
    { header: 'N.º', key: 'seq', width: 8 },
    { header: 'Fecha y hora', key: 'at', width: 20, style: { numFmt: 'yyyy-mm-dd hh:mm:ss' } },
    { header: 'Quién', key: 'actor', width: 30 },
    { header: 'Acto', key: 'act', width: 30 },
    { header: 'Qué se hizo', key: 'what', width: 90, style: { alignment: { wrapText: true } } },
    { header: 'Huella', key: 'hash', width: 70 },
  ];
  sheet.getRow(1).font = { bold: true };
  for (const { seq, at, actor, act, what, hash } of entries) {
    // Strings stay strings: nothing that was typed becomes a formula.
    sheet.addRow({
      seq,
      at: new Date(Date.parse(at) + BOGOTA_MS),
      actor,
      act: actWords[act] ?? act,
      what,
      hash,
    });
  }
  return new Uint8Array(await book.xlsx.writeBuffer());
}
