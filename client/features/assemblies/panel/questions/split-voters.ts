import type { AssemblyApartment } from '../../../../../shared/accounts/users.api.ts';
import { CODE_ID, normalizeCode } from '../../../../../shared/assemblies/code.ts';

/** Unit in the operator's lists of units with and without a vote on a question. */
export interface Voter {
  apartmentId: string;
  /** Name of the owner. */
  owner: string;
  /** Coefficient in the units of the joint's table. */
  coefficient: number;
  /**
   * Spanish text with the kind of registration (card, user at home), without the secret code. Null for an
   * unregistered unit.
   */
  holder: string | null;
}

/** Units of the assembly with and without a vote on a question, for the operator's lists. */
export interface Voters {
  /** Units with a vote. */
  voted: Voter[];
  /** Registered units without a vote. */
  pending: Voter[];
  /** Number of registered units without a right to vote, because of coefficient 0. */
  without: number;
}

/**
 * Splits the registered units into units with and without a vote on a question, for the operator. A unit with a
 * vote stays in the list after leaving.
 * @param units units on the assembly's roll
 * @param votes votes on the question
 */
export function splitVoters(
  units: readonly AssemblyApartment[],
  votes: readonly { apartmentId: string }[],
): Voters {
  const cast = new Set(votes.map((vote) => vote.apartmentId));
  const voters: Voters = { voted: [], pending: [], without: 0 };
  for (const unit of units) {
    const { apartmentId, owner, coefficient, userId } = unit;
    const voter = { apartmentId, owner, coefficient, holder: userId === null ? null : holderWord(userId) };
    if (cast.has(apartmentId)) voters.voted.push(voter);
    else if (userId !== null && coefficient > 0) voters.pending.push(voter);
    else if (userId !== null) voters.without += 1;
  }
  return voters;
}

/**
 * Word for the kind of registration. Lists name a card or badge by the public id. Hides a code, because a code is a
 * credential and the panel may be on a projector.
 */
function holderWord(userId: string): string {
  return CODE_ID.test(userId) || normalizeCode(userId) !== null ? 'Código QR' : 'Usuario propio';
}
