import { workerLine } from '../../platform/queue/worker-pool.ts';

/** The line of those for whom a worker reckons a month or a file's payments. */
export const reckoning = workerLine('waited', 8);
