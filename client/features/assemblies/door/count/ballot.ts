import { formatCoefficient, fromNumber, sumNano } from '../../../../../shared/coefficient.ts';

/** What became of a voting badge: `sending` while the server has not answered. */
export type BallotState = 'sending' | 'registered' | 'already' | 'blocked';

/** A unit as the counting table names it. */
export interface BallotUnit {
  apartmentId: string;
  owner: string;
  coefficient: number;
}

/** A scan at the counting table. */
export interface ScannedBallot {
  /** Its Idempotency-Key too: sent twice it is one vote. */
  id: string;
  /** The joint or sector whose question it was scanned for. */
  jointId: number;
  /** The question that was on the screen; null where it could not be a vote. */
  conceptId: number | null;
  code: string;
  /** Null on what is no voting badge. */
  answerId: number | null;
  at: string;
  state: BallotState;
  /** A sentence for the operator; empty while there is nothing to say. */
  message: string;
  /** Whose votes it became, or whose badge it is. */
  units: readonly BallotUnit[];
  /** No answer came: whether it counts is not known, and sending it again with its key counts once. */
  isUnanswered: boolean;
}

/** As the badges are printed. */
const badgeWords: Readonly<Record<number, string>> = { 1: 'A favor', 2: 'En contra', 3: 'En blanco' };

export const answerWord = (answerId: number | null): string =>
  answerId === null ? '' : (badgeWords[answerId] ?? '');

/** The exact sum of a ballot's coefficients, as screens show it: no act answers with it. */
export function weightOf(units: readonly BallotUnit[]): string {
  return formatCoefficient(sumNano(units.map((unit) => fromNumber(unit.coefficient))));
}

/** '101, 102 y 3 más': what fits on the band. */
export function unitNumbers(units: readonly { apartmentId: string }[]): string {
  const ids = units.map((unit) => unit.apartmentId);
  return ids.length <= SHOWN
    ? ids.join(', ')
    : `${ids.slice(0, SHOWN).join(', ')} y ${ids.length - SHOWN} más`;
}
const SHOWN = 6;
