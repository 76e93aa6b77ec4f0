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

/** True if the server refused every vote: the form shows the reasons instead of thanks. */
export const isRefused = (voting: Voting): boolean =>
  voting.phase === 'finished' && voting.results.every((result) => result.kind === 'refused');

/** Returns the progress of voting in a joint, and functions to send votes (with retries after network errors). */
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
 * Clears a finished vote when the page unmounts, so the next visit does not show the result again. Only for pages
 * with the result: on a page that just sends the vote and opens the voting page, the answer may arrive between both
 * pages.
 * @param tellsLateVote false if another page tells about a refused vote, for instance of a question closed meanwhile
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
