/** Vote of a unit, for counting a single vote per owner. */
export interface OwnedUnitVote {
  /** Key of the owner: equal for all units of an owner, different between owners. */
  owner: string;
  answerId: number;
}

/** Number of votes of an answer, if each owner has a single vote. */
export interface OwnerVotes {
  /** Number of owners with this answer for all of the owner's units. */
  votes: number;
  /** Number of owners with different answers for several units. Counted once, under the lowest answer id. */
  divided: number;
}

/**
 * Counts a vote per owner (C-522 de 2002, read as 'un propietario, un voto'), if the owner's units agree. If the
 * units differ, the vote counts for no answer: a vote is indivisible, and the system must not choose for the owner.
 * Returns the votes by answer id.
 */
export function votesOfOwners(ballots: Iterable<OwnedUnitVote>): Map<number, OwnerVotes> {
  const byOwner = new Map<string, Set<number>>();
  for (const { owner, answerId } of ballots) {
    byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(answerId));
  }
  const byAnswer = new Map<number, OwnerVotes>();
  for (const answers of byOwner.values()) {
    const first = Math.min(...answers);
    const sums = byAnswer.get(first) ?? { votes: 0, divided: 0 };
    byAnswer.set(first, sums);
    if (answers.size === 1) sums.votes += 1;
    else sums.divided += 1;
  }
  return byAnswer;
}
