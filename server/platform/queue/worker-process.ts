import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { StoreError } from '../db/connect.ts';
import { StoreFault } from '../db/store-fault.ts';
import { Problem } from '../http/problem.ts';
import type { WorkerMessage } from './in-worker.ts';
import type { Progress } from './tasks.ts';

const LOWEST = 19;
/** Seconds, for a store that cannot even be opened. */
const CLOSED_RETRY = 5;
/** Whoever hears of a piece takes it in a turn of its own, and no turn is long. */
const PIECE_BYTES = 256 * 1024;
/** Pictures of a progress that a person can follow; more would only cost. */
const EVERY_MS = 100;

/**
 * Does what this process was started for: takes its input, tells how far it is and gives what came of it. A Problem
 * is an answer too; anything else ends the process.
 */
export function serveTask<Input>(work: (input: Input, progress: Progress) => Promise<object>): void {
  makeLowest();
  // Nobody hears of it any more.
  process.once('disconnect', () => process.exit());
  process.once('message', async (input) => {
    let saidAt = Number.NEGATIVE_INFINITY;
    try {
      const result = await work(input as Input, (done, total) => {
        const now = performance.now();
        if (now - saidAt < EVERY_MS && done < total) return;
        saidAt = now;
        void say({ progress: { done, total } });
      });
      await give(result);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      const { code, details, retryAfter } = problem;
      await say({ problem: { code, details, retryAfter } });
    }
    process.disconnect();
  });
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

async function give(result: object): Promise<void> {
  const { bytes, ...rest }: { bytes?: unknown } = result;
  if (!(bytes instanceof Uint8Array)) return say({ result });
  for (let at = 0; at === 0 || at < bytes.byteLength; at += PIECE_BYTES) {
    await say({ piece: bytes.subarray(at, at + PIECE_BYTES) });
  }
  return say({ result: rest });
}

function say(word: WorkerMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    // The server that asked is gone: so is this, with the disconnection.
    process.send?.(word, undefined, undefined, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
