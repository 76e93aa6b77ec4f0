/** Control of the background jobs (mostly reports) of a server process. */
export interface BackgroundReports {
  /** Looks for new jobs soon. Call after storing a job. */
  nudge: () => void;
  /** Stops a job cancelled by the user, if the job runs here. */
  callOff: (jobId: string) => void;
}
