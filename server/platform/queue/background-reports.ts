/** Background reports: `nudge` announces a new job, `callOff` a cancelled job. */
export interface BackgroundReports {
  nudge: () => void;
  callOff: (jobId: string) => void;
}
