import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { normalizeCode } from '../../../../shared/assemblies/code.ts';

/** Unit of the roll in the list of voters. */
export interface Voter {
  apartmentId: string;
  owner: string;
  coefficient: number;
  /** Kind of holder, without the code. Null without a holder. */
  holder: string | null;
}

export interface Voters {
  voted: Voter[];
  pending: Voter[];
  /** Registered units without a vote, because of coefficient 0. */
  without: number;
}

/** Splits the registered units into voted and pending. A vote counts even after its unit left. */
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

/** Kind of holder. Hides the code, a credential, because the panel may be on a projector. */
function holderWord(userId: string): string {
  return normalizeCode(userId) === null ? 'Usuario propio' : 'Código QR';
}
