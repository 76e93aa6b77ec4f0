import { useEffect, useState } from 'react';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { useQuestion, useQuestionFollow } from '../live/use-question.ts';
import { useOwnUnitsFollow } from '../properties/own-units.ts';
import { isRefused, useVote } from './use-vote.ts';

/** Joint or sector with the open question. */
export interface VotingPlace {
  jointId: number;
  concept: Concept | null;
  /** Units that can still vote on the question. */
  left: number;
  /** Votes are being sent, or the result is still on screen. */
  isBusy: boolean;
  /** False until the first state arrived. */
  isKnown: boolean;
}

/**
 * Follows a joint or sector, and counts the user's units that have not voted on the open question. Also resumes votes
 * that a reload interrupted, even for a place that is not on screen.
 */
export function useVotingPlace(jointId: number): VotingPlace {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  useOwnUnitsFollow(live);
  useQuestionFollow(jointId, live);
  const current = useQuestion(jointId, live);
  const { voting } = useVote(jointId, live);
  const concept = current.question;
  const settled = useSettled(voting, current.votesAt);
  const hasVoted = new Set(current.votes.map((vote) => vote.apartmentId));
  const left = current.held.filter(
    ({ apartmentId, coefficient }) =>
      coefficient > 0 &&
      !hasVoted.has(apartmentId) &&
      !settled.includes(`${concept?.conceptId} ${apartmentId}`),
  ).length;
  return {
    jointId,
    concept,
    left: concept ? left : 0,
    isBusy: voting.phase !== 'idle' && !isRefused(voting),
    isKnown: !current.isOnItsWay,
  };
}

/**
 * Units just counted, until a newer list of votes arrives. Otherwise the same question would be asked again for a
 * moment.
 */
function useSettled(voting: ReturnType<typeof useVote>['voting'], votesAt: number): readonly string[] {
  const [settled, setSettled] = useState<{ at: number; ids: readonly string[] }>({ at: 0, ids: [] });
  useEffect(() => {
    if (voting.phase !== 'finished') return;
    const { choice, results } = voting;
    const counted = results.filter((result) => result.kind === 'voted' || result.kind === 'already');
    setSettled({
      at: Date.now(),
      ids: counted.map((result) => `${choice.conceptId} ${result.apartmentId}`),
    });
  }, [voting]);
  return votesAt > settled.at ? [] : settled.ids;
}
