import { formatCoefficient, fromNumber, sumNano } from '../../../../../shared/coefficient.ts';

/**
 * State of a scanned voting badge. `sending`: no answer from the server yet; `registered`: vote counted; `already`:
 * voted before; `blocked`: refused.
 */
export type BadgeScanState = 'sending' | 'registered' | 'already' | 'blocked';

/** Unit as shown to the operator at the counting table of voting badges. */
export interface BadgeUnit {
  apartmentId: string;
  /** Name of the owner. */
  owner: string;
  /** Coefficient in the units of the joint's table. */
  coefficient: number;
}

/** Scanned voting badge at the counting table, with the progress of sending the vote. */
export interface BadgeScan {
  /** Random id of the scan, also sent as idempotency key: a resent scan counts once. */
  id: string;
  /** Id of the joint or sector with the open question. */
  jointId: number;
  /** Id of the question that was open at the scan. Null if the scan could not be a vote. */
  conceptId: number | null;
  /** Attendance code read from the badge. */
  code: string;
  /**
   * Number of the answer printed on the voting badge. Null for a code without an answer (a card, not a voting badge).
   */
  answerId: number | null;
  /** Time of the scan, ISO 8601. */
  at: string;
  state: BadgeScanState;
  /** Spanish message for the operator, '' if there is no message. */
  message: string;
  /** Units with a vote counted by the scan; before the answer, the units registered for the code. */
  units: readonly BadgeUnit[];
  /**
   * True if the server did not answer: the vote may or may not be counted. A retry with the same key counts once.
   */
  isUnanswered: boolean;
}

/** Spanish word printed on a voting badge, by answer id. */
const badgeWords: Readonly<Record<number, string>> = { 1: 'A favor', 2: 'En contra', 3: 'En blanco' };

/**
 * Returns the Spanish word printed on a voting badge for an answer number: 'A favor' for 1. Empty without an
 * answer.
 */
export const answerWord = (answerId: number | null): string =>
  answerId === null ? '' : (badgeWords[answerId] ?? '');

/**
 * Returns the exact sum of the coefficients of some units as text, '12,3456', for the operator at the counting
 * table.
 */
export function weightOf(units: readonly BadgeUnit[]): string {
  return formatCoefficient(sumNano(units.map((unit) => fromNumber(unit.coefficient))));
}

/** Returns the ids of units as text for a line of the counting table, shortened: '101, 102 y 3 más'. */
export function unitNumbers(units: readonly { apartmentId: string }[]): string {
  const ids = units.map((unit) => unit.apartmentId);
  return ids.length <= UNITS_SHOWN
    ? ids.join(', ')
    : `${ids.slice(0, UNITS_SHOWN).join(', ')} y ${ids.length - UNITS_SHOWN} más`;
}
const UNITS_SHOWN = 6;
