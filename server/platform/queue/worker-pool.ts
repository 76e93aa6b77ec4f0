import { type BoundedSemaphore, PrioritySemaphore, type TaskPriority } from '../lib/priority-semaphore.ts';
import { workerLimits } from './limits.ts';

/** Limit for all worker processes of the server: reports, sheets, months, attachments of mails, backups. */
const workers = new PrioritySemaphore(workerLimits.workers, workerLimits.backgroundWorkers);

/** Creates a queue for a kind of work, with at most `mostWaiting` waiting tasks. */
export const workerSemaphore = (priority: TaskPriority, mostWaiting: number): BoundedSemaphore =>
  workers.bounded(priority, mostWaiting);

/** Queue for documents while a request waits for the result. */
export const waited = workerSemaphore('waited', workerLimits.waiting);
/** Queue for previews of months and of payment files. */
export const previews = workerSemaphore('waited', workerLimits.waiting);
/**
 * Queue of work without a waiting request: jobs, mail and restore tests. The queue has no limit; the number
 * of jobs of a user is limited at the request (`queueJob`).
 */
export const background = workerSemaphore('background', Number.POSITIVE_INFINITY);

/**
 * Factor for pauses of background work while a question is open: three times the length of a step, at most
 * `LONGEST_REST_MS`.
 */
const REST_SHARE = 3;
const LONGEST_REST_MS = 5_000;
/** Milliseconds of work without any pause: a small report is ready soon. */
const SMALL_MS = 2_000;
/** Milliseconds for reuse of the answer to the check for an open question. */
const FRESH_MS = 1_000;

const askers = new Set<() => Promise<boolean>>();
let answer = { isVoting: false, at: Number.NEGATIVE_INFINITY };

/**
 * Registers a function to tell if a vote is in progress: from now on background work pauses between steps
 * during a vote. Returns a function to remove the registration.
 */
export function restWhile(isVoting: () => Promise<boolean>): () => void {
  askers.add(isVoting);
  return () => askers.delete(isVoting);
}

/**
 * Computes the pause of a worker after a step of work, in ms: 0 unless the work is in the background, already
 * long, and a vote is in progress.
 * @param stepMs duration of the step
 * @param allMs duration of the task so far
 */
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
