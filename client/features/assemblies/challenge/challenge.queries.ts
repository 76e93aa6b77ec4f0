import { getChallenge } from '../../../../shared/assemblies/challenge/challenge.api.ts';
import { freshOf } from '../../../lib/query.ts';

/** Pause between refetches of the grounds, in ms: the grounds follow the meeting. */
const CHALLENGE_POLL_MS = 15_000;

/** Options for `useQuery`: grounds to challenge the current assembly of a joint. */
export const challengeQuery = (jointId: number) => ({
  ...freshOf(['challenge', jointId], getChallenge, { params: { jointId }, query: {} }),
  refetchInterval: CHALLENGE_POLL_MS,
});
