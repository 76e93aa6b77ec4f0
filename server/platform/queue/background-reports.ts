/** Runner of background reports: `nudge` starts new jobs soon, `callOff` stops a cancelled job. */
export interface BackgroundReports {
  nudge: () => void;
  callOff: (jobId: string) => void;
}
