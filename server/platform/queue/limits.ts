import { availableParallelism } from 'node:os';

const WORKERS = Math.max(2, availableParallelism() - 1);

/** Limits for making documents, so that documents never delay votes. */
export const workerLimits = {
  /** Time limit: 4,500 voting badges on a slow machine during an assembly. */
  milliseconds: 120_000,
  /** V8 heap of a worker; 4,500 voting badges take about 400 MB. */
  heapMb: 1024,
  /** Concurrent worker processes, of the lowest priority: leaves a core for votes where there are three or more. */
  workers: WORKERS,
  /** Workers for background work at most. The others are free for documents that a person waits for. */
  backgroundWorkers: WORKERS - 1,
  /** Waiting documents; further requests are told to retry. */
  waiting: 8,
  /** Time limit of a background job: thousands of units during a full assembly. */
  jobMilliseconds: 15 * 60_000,
  /** Unfinished jobs in total: made by a process in a few minutes. */
  jobs: 40,
  /** Unfinished jobs per user. */
  jobsEach: 4,
} as const;
