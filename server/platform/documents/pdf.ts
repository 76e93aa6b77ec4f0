import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type WorkOptions } from '../queue/in-worker.ts';
import { workerLimits } from '../queue/limits.ts';
import { workerLine } from '../queue/worker-pool.ts';
import type { PdfInput } from './layout.ts';

/** The worker that knows every feature's documents. */
const workerCode = workerScript('../../composition/pdf.worker', import.meta.url);

/** A line beside that of reports: neither fills the other's. */
const turns = workerLine('waited', workerLimits.waiting);

/** Makes a PDF of plain rows, in a worker of its own; it refuses and stops as `inWorker` says. */
export async function pdf(input: PdfInput, options: WorkOptions = {}): Promise<Uint8Array> {
  const { bytes } = await inWorker<{ bytes: Uint8Array }>(workerCode, input, { turns, ...options });
  return bytes;
}
