/** The bounds of making documents. Nobody's paper may cost the evening its votes. */
export const limits = {
  /** Of 4,500 voting badges, on a slow machine that is busy with an assembly. */
  milliseconds: 120_000,
  /** V8 heap of one worker; 4,500 voting badges take some 400 MB. */
  heapMb: 1024,
  /** Documents made at once: one core is left to those who vote. */
  workers: 1,
  /** Documents that may wait; whoever comes then is told to come again. */
  waiting: 8,
} as const;
