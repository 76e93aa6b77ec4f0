/** Runner of background reports. */
export interface BackgroundReports {
  /** Looks for new jobs soon. Call after storing a job. */
  nudge: () => void;
  /** Stops a cancelled job running in this process. */
  callOff: (jobId: string) => void;
}
