import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import type { Progress } from '../queue/tasks.ts';
import { fileNameOf } from './file-name.ts';
import { renderPdf } from './render-pdf.ts';

/**
 * Progress of a report in percent after the layout and after the drawing. Reading takes the first half, the layout
 * the next quarter.
 */
const STEPS = { laidOut: 75, all: 100 };

/**
 * Renders a pdfmake definition as a PDF file and reports the progress.
 * @param title name of the file without its ending
 * @param progress called with the done and the total steps
 */
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
