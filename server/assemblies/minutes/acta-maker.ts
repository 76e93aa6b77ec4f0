import { fileNameOf } from '../../platform/documents/file-name.ts';
import { renderPdf } from '../../platform/documents/render-pdf.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import type { OfAssembly } from '../reports/subject.ts';
import { actaPdf } from './acta-pdf.ts';
import { readActa } from './read-acta.ts';
import { writeActa } from './write-acta.ts';

export interface ActaTask extends OfAssembly {
  kind: 'acta';
  format: 'pdf' | 'docx';
}

const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** The draft of an acta as a file: the same words on paper and in Word. */
export const makeActa: ReportMaker<ActaTask> = async (db, task, progress) => {
  const { format, jointId, assemblyId } = task;
  const facts = await readActa(db, { jointId, ...(assemblyId && { assemblyId }) }, progress);
  const acta = writeActa(facts);
  // What writes for Word is slow to load, and most drafts are PDFs.
  const bytes =
    format === 'docx'
      ? await (await import('./acta-docx.ts')).actaDocx(acta)
      : await renderPdf(actaPdf(acta));
  return { name: fileNameOf(acta.name, format), mediaType: mediaTypes[format], bytes };
};
