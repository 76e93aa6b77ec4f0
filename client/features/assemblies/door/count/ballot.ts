import { formatCoefficient, fromNumber, sumNano } from '../../../../../shared/coefficient.ts';

/** State of a scanned voting badge. `sending`: no answer from the server yet. */
export type BadgeScanState = 'sending' | 'registered' | 'already' | 'blocked';

/** Unit as shown at the counting table. */
export interface BadgeUnit {
  apartmentId: string;
  owner: string;
  coefficient: number;
}

/** Scan at the counting table. */
export interface BadgeScan {
  /** Also the idempotency key: a resent scan counts once. */
  id: string;
  /** Joint or sector of the question. */
  jointId: number;
  /** Question on the screen at the scan. Null if the scan could not be a vote. */
  conceptId: number | null;
  code: string;
  /** Null for a code without an answer (no voting badge). */
  answerId: number | null;
  at: string;
  state: BadgeScanState;
  /** Sentence for the operator. Empty without a message. */
  message: string;
  /** Units of the counted votes, or of the badge. */
  units: readonly BadgeUnit[];
  /** True without an answer: the vote may be counted. A retry with the same key counts once. */
  isUnanswered: boolean;
}

/** Answers printed on the badges. */
const badgeWords: Readonly<Record<number, string>> = { 1: 'A favor', 2: 'En contra', 3: 'En blanco' };

export const answerWord = (answerId: number | null): string =>
  answerId === null ? '' : (badgeWords[answerId] ?? '');

/** Exact sum of coefficients, formatted. The API returns no sum. */
export function weightOf(units: readonly BadgeUnit[]): string {
  return formatCoefficient(sumNano(units.map((unit) => fromNumber(unit.coefficient))));
}

/** Unit numbers that fit on the band: '101, 102 y 3 más'. */
export function unitNumbers(units: readonly { apartmentId: string }[]): string {
  const ids = units.map((unit) => unit.apartmentId);
  return ids.length <= SHOWN
    ? ids.join(', ')
    : `${ids.slice(0, SHOWN).join(', ')} y ${ids.length - SHOWN} más`;
}
const SHOWN = 6;
