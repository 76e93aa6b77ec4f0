import {
  formatCoefficient,
  fromNumber,
  type Nano,
  nano,
  parseCoefficient,
  sumNano,
} from '../../coefficient.ts';
import { ATTENDANCE } from '../concepts.api.ts';
import type { PaperEvening, PaperVote } from './typing.api.ts';

/** Number of units and sum of their coefficients in 10⁻⁹. */
export interface UnitsSum {
  apartments: number;
  coefficient: Nano;
}

/** Sum of the paper beside the sum of the typed lines: of an answer, or of the people present (concept 1). */
export interface ComparedSum {
  conceptId: number;
  /** Number of the answer; null for the people present. */
  voteId: number | null;
  paper: UnitsSum;
  typed: UnitsSum;
  isDifferent: boolean;
}

/** Coefficient of each unit of a roll, by unit id. */
export type Weights = ReadonlyMap<string, Nano>;

/** Coefficient as the folder prints the number: with four decimals. */
const printed = (coefficient: Nano): Nano => parseCoefficient(formatCoefficient(coefficient)) ?? coefficient;

const weightsOf = (weights: Weights, units: readonly string[]): Nano[] =>
  units.map((unit) => weights.get(unit) ?? nano(0));

/** Sums units with their coefficients. Unknown units count with coefficient 0. */
const unitsSum = (weights: Weights, units: readonly string[]): UnitsSum => ({
  apartments: units.length,
  coefficient: sumNano(weightsOf(weights, units)),
});

/** Answers of a vote: one, or several names. */
const answersOfVote = ({ voteId, voteIds = [] }: PaperVote): number[] => [...new Set([voteId, ...voteIds])];

/** Units of the list of attendance that are present at an hour. @param at epoch ms */
export const presentAt = (arrivals: PaperEvening['arrivals'], at: number): string[] =>
  arrivals.flatMap(({ apartmentIds, at: entered, leftAt }) =>
    Date.parse(entered) <= at && (leftAt === undefined || Date.parse(leftAt) > at) ? apartmentIds : [],
  );

/**
 * Compares the sums of the paper with the sums of the typed lines: the people present, and each answer of a question
 * with a sum on paper. People without internet added printed
 * coefficients of four decimals, so this sum agrees too.
 * @param weightsFor coefficients of the votes of a question, or of the people present (concept 1)
 */
export function comparedSums(
  { arrivals, questions, presence }: Pick<PaperEvening, 'arrivals' | 'questions' | 'presence'>,
  weightsFor: (conceptId: number) => Weights,
): ComparedSum[] {
  const compare = (
    conceptId: number,
    voteId: number | null,
    paper: { apartments: number; coefficient: number },
    units: readonly string[],
  ) => {
    const weights = weightsFor(conceptId);
    const typed = unitsSum(weights, units);
    const coefficient = fromNumber(paper.coefficient);
    const asPrinted = sumNano(weightsOf(weights, units).map(printed));
    const isWeight = coefficient === typed.coefficient || coefficient === asPrinted;
    return {
      conceptId,
      voteId,
      paper: { apartments: paper.apartments, coefficient },
      typed,
      isDifferent: paper.apartments !== typed.apartments || !isWeight,
    };
  };
  return [
    ...(presence === undefined
      ? []
      : [compare(ATTENDANCE, null, presence, presentAt(arrivals, Date.parse(presence.at)))]),
    ...questions.flatMap(({ conceptId, votes, tally }) =>
      tally.map(({ voteId, ...paper }) => {
        const units = votes.flatMap((vote) =>
          answersOfVote(vote).includes(voteId) ? [vote.apartmentId] : [],
        );
        return compare(conceptId, voteId, paper, units);
      }),
    ),
  ];
}
