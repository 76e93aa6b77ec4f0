import { readdirSync, readSync, writeSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { StoreError } from '../db/store-error.ts';
import { StoreFault } from '../db/store-fault.ts';
import { Problem } from '../http/problem.ts';
import type { WorkerAnswer, WorkerMessage } from './in-worker.ts';
import type { Progress } from './tasks.ts';
import { STEP_FD } from './worker-host.ts';

/** Seconds until a client should try again if the database cannot be opened. */
const CLOSED_RETRY = 5;
/** Size of a part of a large answer: the main thread handles each part in a short time. */
const ANSWER_PART = { bytes: 256 * 1024, items: 250 };
/** Most bytes of memory of a worker to stay idle; a larger worker ends. */
const SMALL_BYTES = 256 * 1024 * 1024;
/** Milliseconds between two progress messages: more would not be visible. */
const EVERY_MS = 100;

/** Rules for using a worker process again: a start takes longer than most reports and imports. */
interface Staying<Input> {
  /** Number of tasks that a worker process runs before the end. */
  mostPieces: number;
  /** Returns true if the worker process may take another task after the answer. */
  staysAfter: (input: Input, answer: WorkerAnswer) => boolean;
}

/**
 * Rules for worker processes with tasks on the store's data only, not on uploaded files: a process may run
 * up to 100 tasks.
 */
export const ownInput: Staying<unknown> = { mostPieces: 100, staysAfter: () => true };

/**
 * Main function of a worker process: reads the input, runs `work`, reports progress and sends the result. A
 * Problem is sent as a result; another error ends the process.
 * @param staying rules for further tasks in the same process; default: the process ends after a single
 * task, so a hostile file cannot affect the next task
 */
export function serveTask<Input>(
  work: (input: Input, progress: Progress) => Promise<object>,
  staying?: Staying<Input>,
): void {
  lowerPriority(Number(process.argv[2]));
  // The server is gone.
  process.once('disconnect', () => process.exit());
  let left = staying?.mostPieces ?? 1;
  process.on('message', async (message) => {
    left -= 1;
    const input = message as Input;
    const answer = await answerOf(work, input);
    const mayStay = left > 0 && process.memoryUsage.rss() < SMALL_BYTES;
    const isReady = mayStay && staying?.staysAfter(input, answer) === true;
    await say({ ...answer, isReady });
    if (!isReady) process.disconnect();
  });
}

async function answerOf<Input>(
  work: (input: Input, progress: Progress) => Promise<object>,
  input: Input,
): Promise<WorkerAnswer> {
  let steppedAt = Number.NEGATIVE_INFINITY;
  const isDue = () => performance.now() - steppedAt >= EVERY_MS;
  const step = () => {
    giveWay();
    steppedAt = performance.now();
  };
  // Adds steps to work that waits for disks and databases.
  const steps = setInterval(() => isDue() && step(), EVERY_MS);
  try {
    const result = await work(input, (done, total) => {
      if (!isDue() && done < total) return;
      void say({ progress: { done, total } });
      step();
    });
    clearInterval(steps);
    return { result: await giveParts(result) };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    const { code, details, retryAfter } = problem;
    return { problem: { code, details, retryAfter } };
  } finally {
    clearInterval(steps);
  }
}

/** Converts an expected error to a Problem. Returns null for an unexpected error. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof StoreFault) return new Problem('storeUnavailable', undefined, error.retryAfter);
  return error instanceof StoreError ? new Problem('storeUnavailable', undefined, CLOSED_RETRY) : null;
}

/**
 * Lowers the priority of each thread of this process, as in `os.setPriority`: on Linux the priority belongs to a
 * thread, and V8's threads already run. Later threads inherit the value.
 */
function lowerPriority(priority: number): void {
  // Raising a priority is refused to most users.
  if (priority <= getPriority()) return;
  if (process.platform !== 'linux') {
    setPriority(priority);
    return;
  }
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), priority);
    } catch {
      // The thread has just ended.
    }
  }
}

/** Blocks this process until the server allows the next step. Exits if the server is gone. */
function giveWay(): void {
  try {
    writeSync(STEP_FD, '.');
    if (readSync(STEP_FD, Buffer.alloc(1)) === 0) process.exit();
  } catch {
    process.exit();
  }
}

/**
 * Sends large bytes and lists of a result in parts.
 * @returns the rest of the result
 */
async function giveParts(result: object): Promise<object> {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(result)) {
    const size =
      value instanceof Uint8Array ? ANSWER_PART.bytes : Array.isArray(value) ? ANSWER_PART.items : null;
    if (size === null) rest[name] = value;
    else {
      for (let at = 0; at === 0 || at < value.length; at += size) {
        await say({ part: { name, value: value.slice(at, at + size) } });
      }
    }
  }
  return rest;
}

function say(word: WorkerMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    // The server is gone, and this process ends with the disconnect.
    process.send?.(word, undefined, undefined, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
