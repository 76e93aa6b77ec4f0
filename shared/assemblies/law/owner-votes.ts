/**
 * Vote of a unit together with the owner, as input of `votesOfOwners`: a single vote for each owner, for any number
 * of units.
 */
export interface OwnedUnitVote {
  /** Key of the owner: equal for all units of an owner, different between owners. */
  owner: string;
  answerId: number;
}

/** Count of an answer in a question with a single vote for each owner. */
export interface OwnerVotes {
  /** Number of owners with this answer for all of the owner's units. */
  votes: number;
  /**
   * Number of owners with different answers for several units. The vote of the owner counts for no answer. Listed
   * under the owner's lowest answer id only.
   */
  divided: number;
}

/**
 * Counts a single vote for each owner (C-522 de 2002, read as 'un propietario, un voto'), from the votes of the
 * owners' units. If an owner's units have different answers, the vote counts for no answer: the system must not
 * choose for the owner. Key of the result: answer id.
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
