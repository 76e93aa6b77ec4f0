import { readdirSync, readSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { StoreError } from '../db/store-error.ts';
import { StoreFault } from '../db/store-fault.ts';
import { Problem } from '../http/problem.ts';
import type { WorkerAnswer, WorkerMessage } from './in-worker.ts';
import type { Progress } from './tasks.ts';
import { STEP_FD } from './worker-host.ts';

const LOWEST = 19;
/** Seconds, for a store that cannot even be opened. */
const CLOSED_RETRY = 5;
/** The main thread takes each part in a turn of its own, and no turn is long. */
const PART = { bytes: 256 * 1024, items: 250 };
/** With more than this a worker is not kept waiting for others' work. */
const SMALL_BYTES = 256 * 1024 * 1024;
/** Pictures of a progress that a person can follow; more would only cost. */
const EVERY_MS = 100;

/** Which work a process may do one after the other: starting one takes longer than most reports and readings. */
interface Staying<Input> {
  /** Pieces of work before it ends. */
  mostPieces: number;
  /** Whether it may go on after this one. */
  staysAfter: (input: Input, answer: WorkerAnswer) => boolean;
}

/** For work on what the store holds. */
export const ownInput: Staying<unknown> = { mostPieces: 100, staysAfter: () => true };

/**
 * Does what this process was started for: takes its input, tells how far it is and gives what came of it. A Problem
 * is an answer too; anything else ends the process.
 * @param staying without it the process ends after one piece of work: what that does to it, it does to no other's
 */
export function serveTask<Input>(
  work: (input: Input, progress: Progress) => Promise<object>,
  staying?: Staying<Input>,
): void {
  makeLowest();
  // Nobody hears of it any more.
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
  // Work that waits for disks and databases has steps without saying so.
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

/** What is an answer too; null for what nobody foresaw. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof StoreFault) return new Problem('storeUnavailable', undefined, error.retryAfter);
  return error instanceof StoreError ? new Problem('storeUnavailable', undefined, CLOSED_RETRY) : null;
}

/** On Linux a niceness is a thread's own, and those of V8 run already; what is started later has its starter's. */
function makeLowest(): void {
  if (process.platform !== 'linux') {
    setPriority(LOWEST);
    return;
  }
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), LOWEST);
    } catch {
      // It has just ended.
    }
  }
}

/** Stands still until the server lets it go on; a server that is gone ends it. */
function giveWay(): void {
  try {
    writeSync(STEP_FD, '.');
    if (readSync(STEP_FD, Buffer.alloc(1)) === 0) process.exit();
  } catch {
    process.exit();
  }
}

/** Sends an answer's bytes and lists in parts. @returns the rest of it */
async function giveParts(result: object): Promise<object> {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(result)) {
    const size = value instanceof Uint8Array ? PART.bytes : Array.isArray(value) ? PART.items : null;
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
    // The server that asked is gone: so is this, with the disconnection.
    process.send?.(word, undefined, undefined, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
