import { useEffect, useState } from 'react';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { useQuestion, useQuestionFollow } from '../live/use-question.ts';
import { useOwnUnitsFollow } from '../properties/own-units.ts';
import { isRefused, useVote } from './use-vote.ts';

/** Joint or sector with votes of the user: the open question, and the state of the user's votes. */
export interface VotingPlace {
  jointId: number;
  /** Open question. Null without an open question. */
  concept: Concept | null;
  /** Number of the user's units still able to vote on the question. */
  left: number;
  /** True while votes are being sent or the result is still shown. */
  isBusy: boolean;
  /** False until the first live data of the joint or sector arrived. */
  isKnown: boolean;
}

/**
 * Hook: follows a joint or sector for the voting page: returns the open question with the number of the user's
 * units without a vote. Also goes on sending votes interrupted by a reload, even if the page shows another joint.
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
 * Units with a vote counted just now, until a newer list of votes arrives. Otherwise the page would briefly ask the
 * same question again.
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
