import { type Line, PrioritySemaphore, type WorkPriority } from '../lib/priority-semaphore.ts';
import { workerLimits } from './limits.ts';

/** The processes that work for this one, whatever they do; copies of the store apart, which must not wait. */
const workers = new PrioritySemaphore(workerLimits.workers);

/** A line before the pool for work of one sort, in which at most `mostWaiting` wait. */
export const workerLine = (priority: WorkPriority, mostWaiting: number): Line =>
  workers.line(priority, mostWaiting);
