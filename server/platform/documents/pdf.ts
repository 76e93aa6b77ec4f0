import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type TaskOptions } from '../queue/in-worker.ts';
import { workerLimits } from '../queue/limits.ts';
import { workerSemaphore } from '../queue/worker-pool.ts';
import type { PdfInput } from './layout.ts';

/** Worker with the layouts of all features. */
const workerCode = workerScript('../../composition/pdf.worker', import.meta.url);

/** Separate queue from reports, so neither queue fills the other. */
const semaphore = workerSemaphore('waited', workerLimits.waiting);

/** Makes a PDF from plain rows in a worker. Refusal and abort: see `inWorker`. */
export async function pdf(input: PdfInput, options: TaskOptions = {}): Promise<Uint8Array> {
  const { bytes } = await inWorker<{ bytes: Uint8Array }>(workerCode, input, { semaphore, ...options });
  return bytes;
}
