import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openStore, type StoreAddress } from '../db/connect.ts';
import { Problem } from '../http/problem.ts';
import type { WorkerWord } from './in-worker.ts';
import { doTask } from './makers.ts';
import type { StoreTask } from './tasks.ts';

// On Linux a niceness is a thread's own: whoever votes meanwhile goes first. Elsewhere it would slow them too.
if (process.platform === 'linux') setPriority(19);

const { address, task } = workerData as { address: StoreAddress; task: StoreTask };
const say = (word: WorkerWord<unknown>, handedOver: ArrayBuffer[] = []) =>
  parentPort?.postMessage(word, handedOver);
/** Pictures of a progress that a person can follow; more would only cost. */
const EVERY_MS = 100;
let saidAt = 0;

const store = await openStore(address);
try {
  const result = await doTask(store.db, task, (done, total) => {
    const now = Date.now();
    if (now - saidAt < EVERY_MS && done < total) return;
    saidAt = now;
    say({ progress: { done, total } });
  });
  say({ result }, bytesOf(result));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say({ problem: { code: error.code, details: error.details } });
} finally {
  await store.close();
}

/** The bytes of a file, to be handed over: a copy of many megabytes would hold the main thread up. */
function bytesOf(result: unknown): ArrayBuffer[] {
  const bytes: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'bytes') : null;
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) return [];
  // A small one may share its memory with others.
  return bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}
