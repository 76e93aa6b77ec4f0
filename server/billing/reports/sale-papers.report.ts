import { fileNameOf } from '../../platform/documents/file-name.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import type { ReportInput, ReportMaker } from '../../platform/queue/tasks.ts';
import makeStatement from './account-balance.report.ts';
import makeClearance from './clearance.report.ts';

/**
 * Makes the papers for the sale of a unit: paz y salvo and statement of account, in a .zip.
 * @throws Problem debtStands, ceilingMissing as the paz y salvo
 */
const makeSalePapers: ReportMaker<ReportInput<{ apartmentId: string; jointId: number }>> = async (
  db,
  input,
  progress,
) => {
  const { apartmentId } = input.params;
  const each = { ...input, query: {} };
  const files = [];
  for (const make of [makeClearance, makeStatement]) {
    files.push(await make(db, each, () => undefined));
    progress(files.length, 3);
  }
  const bytes = await zipOf(new Map(files.map((file) => [file.name, file.bytes])));
  progress(3, 3);
  return {
    name: fileNameOf(`Papeles para la venta Inmueble ${apartmentId}`, 'zip'),
    mediaType: 'application/zip',
    bytes: new Uint8Array(bytes),
  };
};
export default makeSalePapers;
