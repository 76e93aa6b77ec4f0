import { type BoundedSemaphore, PrioritySemaphore, type TaskPriority } from '../lib/priority-semaphore.ts';
import { workerLimits } from './limits.ts';

/** Semaphore of all worker processes of the server: reports, sheets, months, papers of mails, copies of the store. */
const workers = new PrioritySemaphore(workerLimits.workers, workerLimits.backgroundWorkers);

/** Creates a queue before the pool for a kind of work, with at most `mostWaiting` waiting tasks. */
export const workerSemaphore = (priority: TaskPriority, mostWaiting: number): BoundedSemaphore =>
  workers.bounded(priority, mostWaiting);

/** Queue of documents with a waiting request. */
export const waited = workerSemaphore('waited', workerLimits.waiting);
/** Queue of months and payment files computed for a preview. */
export const previews = workerSemaphore('waited', workerLimits.waiting);
/** Queue of work without a waiting request: jobs, mail and drills, bounded elsewhere. */
export const background = workerSemaphore('background', Number.POSITIVE_INFINITY);

/** While a question is open, background work rests three times the length of a step, at most this long. */
const REST_SHARE = 3;
const LONGEST_REST_MS = 5_000;
/** Work shorter than this never rests: a small report is ready soon. */
const SMALL_MS = 2_000;
/** Validity of the answer if a question is open. */
const FRESH_MS = 1_000;

const askers = new Set<() => Promise<boolean>>();
let answer = { isVoting: false, at: Number.NEGATIVE_INFINITY };

/** Lets background work rest while `isVoting` returns true. Returns a function that removes the check. */
export function restWhile(isVoting: () => Promise<boolean>): () => void {
  askers.add(isVoting);
  return () => askers.delete(isVoting);
}

/** Returns the rest after a step in milliseconds, 0 if not needed. `allMs`: total work time. */
export async function restFor(
  { priority }: BoundedSemaphore,
  stepMs: number,
  allMs: number,
): Promise<number> {
  if (priority !== 'background' || allMs < SMALL_MS) return 0;
  if (performance.now() - answer.at > FRESH_MS) {
    const answers = await Promise.all([...askers].map((isVoting) => isVoting().catch(() => false)));
    answer = { isVoting: answers.includes(true), at: performance.now() };
  }
  return answer.isVoting ? Math.min(LONGEST_REST_MS, REST_SHARE * stepMs) : 0;
}
