import { type BoundedSemaphore, PrioritySemaphore, type TaskPriority } from '../lib/priority-semaphore.ts';
import { workerLimits } from './limits.ts';

/** Limit for all worker processes of the server: reports, sheets, months, attachments of mails, backups. */
const workers = new PrioritySemaphore(workerLimits.workers, workerLimits.backgroundWorkers);

/**
 * Creates a queue for worker tasks of a priority. All queues share the limited number of worker processes.
 * @param mostWaiting maximum number of waiting tasks
 */
export const workerSemaphore = (priority: TaskPriority, mostWaiting: number): BoundedSemaphore =>
  workers.bounded(priority, mostWaiting);

/** Queue of worker tasks for documents, while a request waits for the result. */
export const waited = workerSemaphore('waited', workerLimits.waiting);
/**
 * Queue of worker tasks for previews of months and of payment files, separate from the queue of documents.
 */
export const previews = workerSemaphore('waited', workerLimits.waiting);
/**
 * Queue of worker tasks without a waiting request: background jobs, mail and restore tests. Unlimited here;
 * `queueJob` limits the jobs of each user.
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
 * Makes background work pause between steps during a vote.
 * @param isVoting tells if a vote is in progress
 * @returns function to end the pauses
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
