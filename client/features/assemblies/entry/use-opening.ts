import { useCallback, useEffect, useState } from 'react';
import { hasCode } from '../../../lib/api.ts';
import { waitOrBack } from '../../../lib/live/wait-or-back.ts';
import { isWorthResending, resend } from '../../../lib/resend.ts';
import { dropEntryLink } from './entry-link.ts';

interface Opening {
  /** No answer comes: it goes on by itself. */
  isWaiting: boolean;
  /** Too many attempts were made from here: what says so; null while it is not so. */
  limit: unknown;
  /** Asks again after that. */
  again: () => void;
}

/** Too many wrong codes from here: said, since the wait is of minutes and the code may be a wrong one too. */
const isWorth = (error: unknown) => isWorthResending(error) && !hasCode(error, 'tooManyAttempts');

/**
 * Signs in with what an address brought, as soon as that is wanted. A network that is away is waited for; a
 * refusal is told, and what the address brought is forgotten.
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
