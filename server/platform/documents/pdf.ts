import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type WorkOptions } from '../queue/in-worker.ts';
import { workerLimits } from '../queue/limits.ts';
import { workerLine } from '../queue/worker-pool.ts';
import type { PdfInput } from './layout.ts';

/** Worker with the layouts of all features. */
const workerCode = workerScript('../../composition/pdf.worker', import.meta.url);

/** Separate queue from reports, so neither queue fills the other. */
const turns = workerLine('waited', workerLimits.waiting);

/** Makes a PDF from plain rows in a worker. Refusal and abort: see `inWorker`. */
export async function pdf(input: PdfInput, options: WorkOptions = {}): Promise<Uint8Array> {
  const { bytes } = await inWorker<{ bytes: Uint8Array }>(workerCode, input, { turns, ...options });
  return bytes;
}
