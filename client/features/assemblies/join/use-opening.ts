import { useCallback, useEffect, useState } from 'react';
import { hasCode } from '../../../lib/api.ts';
import { waitOrBack } from '../../../lib/live/wait-or-back.ts';
import { isWorthResending, resend } from '../../../lib/resend.ts';
import { dropEntryLink } from './link.ts';

interface Opening {
  /** No answer yet; retries run automatically. */
  isWaiting: boolean;
  /** Error after too many attempts from this address, else null. */
  limit: unknown;
  /** Retries after the limit. */
  again: () => void;
}

/** Too many wrong codes from this address end the retries: the wait takes minutes, and this code may be wrong too. */
const isWorth = (error: unknown) => isWorthResending(error) && !hasCode(error, 'tooManyAttempts');

/**
 * Signs in with the data of an address, once `signIn` is set. Waits for a lost network. Reports a refusal and drops
 * the data.
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
      pause: (ms, leastMs) => waitOrBack(null, ms, leastMs),
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
