import { availableParallelism } from 'node:os';

/** The bounds of making documents. Nobody's paper may cost the evening its votes. */
export const workerLimits = {
  /** Of 4,500 voting badges, on a slow machine that is busy with an assembly. */
  milliseconds: 120_000,
  /** V8 heap of one worker; 4,500 voting badges take some 400 MB. */
  heapMb: 1024,
  /** Workers' processes at once, of all that a request waits for: one core is left to those who vote. */
  workers: Math.max(1, availableParallelism() - 1),
  /** Documents that may wait; whoever comes then is told to come again. */
  waiting: 8,
  /** For a job, which nobody's request waits for: thousands of units beside a full hall. */
  jobMilliseconds: 15 * 60_000,
  /** Jobs that wait or are made, of everybody: what one process makes in some minutes. */
  jobs: 40,
  /** And of one person. */
  jobsEach: 4,
} as const;
