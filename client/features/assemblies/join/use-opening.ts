import { useCallback, useEffect, useState } from 'react';
import { hasCode } from '../../../lib/api.ts';
import { waitOrBack } from '../../../lib/live/wait-or-back.ts';
import { isWorthResending, resend } from '../../../lib/resend.ts';
import { dropEntryLink } from './link.ts';

interface Opening {
  /** True while the server has not answered the sign-in; retries run without a press. */
  isWaiting: boolean;
  /** Error after too many sign-in attempts from this IP address, else null. */
  limit: unknown;
  /** Starts the sign-in again after an error of too many attempts. */
  again: () => void;
}

/**
 * True if a retry makes sense. After too many wrong codes from this IP address, retries end: the wait takes
 * minutes, and the present code may be wrong too.
 */
const isWorth = (error: unknown) => isWorthResending(error) && !hasCode(error, 'tooManyAttempts');

/**
 * Hook: signs in with a link or code from the address, once `signIn` is set. Waits for a lost network. Returns the
 * state of the sign-in. After a refusal reports the error and forgets the link.
 * @param signIn signs in; null without a link
 * @param onRefused called with the error of a final refusal
 */
export function useOpening(
  signIn: (() => Promise<void>) | null,
  onRefused: (error: unknown) => void,
): Opening {
  const [isWaiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isWanted = signIn !== null && refusal === null;
  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    const { signal } = ending;
    resend(signIn, {
      signal,
      isWorth,
      onWait: () => setWaiting(true),
      pause: waitOrBack,
    })
      .catch((error: unknown) => !signal.aborted && setRefusal(error))
      .finally(() => !signal.aborted && setWaiting(false));
    return () => ending.abort();
  }, [isWanted, signIn]);
  const again = useCallback(() => setRefusal(null), []);
  const isLimited = hasCode(refusal, 'tooManyAttempts');
  const isRefused = refusal !== null && !isLimited;
  useEffect(() => {
    if (!isRefused) return;
    onRefused(refusal);
    dropEntryLink();
  }, [isRefused, refusal, onRefused]);
  return { isWaiting, limit: isLimited ? refusal : null, again };
}
