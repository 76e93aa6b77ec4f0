import { useCallback, useEffect } from 'react';
import type { LiveEntry } from '../../../lib/live/store.ts';
import {
  type Choice,
  IDLE,
  resumeVote,
  retryVote,
  setVoting,
  startVote,
  useVotings,
  type Voting,
  voteOutbox,
} from './sending.ts';

/** True if the server refused the votes of all units: the page shows the reasons instead of thanks. */
export const isRefused = (voting: Voting): boolean =>
  voting.phase === 'finished' && voting.results.every((result) => result.kind === 'refused');

/**
 * Hook: returns the progress of voting in a joint (`voting`), and functions to send votes (`vote`), to send
 * unanswered votes again (`retry`), and to return to the form (`reset`). Sending goes on after network errors.
 * @param live live state of the joint
 */
export function useVote(jointId: number, live: LiveEntry) {
  const voting = useVotings(({ joints }) => joints[jointId] ?? IDLE);
  const { phase } = voting;
  const assemblyId = live.joint?.assembly?.assemblyId;
  const reset = useCallback(() => setVoting(jointId, IDLE), [jointId]);

  useEffect(() => {
    if (phase === 'idle' && assemblyId !== undefined) resumeVote(jointId, assemblyId);
  }, [jointId, assemblyId, phase]);
  useEffect(() => {
    if (live.status === 'live') voteOutbox.wake();
  }, [live.status]);
  return {
    voting,
    vote: (choice: Choice) => void startVote(choice),
    retry: () => retryVote(jointId),
    reset,
  };
}

/**
 * Hook for pages with the result of a vote: clears the shown result when the page closes, so the next visit starts
 * anew.
 * @param tellsLateVote false to keep a refused vote for another page
 */
export function useForgetRead(jointId: number, tellsLateVote = true): void {
  useEffect(
    () => () => {
      const voting = useVotings.getState().joints[jointId];
      if (voting?.phase !== 'finished' || (!tellsLateVote && isRefused(voting))) return;
      setVoting(jointId, IDLE);
    },
    [jointId, tellsLateVote],
  );
}
