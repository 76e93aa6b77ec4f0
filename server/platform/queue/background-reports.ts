/** Reports made in the background: the word that one was asked for, or called off. */
export interface BackgroundReports {
  nudge: () => void;
  callOff: (jobId: string) => void;
}
