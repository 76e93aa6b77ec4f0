import type { AssemblyApartment } from '../../../shared/accounts/users.api.ts';
import { normalizeCode } from '../../../shared/assemblies/code.ts';

/** A unit of the roll, as the list of who voted shows it. */
export interface Voter {
  apartmentId: string;
  owner: string;
  coefficient: number;
  /** Who answers for it, without giving a code away; null when nobody does any more. */
  holder: string | null;
}

export interface Voters {
  voted: Voter[];
  pending: Voter[];
  /** Registered units that do not vote, having a coefficient of 0. */
  without: number;
}

/** Splits the registered units into who has voted and who has not. A vote stays also when its unit has left. */
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

/** A code is a credential, and the panel is on a projector: only that there is one is said. */
function holderWord(userId: string): string {
  return normalizeCode(userId) === null ? 'Usuario propio' : 'Código QR';
}
