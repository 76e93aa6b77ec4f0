import { Turns } from '../sheets/turns.ts';
import { workerScript } from '../sheets/worker-file.ts';
import type { PdfInput } from './documents.ts';
import { inWorker, type WorkOptions } from './in-worker.ts';
import { limits } from './limits.ts';

const workerCode = workerScript('./pdf.worker', import.meta.url);
const turns = new Turns(limits.workers, limits.waiting);

/** Makes a PDF of plain rows, in a worker of its own; it refuses and stops as `inWorker` says. */
export async function pdf(input: PdfInput, options: WorkOptions = {}): Promise<Uint8Array> {
  const { bytes } = await inWorker<{ bytes: Uint8Array }>(workerCode, input, turns, options);
  return bytes;
}
