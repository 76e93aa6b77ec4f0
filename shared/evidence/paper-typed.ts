import type { ComparedSum } from '../assemblies/paper-evening/sums.ts';
import type { ActFacts } from './acts.ts';

/** Facts of the audit entry `paperTyped`: an evening on paper, typed in by the desk. */
export interface PaperTyped extends ActFacts {
  jointId: number;
  /** Number of units on the list of attendance. */
  units: number;
  /** Questions with the hour of the count on paper (ISO 8601) and the number of typed votes. */
  questions: readonly { conceptId: number; at: string; votes: number }[];
  /** Sums of the paper beside the sums of the typed lines. */
  sums: readonly ComparedSum[];
  /** Number of different sums. */
  differences: number;
  /** Explanation of the differences. */
  reason?: string;
}
