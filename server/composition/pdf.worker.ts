import { renderPdf } from '../platform/documents/render-pdf.ts';
import { workAs } from '../platform/queue/worker-process.ts';
import { definitionOf, type PdfInput } from './documents.ts';

workAs(async (input: PdfInput) => ({ bytes: await renderPdf(definitionOf(input)) }));
