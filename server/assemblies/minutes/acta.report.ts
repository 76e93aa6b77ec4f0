import { actaDraft } from '../../../shared/assemblies/reports.api.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { pdfFile } from '../../platform/documents/pdf-file.ts';
import { PREVIEW } from '../../platform/queue/tasks.ts';
import { type Acta, actaOnScreen } from './acta.ts';
import { actaPdf } from './acta-pdf.ts';
import { readActa } from './read-acta.ts';
import { writeActa } from './write-acta.ts';

/** The draft of an acta as a file: the same words on paper and in Word. */
export default defineReport(actaDraft, {
  read: async (trx, { params, query }, progress) =>
    writeActa(await readActa(trx, { ...params, ...query }, progress)),
  formats: {
    pdf: (acta: Acta, _input, progress) => pdfFile(acta.name, actaPdf(acta), progress),
    preview: (acta: Acta) => ({
      ...{ name: acta.name, mediaType: PREVIEW },
      bytes: Buffer.from(JSON.stringify(actaOnScreen(acta))),
    }),
    // What writes for Word is slow to load, and most drafts are PDFs.
    docx: async (acta: Acta) => ({
      name: fileNameOf(acta.name, 'docx'),
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      bytes: await (await import('./acta-docx.ts')).actaDocx(acta),
    }),
  },
});
