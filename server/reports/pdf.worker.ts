import { definitionOf, type PdfInput } from './documents.ts';
import { renderPdf } from './render-pdf.ts';
import { workAs } from './worker-process.ts';

workAs(async (input: PdfInput) => ({ bytes: await renderPdf(definitionOf(input)) }));
