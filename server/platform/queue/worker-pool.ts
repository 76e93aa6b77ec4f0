import { type Line, PrioritySemaphore, type WorkPriority } from '../lib/priority-semaphore.ts';
import { workerLimits } from './limits.ts';

/** All worker processes of this server: reports, sheets, months, mail's papers, copies of the store. */
const workers = new PrioritySemaphore(workerLimits.workers);

/** A line before the pool for work of one sort, in which at most `mostWaiting` wait. */
export const workerLine = (priority: WorkPriority, mostWaiting: number): Line =>
  workers.line(priority, mostWaiting);

/** Documents that a request waits for. */
export const waited = workerLine('waited', workerLimits.waiting);
/** Months and files of payments that are computed for a preview. */
export const previews = workerLine('waited', workerLimits.waiting);
/** Work that no request waits for, of jobs, mail and drills, which bound how much of it there is. */
export const background = workerLine('background', Number.POSITIVE_INFINITY);

/** While a question is open, background work rests three times as long as it works, after no step longer than this. */
const REST_SHARE = 3;
const LONGEST_REST_MS = 5_000;
/** What has worked less than this does not rest: a small report is ready soon, also then. */
const SMALL_MS = 2_000;
/** How long an answer of whether a question is open is good. */
const FRESH_MS = 1_000;

const askers = new Set<() => Promise<boolean>>();
let answer = { isVoting: false, at: Number.NEGATIVE_INFINITY };

/** Has background work rest while `isVoting` says so; returns what ends that. */
export function restWhile(isVoting: () => Promise<boolean>): () => void {
  askers.add(isVoting);
  return () => askers.delete(isVoting);
}

/** How long work of a line rests after a step, in milliseconds; 0 where it need not. `allMs`: worked since its start. */
export async function restFor({ priority }: Line, stepMs: number, allMs: number): Promise<number> {
  if (priority !== 'background' || allMs < SMALL_MS) return 0;
  if (performance.now() - answer.at > FRESH_MS) {
    const answers = await Promise.all([...askers].map((isVoting) => isVoting().catch(() => false)));
    answer = { isVoting: answers.includes(true), at: performance.now() };
  }
  return answer.isVoting ? Math.min(LONGEST_REST_MS, REST_SHARE * stepMs) : 0;
}
