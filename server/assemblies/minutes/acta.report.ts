import { actaDraft } from '../../../shared/assemblies/reports.api.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { pdfFile } from '../../platform/documents/pdf-file.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { PREVIEW } from '../../platform/queue/tasks.ts';
import { JointDirectory } from '../../properties/index.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { actaPath, findBoundPapers, readPapers } from '../store/papers/bound-papers.repository.ts';
import { type Acta, actaOnScreen } from './acta.ts';
import { actaPdf } from './acta-pdf.ts';
import { readActa } from './read-acta.ts';
import { writeActa } from './write-acta.ts';

interface ActaReading {
  acta: Acta;
  /**
   * Files of an ended assembly's acta, bound by hash in the last audit entry about papers (specification, section
   * 18, rule 12).
   */
  pdf: Uint8Array | undefined;
  docx: Uint8Array | undefined;
}

/**
 * Report with the draft of an acta as PDF or Word file, both with the same words. After the end returns the stored
 * file.
 */
export default defineReport(actaDraft, {
  read: async (trx, { params, query }, progress): Promise<ActaReading> => {
    const { rootId } = await requireJoint(new JointDirectory(trx), params.jointId);
    const { assemblyId } = await assemblyToRead(trx, rootId, query.assemblyId);
    const bound = await findBoundPapers(trx, { rootId, assemblyId });
    const path = actaPath(params.jointId, rootId);
    const papers = (bound?.papers ?? []).filter(([name]) => name.startsWith(`${path}.`));
    const files = await readPapers(trx, papers);
    return {
      acta: writeActa(await readActa(trx, { ...params, ...query }, progress)),
      pdf: files.get(`${path}.pdf`),
      docx: files.get(`${path}.docx`),
    };
  },
  formats: {
    pdf: ({ acta, pdf: bytes }: ActaReading, _input, progress) =>
      bytes === undefined
        ? pdfFile(acta.name, actaPdf(acta), progress)
        : { name: fileNameOf(acta.name, 'pdf'), mediaType: 'application/pdf', bytes },
    preview: ({ acta }: ActaReading) => ({
      name: acta.name,
      mediaType: PREVIEW,
      bytes: Buffer.from(JSON.stringify(actaOnScreen(acta))),
    }),
    // The Word writer is slow to load, and most drafts are PDFs.
    docx: async ({ acta, docx }: ActaReading) => ({
      name: fileNameOf(acta.name, 'docx'),
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      bytes: docx ?? (await (await import('./acta-docx.ts')).actaDocx(acta)),
    }),
  },
});
