import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { definitionOf, type PdfInput } from './documents.ts';
import type { WorkerWord } from './in-worker.ts';
import { renderPdf } from './render-pdf.ts';

// On Linux a niceness is a thread's own: whoever votes meanwhile goes first. Elsewhere it would slow them too.
if (process.platform === 'linux') setPriority(19);

const bytes = await renderPdf(definitionOf(workerData as PdfInput));
parentPort?.postMessage({ result: bytes } satisfies WorkerWord<Uint8Array>, [bytes.buffer]);
