import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import type { Progress } from '../queue/tasks.ts';
import { fileNameOf } from './file-name.ts';
import { renderPdf } from './render-pdf.ts';

/** Half of it is read; laying out takes the next quarter, while nothing can be told, and drawing the last. */
const STEPS = { laidOut: 75, all: 100 };

/** A definition drawn as a file for a person, its progress told. */
export async function pdfFile(
  title: string,
  definition: TDocumentDefinitions,
  progress: Progress,
): Promise<FileAnswer> {
  const bytes = await renderPdf(definition, (share) =>
    progress(STEPS.laidOut + Math.floor(share * (STEPS.all - STEPS.laidOut)), STEPS.all),
  );
  return { name: fileNameOf(title, 'pdf'), mediaType: 'application/pdf', bytes };
}
