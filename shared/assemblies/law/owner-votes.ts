/** A ballot where each owner has one vote. */
export interface OwnersBallot {
  /** Whose it is: anything that is the same for one owner and for nobody else. */
  owner: string;
  answerId: number;
}

/** What an answer has where each owner has one vote. */
export interface OwnerVotes {
  /** Owners whose ballots all have it. */
  votes: number;
  /** Owners whose ballots differ, each under the lowest of their answers. */
  divided: number;
}

/**
 * Counts one vote for each owner, whatever they own (C-522 de 2002 as 'un propietario, un voto'). It counts once where all of
 * the owner's ballots agree. Where they differ it counts for no answer: a vote is one, and nobody may choose for the
 * owner which ballot is meant.
 */
export function votesOfOwners(ballots: Iterable<OwnersBallot>): Map<number, OwnerVotes> {
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
