import { availableParallelism } from 'node:os';

const WORKERS = Math.max(2, availableParallelism() - 1);

/** Limits for worker processes and background jobs, so documents never delay votes. */
export const workerLimits = {
  /** Time limit in milliseconds: 4,500 voting badges on a slow machine during an assembly. */
  milliseconds: 120_000,
  /** Memory limit of a worker (V8 heap) in megabytes; 4,500 voting badges take about 400 MB. */
  heapMb: 1024,
  /** Priority of a worker process as in `os.setPriority`: the lowest. */
  priority: 19,
  /**
   * Most worker processes at once. A machine with three cores or more has a core left for
   * votes.
   */
  workers: WORKERS,
  /** Most workers for background work. The others are free for documents requested by a waiting person. */
  backgroundWorkers: WORKERS - 1,
  /** Most waiting documents; the client of a further request is told to try again. */
  waiting: 8,
  /** Time limit of a background job in milliseconds: thousands of units during a full assembly. */
  jobMilliseconds: 15 * 60_000,
  /** Most unfinished background jobs in total: a process makes this number in a few minutes. */
  jobs: 40,
} as const;
