import { fileNameOf } from '../../platform/documents/file-name.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import type { ReportInput, ReportMaker } from '../../platform/queue/tasks.ts';
import makeStatement from '../reports/account-balance.report.ts';
import makeCertificate from '../reports/debt-certificate.report.ts';
import makeReminders from './reminders.report.ts';

/**
 * Makes the 'Carpeta para el abogado' of a unit, a .zip: certificate of debt with each component, the ceilings with the
 * resolutions and the acta of the joint's rate; statement; record of the reminders.
 * @throws Problem nothingOwed as the certificate
 */
const makeFolder: ReportMaker<ReportInput<{ apartmentId: string; jointId: number }>> = async (
  db,
  input,
  progress,
) => {
  const each = { ...input, query: {} };
  const files = [];
  for (const make of [makeCertificate, makeStatement, makeReminders]) {
    files.push(await make(db, each, () => undefined));
    progress(files.length, 4);
  }
  const bytes = await zipOf(new Map(files.map((file) => [file.name, file.bytes])));
  progress(4, 4);
  return {
    name: fileNameOf(`Carpeta para el abogado Inmueble ${input.params.apartmentId}`, 'zip'),
    mediaType: 'application/zip',
    bytes: new Uint8Array(bytes),
  };
};
export default makeFolder;
